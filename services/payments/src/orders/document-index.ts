import { Injectable } from '@nestjs/common';
import { RpcClient, RpcFailure, systemActor } from '@portal/infra/rpc';
import { describeDocument, type DocumentDescription } from '@portal/proto/rpc/search';

/** Reads the county's index for payments; tests replace it. */
export abstract class DocumentIndex {
  /**
   * undefined when the document does not exist or is sealed.
   * @throws RpcFailure when search does not answer
   */
  abstract find(county: string, documentKey: string): Promise<DocumentDescription | undefined>;
}

@Injectable()
export class SearchIndex extends DocumentIndex {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async find(county: string, documentKey: string): Promise<DocumentDescription | undefined> {
    const actor = systemActor(county, 'payments');
    const answer = await this.rpc.call(describeDocument, { documentKey }, { actor });
    if (answer.ok) return answer.value;
    if (answer.code === 'DOCUMENT_NOT_FOUND') return undefined;
    throw new RpcFailure(describeDocument.name, answer);
  }
}
