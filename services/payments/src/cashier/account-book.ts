import { Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { describeAccounts, type DescribedAccount } from '@portal/proto/rpc/identity';

/** Reads the county's accounts for the cashier; tests replace this class. */
export abstract class AccountBook {
  /**
   * Finds an account; undefined if it does not exist or the actor may not see it.
   * @throws RpcFailure when the identity service does not answer
   */
  abstract find(actor: Actor, account: string): Promise<DescribedAccount | undefined>;
}

@Injectable()
export class IdentityAccounts extends AccountBook {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async find(actor: Actor, account: string): Promise<DescribedAccount | undefined> {
    const [found] = await this.rpc.callOrThrow(describeAccounts, { accounts: [account] }, { actor });
    return found;
  }
}
