import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { BilledAccount } from '@portal/proto/rpc/account-tasks';
import { dueBehind, latestDue } from '../periods/period.rules.js';
import { TaskMonthRepository } from '../periods/task-month.repository.js';
import { newMonths } from '../periods/task.rules.js';
import type { Schedule } from '../schedule/county-schedules.js';
import { AccountSource, isLastBatch } from './account-source.js';
import { BilledAccountRepository, type KnownAccount } from './billed-account.repository.js';
import { TaskFacts } from './task-facts.js';

/** Adds the due months of accounts. Running it again adds nothing more (DECISIONS.md#bill-1). */
@Injectable()
export class AccountLook {
  constructor(
    private readonly database: Database,
    private readonly source: AccountSource,
    private readonly accounts: BilledAccountRepository,
    private readonly months: TaskMonthRepository,
    private readonly facts: TaskFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads every account of the county, so that it finds even the accounts whose events were lost. */
  async atAll(schedule: Schedule): Promise<void> {
    const began = await this.begin(schedule);
    let after: string | null = null;
    for (;;) {
      const batch: BilledAccount[] = await this.source.listBehind(schedule.county, after);
      await this.take(schedule, batch, began);
      if (isLastBatch(batch)) break;
      after = batch.at(-1)?.id ?? null;
    }
    await this.database.withCounty(schedule.county, (tx) => this.accounts.retire(tx, began));
  }

  /** Reads the given accounts and leaves out those that do not exist. */
  async at(schedule: Schedule, accounts: readonly string[]): Promise<void> {
    const began = await this.begin(schedule);
    await this.take(schedule, await this.source.list(schedule.county, accounts), began);
  }

  /** Adds the due months of accounts that the billing service has stored. */
  async addMonths(tx: Tx, schedule: Schedule, known: readonly KnownAccount[]): Promise<void> {
    const months = known.flatMap((account) => {
      const due = dueBehind(schedule, account.lastTasks, this.clock);
      return newMonths(account, schedule, due).map((month) => ({ ...month, account: account.id }));
    });
    await this.months.add(tx, months);
    const ids = known.map(({ id }) => id);
    await this.accounts.seeThrough(tx, ids, latestDue(schedule, this.clock).dueOn);
    await this.facts.standingChanged(tx, ids);
  }

  private begin({ county }: Schedule): Promise<Date> {
    return this.database.withCounty(county, (tx) => this.accounts.beginLook(tx));
  }

  private async take(schedule: Schedule, batch: readonly BilledAccount[], began: Date): Promise<void> {
    await failpoint('accounts-read');
    if (batch.length === 0) return;
    await this.database.withCounty(schedule.county, async (tx) =>
      this.addMonths(tx, schedule, await this.accounts.keep(tx, batch, began)),
    );
  }
}
