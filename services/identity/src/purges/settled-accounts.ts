import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { listUnsettledAccounts, type UnsettledReason } from '@portal/proto/rpc/payments';

/** Asks payments which accounts are not settled. */
@Injectable()
export class SettledAccounts {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns the reasons why accounts are not settled, by account; settled accounts are left out.
   * @throws RpcFailure when payments does not answer; the purge then deletes no user
   */
  async unsettled(
    county: string,
    accounts: readonly string[],
  ): Promise<ReadonlyMap<string, UnsettledReason>> {
    const asked = [...new Set(accounts)];
    const found = await this.rpc.callOrThrow(
      listUnsettledAccounts,
      { accounts: asked },
      { actor: systemActor(county, 'identity') },
    );
    return new Map(found.map(({ account, reason }) => [account, reason]));
  }
}
