import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nextTimeOfDay, type Clock } from '@portal/infra/clock';
import { CountyRounds, CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { Jobs, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import type { County } from '@portal/proto/rpc/admin-config';
import { UserPurgeRepository } from './user-purge.repository.js';
import { PURGE_TIME, reachAfterDays } from './user-purge.rules.js';
import { USER_PURGE_JOB } from './user-purge.worker.js';

const EVERY_MS = 60_000;

const log = openLog('identity');

/**
 * Begins the automatic purges (C6-09, DECISIONS.md#panel-20). Each county has a row with the time of its next purge. If
 * no process ran at that time, the purge begins as soon as a process runs again. If two processes try to begin a purge,
 * only one does.
 */
@Injectable()
export class UserPurgeSchedule {
  private readonly rounds: CountyRounds;

  constructor(
    private readonly database: Database,
    private readonly purges: UserPurgeRepository,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rounds = new CountyRounds(sections, clock);
  }

  @OnJob('user-purge-schedule', { everyMs: EVERY_MS })
  async run(): Promise<void> {
    for (const county of await this.sections.listCounties()) {
      const looked = this.rounds.look(county.id, () => this.look(county));
      await looked.catch((error: unknown) =>
        log.error({ err: error, county: county.id }, 'the purge schedule of a county was not read'),
      );
    }
  }

  /** @returns the time of the next purge; undefined if the county has no automatic purges */
  private async look({ id: county, timeZone }: County): Promise<Date | undefined> {
    const { automaticPurge, automaticPurgeAfterDays } = await this.sections.getCurrent(
      county,
      'userPurgeSchedule',
    );
    const now = this.clock.now();
    const { begun, next } = await this.database.withCounty(county, async (tx) => {
      const due = await this.purges.lockNext(tx);
      if (!automaticPurge) {
        if (due) await this.purges.removeNext(tx);
        return { begun: false };
      }
      if (due && due.getTime() > now.getTime()) return { begun: false, next: due };
      const reach = reachAfterDays(timeZone, automaticPurgeAfterDays, this.clock);
      const purge = { ...reach, id: randomUUID(), dryRun: false, automatic: true, actor: 'system:identity' };
      // another purge of the county is running, so the next round tries to begin the due purge again
      if (due && !(await this.purges.begin(tx, purge, now))) return { begun: false, next: now };
      const later = nextTimeOfDay(timeZone, PURGE_TIME, now);
      await this.purges.saveNext(tx, later);
      return { begun: due !== undefined, next: later };
    });
    if (begun) await this.jobs.wake(USER_PURGE_JOB, { county });
    return next;
  }
}
