import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { LeasedWork, OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { UserPurgeRepository, type RunningPurge } from './user-purge.repository.js';
import { UserPurgeSteps } from './user-purge.steps.js';

export const USER_PURGE_JOB = 'user-purge';
const EVERY_MS = 15_000;

/** Works on the purges of counties. */
@Injectable()
export class UserPurgeWorker implements OnModuleDestroy {
  private readonly work: LeasedWork<RunningPurge>;

  constructor(database: Database, purges: UserPurgeRepository, steps: UserPurgeSteps) {
    this.work = new LeasedWork({
      ...{ database, rows: purges, log: openLog('identity'), what: 'the purge of users' },
      next: (county, purge, owner) => steps.next(county, purge, owner),
    });
  }

  @OnJob(USER_PURGE_JOB, { everyMs: EVERY_MS })
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
