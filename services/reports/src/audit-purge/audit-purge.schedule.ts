import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nextTimeOfDay, type Clock } from '@portal/infra/clock';
import { CountyRounds, CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { Jobs, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import type { County } from '@portal/proto/rpc/admin-config';
import { AuditPurgeBegin } from './audit-purge.begin.js';
import { AuditPurgeRepository } from './audit-purge.repository.js';
import { AUDIT_PURGE_JOB } from './audit-purge.worker.js';

/** The time on the county's clock at which automatic purges begin (DECISIONS.md#panel-22). */
export const PURGE_TIME = '02:00';
const EVERY_MS = 60_000;

const log = openLog('reports');

/**
 * Begins the automatic purges of the audit log (C6-18). Each county has a row with the time of its next purge. If no
 * process runs at that time, the purge begins as soon as one does. If two processes try to begin a purge, only one
 * succeeds.
 */
@Injectable()
export class AuditPurgeSchedule {
  private readonly rounds: CountyRounds;

  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly beginnings: AuditPurgeBegin,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rounds = new CountyRounds(sections, clock);
  }

  @OnJob('audit-purge-schedule', { everyMs: EVERY_MS })
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
    const { automaticPurge, automaticPurgeAfterDays: days } = await this.sections.getCurrent(
      county,
      'auditLogPurgeSchedule',
    );
    const now = this.clock.now();
    const { begun, next } = await this.database.withCounty(county, async (tx) => {
      const due = await this.purges.findNext(tx, true);
      if (!automaticPurge) {
        if (due) await this.purges.removeNext(tx);
        return { begun: false };
      }
      if (due && due.getTime() > now.getTime()) return { begun: false, next: due };
      const how = { dryRun: false, automatic: true, actor: 'system:reports' };
      // another purge of the county is running, so this purge stays due until that purge has ended
      if (due && !(await this.beginnings.begin(tx, { timeZone, days }, how)))
        return { begun: false, next: now };
      const later = nextTimeOfDay(timeZone, PURGE_TIME, now);
      await this.purges.saveNext(tx, later);
      return { begun: due !== undefined, next: later };
    });
    if (begun) await this.jobs.wake(AUDIT_PURGE_JOB, { county });
    return next;
  }
}
