import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { isOver } from '@portal/proto/rpc/account-tasks';
import { BilledAccountRepository } from '../accounts/billed-account.repository.js';
import { TaskFacts } from '../accounts/task-facts.js';
import { TaskMonthRepository, type Chargeable, type ClaimedMonth } from '../periods/task-month.repository.js';
import { Charger } from './charger.js';

const log = openLog('billing');
const charged = counter({
  ...{ name: 'billing_charges_total', help: 'Months of tasks that payments was asked to charge, by answer' },
  labelNames: ['answer'] as const,
});

/** How long a claimed month is reserved for the process that claimed it. */
export const LEASE_MS = 60_000;
/**
 * The payments service refuses a command that arrives more than this time after the claim. So every transaction that
 * charges the month is over before the lease ends (infra/DESIGN.md#deadlines).
 */
const ASK_WITHIN_MS = 30_000;
const NEXT_TRY_MS = 86_400_000;
/** The number of months that one process charges at the same time. */
const LANES = 4;

/**
 * Charges months, a few at a time, each with its own call. If a process dies, another process charges the month after
 * the lease has ended (DECISIONS.md#bill-2).
 */
@Injectable()
export class TaskCharging {
  constructor(
    private readonly database: Database,
    private readonly months: TaskMonthRepository,
    private readonly accounts: BilledAccountRepository,
    private readonly charger: Charger,
    private readonly facts: TaskFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Charges months until no more may be charged, or until the outcome of a charge is unknown. */
  async chargeAll(county: string, of: Chargeable): Promise<void> {
    const lanes = Array.from({ length: of.account === null ? LANES : 1 }, async () => {
      while (await this.chargeNext(county, of));
    });
    const ended = await Promise.allSettled(lanes);
    const failed = ended.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * Charges one month. Returns false when no month was due, or when it is unknown whether the payments service has
   * charged the month.
   */
  private async chargeNext(county: string, of: Chargeable): Promise<boolean> {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const month = await this.database.withCounty(county, (tx) => this.months.claim(tx, now, leaseUntil, of));
    if (!month) return false;
    await failpoint('task-claimed');
    // the payments service knows a claim by this time, so the number of the attempt makes it different for each claim
    const claimMs = month.attempt % 1_000;
    return this.charge(county, month, new Date(now.getTime() + ASK_WITHIN_MS + claimMs));
  }

  private async charge(county: string, month: ClaimedMonth, notAfter: Date): Promise<boolean> {
    const { account, task, period, rate } = month;
    const { funding } = rate;
    if (funding === null) throw new Error(`${task} ${period} of ${account} has nothing to be charged to`);
    const asked = { account, task, period, ...rate, funding, notAfter: notAfter.toISOString() };
    const answer = await this.charger.charge(county, asked);
    charged.inc({ answer: answer.ok ? 'CHARGED' : answer.code });
    await failpoint('task-charged');
    if (answer.ok) await this.settle(county, month);
    else if (answer.code === 'INSUFFICIENT_FUNDS') await this.needFunds(county, month);
    else {
      // it is unknown whether the month was charged; the next process that claims the month asks again with the same
      // key
      log.warn({ county, account, task, period, code: answer.code }, 'a task was not charged');
      return false;
    }
    return true;
  }

  private async settle(county: string, month: ClaimedMonth): Promise<void> {
    await this.database.withCounty(county, async (tx) => {
      const now = this.clock.now();
      await this.accounts.lock(tx, month.account);
      if (!(await this.months.settle(tx, month, now))) return;
      await this.accounts.noteDone(tx, month.account, month.task, now);
      await this.facts.standingChanged(tx, [month.account]);
      await failpoint('task-settled');
    });
  }

  private async needFunds(county: string, month: ClaimedMonth): Promise<void> {
    await this.database.withCounty(county, async (tx) => {
      const now = this.clock.now();
      if (isOver(month.rate, now)) return this.months.needReview(tx, month);
      const again = new Date(now.getTime() + NEXT_TRY_MS);
      const isNew = await this.months.needFunds(tx, month, now, again);
      if (isNew) await this.facts.fundsNeeded(tx, month);
    });
  }
}
