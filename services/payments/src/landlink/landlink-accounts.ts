import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { landLinkBatch, listLandLinkAccounts, type LandLinkAccount } from '@portal/proto/rpc/landlink';

/** Reads the LandLink settings of accounts from the identity service; tests replace this class. */
export abstract class LandLinkAccounts {
  /**
   * Returns the accounts by id, deleted ones included; unknown ids are left out.
   * @throws RpcFailure when the identity service does not answer
   */
  abstract find(county: string, accounts: readonly string[]): Promise<ReadonlyMap<string, LandLinkAccount>>;
}

@Injectable()
export class IdentityLandLinkAccounts extends LandLinkAccounts {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async find(county: string, accounts: readonly string[]): Promise<ReadonlyMap<string, LandLinkAccount>> {
    const actor = systemActor(county, 'payments');
    const found = new Map<string, LandLinkAccount>();
    for (let at = 0; at < accounts.length; at += landLinkBatch) {
      const asked = accounts.slice(at, at + landLinkBatch);
      const answer = await this.rpc.callOrThrow(listLandLinkAccounts, { accounts: asked }, { actor });
      for (const account of answer) found.set(account.id, account);
    }
    return found;
  }
}
