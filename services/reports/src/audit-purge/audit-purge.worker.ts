import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { LeasedWork, OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { AuditPurgeRepository, type RunningPurge } from './audit-purge.repository.js';
import { AuditPurgeSteps } from './audit-purge.steps.js';

export const AUDIT_PURGE_JOB = 'audit-purge';
const EVERY_MS = 15_000;

/** Works on the purges of the counties' audit logs. */
@Injectable()
export class AuditPurgeWorker implements OnModuleDestroy {
  private readonly work: LeasedWork<RunningPurge>;

  constructor(database: Database, purges: AuditPurgeRepository, steps: AuditPurgeSteps) {
    this.work = new LeasedWork({
      ...{ database, rows: purges, log: openLog('reports'), what: 'the purge of an audit log' },
      next: (county, purge, owner) => steps.next(county, purge, owner),
    });
  }

  @OnJob(AUDIT_PURGE_JOB, { everyMs: EVERY_MS })
  run(wake: Wake): Promise<void> {
    return this.work.run(wake);
  }

  /** Works on a county's purge until it is done; does nothing if another process works on it. */
  workOn(county: string): Promise<void> {
    return this.work.work(county);
  }

  onModuleDestroy(): void {
    this.work.end();
  }
}
