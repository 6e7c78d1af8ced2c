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
   * Returns, for each account that is not settled, the reason why. Settled accounts are left out.
   * @throws RpcFailure when the payments service does not answer; the purge then deletes no user
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
