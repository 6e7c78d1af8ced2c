import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { afterCommit, type Tx } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import { Rerun } from '../accounts/rerun.js';
import { TaskFacts } from '../accounts/task-facts.js';
import { CountySchedules } from '../schedule/county-schedules.js';
import { RunRepositories } from './run-repositories.js';
import { Ticker } from './ticker.js';

/** Actions of staff on the county's tasks; each adds an entry to the audit log. */
@Injectable()
export class RunActions {
  constructor(
    private readonly repositories: RunRepositories,
    private readonly rerun: Rerun,
    private readonly schedules: CountySchedules,
    private readonly facts: TaskFacts,
    private readonly ticker: Ticker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(tx: Tx, actor: Actor): Promise<void> {
    const now = this.clock.now();
    const { runs, months } = this.repositories;
    if (await runs.beginAsked(tx, actor.user ?? actor.username, now)) {
      await months.tryAgain(tx, null, now);
      await this.facts.actionTaken(tx, actor, 'run', `county:${tx.countyId}`, 'asked');
    }
    afterCommit(tx, () => this.ticker.wake(actor.county));
  }

  async prepareRerun(actor: Actor): Promise<void> {
    const schedule = await this.schedules.of(actor.county);
    await this.rerun.prepare(schedule, null, async (tx) => {
      await this.repositories.runs.noteRan(tx, null);
      await this.facts.actionTaken(tx, actor, 'prepare-rerun', `county:${tx.countyId}`, 'asked');
    });
  }
}
