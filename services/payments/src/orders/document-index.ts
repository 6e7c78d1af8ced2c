import { Injectable } from '@nestjs/common';
import { RpcClient, RpcFailure, systemActor } from '@portal/infra/rpc';
import { describeDocument, type DocumentDescription } from '@portal/proto/rpc/search';

/** Reads documents from the search service's index; tests replace this class. */
export abstract class DocumentIndex {
  /**
   * Returns undefined when the document does not exist or is sealed.
   * @throws RpcFailure when the search service does not answer
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
