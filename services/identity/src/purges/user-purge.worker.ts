import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { activePurgeStates } from '@portal/proto/http/purges';
import { PurgeTaken } from './purge-archive.js';
import { UserPurgeRepository } from './user-purge.repository.js';
import { UserPurgeSteps } from './user-purge.steps.js';

export const USER_PURGE_JOB = 'user-purge';
const EVERY_MS = 15_000;

const log = openLog('identity');

/** Works on the purges of counties. The row says whose turn it is; the job only wakes it. */
@Injectable()
export class UserPurgeWorker {
  constructor(
    private readonly database: Database,
    private readonly purges: UserPurgeRepository,
    private readonly steps: UserPurgeSteps,
  ) {}

  @OnJob(USER_PURGE_JOB, { everyMs: EVERY_MS })
  async run({ county }: Wake): Promise<void> {
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) => this.purges.listCountiesWithWork(tx));
    for (const each of counties) {
      // a county whose purge fails must not stop those of the others; its next turn comes soon
      await this.work(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'a purge of users did not go on'),
      );
    }
  }

  /** Works on a county's purge until it is done, unless another process does. */
  async work(county: string): Promise<void> {
    const owner = randomUUID();
    let purge = await this.database.withCounty(county, (tx) => this.purges.take(tx, owner));
    if (!purge) return;
    const { id } = purge;
    try {
      while (activePurgeStates.some((state) => state === purge?.state))
        purge = await this.steps.next(county, purge, owner);
      log.info({ county, purge: id, state: purge.state, deleted: purge.deleted }, 'users purged');
    } catch (error) {
      if (error instanceof PurgeTaken) return;
      await this.database.withCounty(county, (tx) => this.purges.giveBack(tx, id, owner));
      throw error;
    }
  }
}
