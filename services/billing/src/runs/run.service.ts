import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { BillingState, listTaskMonths, TaskMonth } from '@portal/proto/rpc/billing';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { nextDue } from '../periods/period.rules.js';
import type { Month } from '../periods/task-month.repository.js';
import { CountySchedules } from '../schedule/county-schedules.js';
import { RunActions } from './run-actions.js';
import { RunRepositories } from './run-repositories.js';

const NEXT_RUNS = 3;

export const isOffice = ({ role }: Actor): boolean =>
  role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);

export const shownMonth = ({ at, ...month }: Month): TaskMonth => ({
  ...month,
  at: at?.toISOString() ?? null,
});

/** Serves the Schedule page (C7-01 to C7-10). */
@Injectable()
export class RunService {
  constructor(
    private readonly database: Database,
    private readonly schedules: CountySchedules,
    private readonly repositories: RunRepositories,
    private readonly office: RunActions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async state(actor: Actor): Promise<Result<BillingState, 'NOT_FOUND'>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    const schedule = await this.schedules.of(actor.county);
    const nextRuns = nextDue(schedule, this.clock, NEXT_RUNS).map(({ dueAt }) => dueAt.toISOString());
    return ok(
      await this.database.withCounty(actor.county, async (tx) => ({
        ...(await this.countsOf(tx)),
        nextRuns,
      })),
    );
  }

  /** Begins a run of the account tasks, or continues the run that is in progress. */
  async run(actor: Actor): Promise<Result<BillingState, 'NOT_FOUND'>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    await this.database.withCounty(actor.county, (tx) => this.office.run(tx, actor));
    return this.state(actor);
  }

  async prepareRerun(actor: Actor): Promise<Result<BillingState, 'NOT_FOUND'>> {
    if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
    await this.office.prepareRerun(actor);
    return this.state(actor);
  }

  async list(
    actor: Actor,
    { list, offset, limit }: Parsed<typeof listTaskMonths>,
  ): Promise<Result<Output<typeof listTaskMonths>, 'NOT_FOUND'>> {
    if (!isOffice(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const { months, runs } = this.repositories;
      if (list !== 'LAST_RUN') {
        const tasks = await months.listByState(tx, list, offset, limit);
        return ok({ tasks: tasks.map(shownMonth), total: (await months.countOpen(tx))[list] ?? 0 });
      }
      const run = await runs.newest(tx);
      if (!run) return ok({ tasks: [], total: 0 });
      const tasks = await months.listOfRun(tx, run.id, offset, limit);
      const counts = Object.values(await months.countOfRun(tx, run.id));
      return ok({ tasks: tasks.map(shownMonth), total: counts.reduce((sum, count) => sum + count, 0) });
    });
  }

  private async countsOf(tx: Tx): Promise<Omit<BillingState, 'nextRuns'>> {
    const { runs, months } = this.repositories;
    const { lastRan } = await runs.state(tx);
    const open = await months.countOpen(tx);
    const run = await runs.newest(tx);
    const ofRun = run ? await months.countOfRun(tx, run.id) : {};
    return {
      lastRan: lastRan?.toISOString() ?? null,
      run: run
        ? {
            ...{ began: run.beganAt.toISOString(), ended: run.endedAt?.toISOString() ?? null },
            ...{ done: ofRun.DONE ?? 0, needsFunds: ofRun.NEEDS_FUNDS ?? 0 },
            needsReview: ofRun.NEEDS_REVIEW ?? 0,
          }
        : null,
      due: (open.DUE ?? 0) + (open.CHARGING ?? 0),
      needsFunds: open.NEEDS_FUNDS ?? 0,
      needsReview: open.NEEDS_REVIEW ?? 0,
    };
  }
}
