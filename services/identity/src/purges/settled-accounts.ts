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
   * Returns those of the given accounts that are not settled, each with the reason. The accounts all pay by card, so
   * images left from an earlier flat fee do not count: nobody can use them (DECISIONS.md#panel-20).
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
