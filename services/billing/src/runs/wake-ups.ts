import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { afterCommit, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { BilledAccountRepository } from '../accounts/billed-account.repository.js';
import { TaskMonthRepository } from '../periods/task-month.repository.js';
import { Ticker } from './ticker.js';

/** Handles facts that may make something due at once: an account has changed, or money has come in. */
@Injectable()
export class WakeUps {
  constructor(
    private readonly accounts: BilledAccountRepository,
    private readonly months: TaskMonthRepository,
    private readonly ticker: Ticker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnEvent('identity.account-changed.v1', { consumer: 'accounts' })
  async onAccountChanged({ county, payload }: EventOf<'identity.account-changed.v1'>, tx: Tx): Promise<void> {
    await this.accounts.askToLook(tx, payload.account);
    afterCommit(tx, () => this.ticker.wake(county));
  }

  @OnEvent('payments.balance-changed.v1', { consumer: 'balances' })
  async onBalanceChanged({ county, payload }: EventOf<'payments.balance-changed.v1'>, tx: Tx): Promise<void> {
    if (payload.asset !== 'USD') return;
    const waiting = await this.months.tryAgain(tx, payload.account, this.clock.now());
    if (waiting > 0) afterCommit(tx, () => this.ticker.wake(county));
  }
}
