import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { LeasedWork, OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { ReportJobRepository, type WrittenJob } from './report-job.repository.js';
import { ReportJobWriter } from './report-job.writer.js';

export const REPORT_JOB = 'report-jobs';
const EVERY_MS = 15_000;
/**
 * The number of jobs that run at once. With two, a long report of one county does not delay the reports of other
 * counties.
 */
const concurrency = 2;

/** Writes the counties' big reports, oldest first. */
@Injectable()
export class ReportJobWorker implements OnModuleDestroy {
  private readonly work: LeasedWork<WrittenJob>;

  constructor(database: Database, rows: ReportJobRepository, writer: ReportJobWriter) {
    this.work = new LeasedWork({
      ...{ database, rows, log: openLog('reports'), what: 'the writing of a report' },
      next: (county, job, owner, stopping) => writer.write(county, job, owner, stopping),
    });
  }

  @OnJob(REPORT_JOB, { everyMs: EVERY_MS, concurrency })
  run(wake: Wake): Promise<void> {
    return this.work.run(wake);
  }

  /** Writes the waiting jobs of a county, except those that other processes are writing. */
  workOn(county: string): Promise<void> {
    return this.work.work(county);
  }

  onModuleDestroy(): void {
    this.work.end();
  }
}
