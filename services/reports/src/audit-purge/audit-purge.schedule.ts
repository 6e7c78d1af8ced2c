import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nextTimeOfDay, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { Jobs, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import type { County } from '@portal/proto/rpc/admin-config';
import { AuditPurgeBegin } from './audit-purge.begin.js';
import { AuditPurgeRepository } from './audit-purge.repository.js';
import { AUDIT_PURGE_JOB } from './audit-purge.worker.js';

/** The night's work begins at this time of the county (DECISIONS.md#panel-22). */
export const PURGE_TIME = '02:00';
const EVERY_MS = 60_000;

const log = openLog('reports');

/**
 * Begins the automatic purges of the audit log (C6-18). Each county's row has the time of its next one. When no
 * process ran that night, the purge begins as soon as one runs again; two processes begin it only once.
 */
@Injectable()
export class AuditPurgeSchedule {
  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly beginnings: AuditPurgeBegin,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob('audit-purge-schedule', { everyMs: EVERY_MS })
  async run(): Promise<void> {
    for (const county of await this.sections.listCounties()) {
      await this.look(county).catch((error: unknown) =>
        log.error({ err: error, county: county.id }, 'the purge schedule of a county was not read'),
      );
    }
  }

  private async look({ id: county, timeZone }: County): Promise<void> {
    const { automaticPurge, automaticPurgeAfterDays: days } = await this.sections.getCurrent(
      county,
      'auditLogPurgeSchedule',
    );
    const now = this.clock.now();
    const begun = await this.database.withCounty(county, async (tx) => {
      const due = await this.purges.findNext(tx, true);
      if (!automaticPurge) {
        if (due) await this.purges.removeNext(tx);
        return false;
      }
      if (due && due.getTime() > now.getTime()) return false;
      const how = { dryRun: false, automatic: true, actor: 'system:reports' };
      // beside another purge of the county it waits for the next turn
      if (due && !(await this.beginnings.begin(tx, { timeZone, days }, how))) return false;
      await this.purges.saveNext(tx, nextTimeOfDay(timeZone, PURGE_TIME, now));
      return due !== undefined;
    });
    if (begun) await this.jobs.wake(AUDIT_PURGE_JOB, { county });
  }
}
