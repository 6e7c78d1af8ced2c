import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { billedBatch, listBilledAccounts, type BilledAccount } from '@portal/proto/rpc/account-tasks';

/** Reads the accounts of a county from the identity service, which owns them. Tests replace this class. */
export abstract class AccountSource {
  /**
   * Returns the next accounts after the given id, sorted by id. An answer with fewer than `billedBatch` accounts is the
   * last one.
   * @throws RpcFailure
   */
  abstract listBehind(county: string, after: string | null): Promise<BilledAccount[]>;
  /**
   * Returns the accounts with these ids; ids that do not exist are left out.
   * @throws RpcFailure
   */
  abstract list(county: string, accounts: readonly string[]): Promise<BilledAccount[]>;
}

export const isLastBatch = (accounts: readonly BilledAccount[]): boolean => accounts.length < billedBatch;

@Injectable()
export class IdentityAccounts extends AccountSource {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  listBehind(county: string, after: string | null): Promise<BilledAccount[]> {
    const actor = systemActor(county, 'billing');
    return this.rpc.callOrThrow(listBilledAccounts, { after, only: null }, { actor });
  }

  list(county: string, accounts: readonly string[]): Promise<BilledAccount[]> {
    const actor = systemActor(county, 'billing');
    return this.rpc.callOrThrow(listBilledAccounts, { after: null, only: [...accounts] }, { actor });
  }
}
