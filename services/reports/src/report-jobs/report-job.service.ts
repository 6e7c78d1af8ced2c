import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import { contentTypeOf, OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { usDate } from '@portal/proto/dates';
import { mostJobsAtOnce, mostLinesOfFile, type ReportJobs } from '@portal/proto/http/report-jobs';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { openReportJob } from '@portal/proto/rpc/county-reports';
import { fileNameOf, type AskedFile } from '../county-reports/report-file.service.js';
import { ReportService, type ReportRefusal } from '../county-reports/report.service.js';
import { ReportJobRepository, toldOf } from './report-job.repository.js';
import { givenUpAt } from './report-job.rules.js';
import { REPORT_JOB } from './report-job.worker.js';

/**
 * The maximum number of jobs in the list that a user sees. Scheduled reports alone never fill the list, because their
 * files are kept for only a week.
 */
const SHOWN = 100;

type Started = Result<{ job: string }, ReportRefusal | 'REPORT_TOO_LONG' | 'TOO_MANY_REQUESTS'>;

/** Starts, lists, cancels and opens a user's big reports (DECISIONS.md#report-12). */
@Injectable()
export class ReportJobService {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportJobRepository,
    private readonly reports: ReportService,
    private readonly jobs: Jobs,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async start(actor: Actor, { format, report, criteria }: AskedFile): Promise<Started> {
    const { user, county, role, account } = actor;
    if (user === null || fileNameOf(report, format) === '') return fail('NOT_FOUND');
    const allowed = await this.reports.allow(actor, { report, criteria });
    if (!allowed.ok) return allowed;
    const { total } = await this.reports.summary(allowed.value);
    if (total.count > mostLinesOfFile) return fail('REPORT_TOO_LONG');
    const now = this.clock.now();
    const job = {
      ...{ id: randomUUID(), owner: user, role, account, report, format, lines: total.count },
      // fixes the last day, so that a job that runs past midnight covers the day on which it was started
      criteria: {
        ...criteria,
        toDate: criteria.toDate || usDate(todayIn(allowed.value.county.timeZone, this.clock)),
      },
      ...{ startedAt: now, expiresAt: givenUpAt(now), schedule: null },
    };
    const added = await this.database.withCounty(county, (tx) => this.rows.add(tx, job, mostJobsAtOnce));
    if (!added) return fail('TOO_MANY_REQUESTS');
    await this.jobs.wake(REPORT_JOB, { county });
    return ok({ job: job.id });
  }

  async list({ user, county }: Actor): Promise<Result<ReportJobs, 'NOT_FOUND'>> {
    if (user === null) return fail('NOT_FOUND');
    const jobs = await this.database.withCounty(county, (tx) => this.rows.listOwn(tx, user, SHOWN));
    return ok({ jobs: jobs.map(toldOf) });
  }

  /**
   * Cancels or removes a job. A process that is writing the job's file notices this at the next lines, and leaves no
   * file behind.
   */
  async remove({ user, county }: Actor, id: string): Promise<Result<Record<string, never>, 'NOT_FOUND'>> {
    if (user === null) return fail('NOT_FOUND');
    const job = await this.database.withCounty(county, (tx) => this.rows.remove(tx, id, user));
    if (!job) return fail('NOT_FOUND');
    if (job.objectKey !== '') await this.objects.remove(job.objectKey);
    return ok({});
  }

  async open(actor: Actor, id: string): Promise<Result<Output<typeof openReportJob>, 'NOT_FOUND'>> {
    const { user, county } = actor;
    if (user === null) return fail('NOT_FOUND');
    const job = await this.database.withCounty(county, (tx) => this.rows.findOwn(tx, id, user));
    if (job?.state !== 'READY') return fail('NOT_FOUND');
    // a user who has lost the right to the report, or has moved to another account, may no longer open the file
    const isTheirs = job.account === actor.account && job.role === actor.role;
    if (!isTheirs || !(await this.reports.isOffered(actor, job.report))) return fail('NOT_FOUND');
    const { objectKey, size, report, format } = job;
    const fileName = `${fileNameOf(report, format)}.${format.toLowerCase()}`;
    return ok({ objectKey, size, fileName, contentType: contentTypeOf(objectKey) });
  }
}
