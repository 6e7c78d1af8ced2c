import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import { mostLinesOfFile } from '@portal/proto/http/report-jobs';
import type { County } from '@portal/proto/rpc/admin-config';
import { ReportService } from '../county-reports/report.service.js';
import { ReportJobRepository, type NewJob } from '../report-jobs/report-job.repository.js';
import { givenUpAt } from '../report-jobs/report-job.rules.js';
import { REPORT_JOB } from '../report-jobs/report-job.worker.js';
import { tellEnd } from '../report-jobs/scheduled-end.js';
import { ReportScheduleRepository, type Schedule } from './report-schedule.repository.js';
import { criteriaAt, newestDue } from './report-schedule.rules.js';

/** Starts the report of a schedule when it is due. */
@Injectable()
export class DueReports {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportScheduleRepository,
    private readonly writing: ReportJobRepository,
    private readonly reports: ReportService,
    private readonly jobs: Jobs,
  ) {}

  /** Begins the newest due report of the schedule, unless another process has already begun it. */
  async begin({ id: county, timeZone }: County, schedule: Schedule, now: Date): Promise<void> {
    const { due, next } = newestDue(schedule, timeZone, { first: schedule.nextAt, now });
    const job = await this.jobOf(county, schedule, { due, now, timeZone });
    const begun = await this.database.withCounty(county, async (tx) => {
      if (!(await this.rows.moveOn(tx, schedule, next))) return false;
      if (job) return this.writing.add(tx, job, null);
      await tellEnd(tx, { ...schedule, schedule: schedule.id }, false);
      return false;
    });
    if (begun) await this.jobs.wake(REPORT_JOB, { county });
  }

  /**
   * Returns the job that writes a due report; undefined if the owner may not read the report at this time, or if the
   * report has more lines than a file can have.
   */
  private async jobOf(
    county: string,
    { id, owner, role, report, format, ...schedule }: Schedule,
    { due, now, timeZone }: { due: Date; now: Date; timeZone: string },
  ): Promise<NewJob | undefined> {
    const criteria = criteriaAt(due, schedule, timeZone, schedule.criteria);
    const reader = { county, user: owner, role, account: null };
    const allowed = await this.reports.allow(reader, { report, criteria });
    if (!allowed.ok) return undefined;
    const { total } = await this.reports.summary(allowed.value);
    if (total.count > mostLinesOfFile) return undefined;
    return {
      ...{ id: randomUUID(), owner, role, account: null, report, format, criteria, schedule: id },
      ...{ lines: total.count, startedAt: now, expiresAt: givenUpAt(now) },
    };
  }
}
