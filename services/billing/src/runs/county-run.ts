import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { gauge } from '@portal/infra/metrics';
import { AccountLook } from '../accounts/account-look.js';
import { TaskCharging } from '../charging/task-charging.service.js';
import { latestDue, nextDue } from '../periods/period.rules.js';
import type { Chargeable } from '../periods/task-month.repository.js';
import { CountySchedules, type Schedule } from '../schedule/county-schedules.js';
import { RunRepositories } from './run-repositories.js';
import type { LookState, TaskRun } from './run.repository.js';

const SWEEP_MS = 3_600_000;
const LOOKS_AT_ONCE = 500;
const everyTask = ['MONTHLY_FEE', 'IMAGE_RENEWAL'] as const;

const runAge = gauge({
  ...{
    name: 'billing_run_seconds',
    help: 'How long the oldest unfinished run of a county has been going on',
  },
  labelNames: ['county'] as const,
});

/**
 * Does one round of a county's monthly tasks. The tables say what is due, so any process can do a round and no process
 * keeps state between rounds.
 */
@Injectable()
export class CountyRun {
  constructor(
    private readonly database: Database,
    private readonly schedules: CountySchedules,
    private readonly look: AccountLook,
    private readonly charging: TaskCharging,
    private readonly repositories: RunRepositories,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Lists the counties that have work, with one query for all counties. A tick must not skip these counties. */
  withWork(): Promise<string[]> {
    return this.database.asWorker((tx) => this.repositories.runs.listCountiesWithWork(tx, this.clock.now()));
  }

  /**
   * @returns when the next month falls due
   * @throws RpcFailure when the identity or admin-config service does not answer; the next tick tries again
   */
  async tick(county: string): Promise<Date | undefined> {
    const schedule = await this.schedules.of(county);
    // the next due time is computed first, so that a month that falls due during the work below does not wait until the
    // county is checked again
    const next = nextDue(schedule, this.clock, 1)[0]?.dueAt;
    await this.lookAround(schedule);
    const open = await this.inCounty(county, (tx) => this.repositories.runs.listOpen(tx));
    const of = chargeableOf(schedule, open);
    if (!isAsked(open))
      await this.inCounty(county, (tx) => this.repositories.months.reviewMissed(tx, of.tasks));
    await this.charging.chargeAll(county, of);
    if (open.length > 0) await this.inCounty(county, (tx) => this.endRuns(tx, open, of));
    runAge.set({ county }, this.oldest(open));
    return next;
  }

  /** Returns the seconds since the oldest of the runs began; 0 when there are no runs. */
  private oldest(runs: readonly TaskRun[]): number {
    const [first] = runs.map(({ beganAt }) => beganAt.getTime()).sort((a, b) => a - b);
    return first === undefined ? 0 : (this.clock.now().getTime() - first) / 1_000;
  }

  private async lookAround(schedule: Schedule): Promise<void> {
    const { county } = schedule;
    const state = await this.inCounty(county, (tx) => this.repositories.runs.state(tx));
    const open = await this.inCounty(county, (tx) => this.repositories.runs.listOpen(tx));
    if (this.mustLookAtAll(schedule, state, open)) await this.lookAtAll(schedule);
    for (;;) {
      const asked = await this.inCounty(county, (tx) =>
        this.repositories.accounts.listToLookAt(tx, LOOKS_AT_ONCE),
      );
      if (asked.length === 0) return;
      await this.look.at(
        schedule,
        asked.map(({ account }) => account),
      );
      await this.inCounty(county, (tx) => this.repositories.accounts.forgetLook(tx, asked));
    }
  }

  private mustLookAtAll(schedule: Schedule, state: LookState, open: readonly TaskRun[]): boolean {
    const { lookedThrough, lookedAt } = state;
    if (lookedThrough === null || lookedAt === null) return true;
    if (lookedThrough < latestDue(schedule, this.clock).dueAt) return true;
    if (this.clock.now().getTime() - lookedAt.getTime() >= SWEEP_MS) return true;
    return open.some(({ kind, beganAt }) => kind === 'ASKED' && beganAt > lookedAt);
  }

  private async lookAtAll(schedule: Schedule): Promise<void> {
    const at = this.clock.now();
    const due = latestDue(schedule, this.clock);
    const isFirst = await this.inCounty(schedule.county, async (tx) => {
      const { lookedThrough } = await this.repositories.runs.state(tx);
      return lookedThrough === null || lookedThrough < due.dueAt;
    });
    await this.look.atAll(schedule);
    await failpoint('county-looked-at');
    await this.inCounty(schedule.county, async (tx) => {
      if (isFirst && schedule.automatic.length > 0)
        await this.repositories.runs.beginScheduled(tx, due.period, at);
      await this.repositories.runs.noteLook(tx, due.dueAt, at);
    });
  }

  /** Ends runs that have no more months to charge; months that need money or review stay open. */
  private async endRuns(tx: Tx, open: readonly TaskRun[], of: Chargeable): Promise<void> {
    const now = this.clock.now();
    if (await this.repositories.months.hasWork(tx, now, of)) return;
    const ids = open.map(({ id }) => id);
    if ((await this.repositories.runs.end(tx, ids, now)) > 0) await this.repositories.runs.noteRan(tx, now);
  }

  private inCounty<T>(county: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.withCounty(county, work);
  }
}

/** True if staff have started a run. */
const isAsked = (open: readonly TaskRun[]): boolean => open.some(({ kind }) => kind === 'ASKED');

/** Returns the tasks to charge: all tasks if staff have started a run, otherwise only the automatic ones. */
function chargeableOf({ automatic }: Schedule, open: readonly TaskRun[]): Chargeable {
  return { tasks: isAsked(open) ? everyTask : automatic, account: null, run: open[0]?.id ?? null };
}
