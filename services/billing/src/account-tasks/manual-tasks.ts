import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { AccountTask } from '@portal/proto/http/billing';
import type { Actor } from '@portal/proto/rpc/actor';
import { AccountLook } from '../accounts/account-look.js';
import { Rerun } from '../accounts/rerun.js';
import { TaskFacts } from '../accounts/task-facts.js';
import { currentPeriod, dueMonth } from '../periods/period.rules.js';
import { RunRepositories } from '../runs/run-repositories.js';
import type { Schedule } from '../schedule/county-schedules.js';

const objectOf = (account: string): string => `account:${account}`;

/** Actions of staff on the months of one account; each adds an entry to the audit log. */
@Injectable()
export class ManualTasks {
  constructor(
    private readonly repositories: RunRepositories,
    private readonly look: AccountLook,
    private readonly rerun: Rerun,
    private readonly facts: TaskFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async tryAgain(tx: Tx, actor: Actor, account: string): Promise<void> {
    await this.repositories.months.tryAgain(tx, account, this.clock.now());
    await this.facts.actionTaken(tx, actor, 'run', objectOf(account), 'asked');
  }

  prepareRerun(actor: Actor, account: string, schedule: Schedule): Promise<void> {
    return this.rerun.prepare(schedule, account, (tx) =>
      this.facts.actionTaken(tx, actor, 'prepare-rerun', objectOf(account), 'asked'),
    );
  }

  /**
   * Marks the open months of the task as done by hand. Marks the current month too if it has fallen due, or if no month
   * was open. Returns false while a month is being charged, because it is not known yet whether the charge succeeds.
   */
  async indicateDone(
    tx: Tx,
    actor: Actor,
    schedule: Schedule,
    { account, task }: { account: string; task: AccountTask },
  ): Promise<boolean> {
    const now = this.clock.now();
    const { months, accounts } = this.repositories;
    await accounts.lock(tx, account);
    const open = (await months.lockOpen(tx, account)).filter((month) => month.task === task);
    await failpoint('open-months-read');
    if (open.some(({ state }) => state === 'CHARGING')) return false;
    for (const month of open) await months.skip(tx, month, now);
    const current = dueMonth(schedule, currentPeriod(schedule, this.clock));
    if (open.length === 0 || current.dueAt <= now)
      await months.addSkipped(tx, { ...current, account, task }, now);
    await accounts.noteDone(tx, account, task, now);
    await this.facts.standingChanged(tx, [account]);
    await this.facts.actionTaken(tx, actor, 'indicate-done', objectOf(account), task);
    return true;
  }

  /**
   * Marks as done by hand the open months that fell due up to the given day, and adds the later months that are
   * missing. Returns false while one of these open months is being charged.
   */
  async setLastTasks(
    tx: Tx,
    actor: Actor,
    schedule: Schedule,
    { account, lastTasks }: { account: string; lastTasks: string },
  ): Promise<boolean> {
    const now = this.clock.now();
    const { months, accounts } = this.repositories;
    await accounts.lock(tx, account);
    const open = (await months.lockOpen(tx, account)).filter(({ dueOn }) => dueOn <= lastTasks);
    await failpoint('open-months-read');
    if (open.some(({ state }) => state === 'CHARGING')) return false;
    for (const month of open) await months.skip(tx, month, now);
    await accounts.setLastTasks(tx, account, lastTasks, now);
    const known = await accounts.find(tx, account);
    if (known) await this.look.addMonths(tx, schedule, [known]);
    await this.facts.actionTaken(tx, actor, 'set-last-tasks', objectOf(account), lastTasks);
    return true;
  }
}
