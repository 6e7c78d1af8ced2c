import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { rateOf } from '../periods/task.rules.js';
import { TaskMonthRepository, type MonthKey } from '../periods/task-month.repository.js';
import type { Schedule } from '../schedule/county-schedules.js';
import { BilledAccountRepository } from './billed-account.repository.js';

const AT_ONCE = 500;
const BEFORE_ALL: MonthKey = {
  ...{ account: '00000000-0000-0000-0000-000000000000', task: 'IMAGE_RENEWAL', period: '' },
};

/**
 * 'Prepare to rerun': sets the months that wait for money or for review to DUE again, at today's rates. Charged months
 * do not change (DECISIONS.md#bill-5).
 */
@Injectable()
export class Rerun {
  constructor(
    private readonly database: Database,
    private readonly months: TaskMonthRepository,
    private readonly accounts: BilledAccountRepository,
  ) {}

  /** @param also a function that runs once, at the beginning of the first transaction */
  async prepare(schedule: Schedule, account: string | null, also: (tx: Tx) => Promise<void>): Promise<void> {
    let after = BEFORE_ALL;
    for (let isFirst = true; ; isFirst = false) {
      const batch = await this.database.withCounty(schedule.county, async (tx) => {
        if (isFirst) await also(tx);
        const waiting = await this.months.listWaiting(tx, account, after, AT_ONCE);
        await this.reopen(tx, schedule, waiting);
        return waiting;
      });
      after = batch.at(-1) ?? after;
      if (batch.length < AT_ONCE) return;
    }
  }

  private async reopen(tx: Tx, schedule: Schedule, waiting: readonly MonthKey[]): Promise<void> {
    const known = await this.accounts.list(tx, [...new Set(waiting.map((month) => month.account))]);
    const byId = new Map(known.map((account) => [account.id, account]));
    for (const month of waiting) {
      const payer = byId.get(month.account);
      const rate = payer && rateOf(month.task, payer, schedule, month.period);
      await this.months.reopen(tx, month, rate);
    }
  }
}
