import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import type { UnsettledReason } from '@portal/proto/rpc/payments';
import { AccountFundsRepository } from '../balances/account-funds.repository.js';
import { unsettledReason, withoutImages } from '../balances/unsettled.rules.js';
import { UnsettledAccountsRepository } from '../balances/unsettled-accounts.repository.js';

/** Reads what keeps an account from being closed. */
@Injectable()
export class LeftToSettle {
  constructor(
    private readonly funds: AccountFundsRepository,
    private readonly unsettled: UnsettledAccountsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param forfeitsImages true if closing the account forfeits its images; then the only images that keep the account
   *   open are those that an order holds
   * @returns the reason why the account stays open, if there is one, and the number of its unused images
   */
  async of(
    tx: Tx,
    account: string,
    forfeitsImages: boolean,
  ): Promise<{ reason: UnsettledReason | undefined; images: number }> {
    const paying = await this.unsettled.listUnderWay(tx, [account]);
    const [funds] = await this.funds.list(tx, [account], this.clock.now());
    const counted = forfeitsImages ? withoutImages(funds) : funds;
    return { reason: unsettledReason(counted, paying.has(account)), images: funds?.images?.posted ?? 0 };
  }
}
