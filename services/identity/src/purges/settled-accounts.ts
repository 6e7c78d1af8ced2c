import { Injectable } from '@nestjs/common';
import { RpcClient, systemActor } from '@portal/infra/rpc';
import { listUnsettledAccounts, type UnsettledReason } from '@portal/proto/rpc/payments';

/**
 * Asks the payments service which accounts are not settled: those that have money, holds, debts or a payment in
 * progress.
 */
@Injectable()
export class SettledAccounts {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns, for each of these accounts that pay by card and are not settled, the reason why. Settled accounts are left
   * out. Images that are left of an earlier flat fee do not count: nobody can use them (DECISIONS.md#panel-20).
   * @throws RpcFailure when the payments service does not answer; the purge then deletes no user
   */
  async unsettled(
    county: string,
    accounts: readonly string[],
  ): Promise<ReadonlyMap<string, UnsettledReason>> {
    const asked = [...new Set(accounts)];
    const found = await this.rpc.callOrThrow(
      listUnsettledAccounts,
      { accounts: asked, countImages: false },
      { actor: systemActor(county, 'identity') },
    );
    return new Map(found.map(({ account, reason }) => [account, reason]));
  }
}
