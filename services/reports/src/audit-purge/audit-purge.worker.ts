import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { isActive } from '@portal/proto/http/purges';
import { AuditPurgeRepository } from './audit-purge.repository.js';
import { AuditPurgeSteps, PurgeTaken } from './audit-purge.steps.js';

export const AUDIT_PURGE_JOB = 'audit-purge';
const EVERY_MS = 15_000;

const log = openLog('reports');

/** Works on the purges of counties' audit logs. The row says whose turn it is; the job only wakes it. */
@Injectable()
export class AuditPurgeWorker {
  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly steps: AuditPurgeSteps,
  ) {}

  @OnJob(AUDIT_PURGE_JOB, { everyMs: EVERY_MS })
  async run({ county }: Wake): Promise<void> {
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) => this.purges.listCountiesWithWork(tx));
    for (const each of counties) {
      // a county whose purge fails must not stop those of the others; its next turn comes soon
      await this.work(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'a purge of an audit log did not go on'),
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
      while (isActive(purge.state)) purge = await this.steps.next(county, purge, owner);
      log.info({ county, purge: id, state: purge.state, deleted: purge.deleted }, 'audit log purged');
    } catch (error) {
      if (error instanceof PurgeTaken) return;
      await this.database.withCounty(county, (tx) => this.purges.giveBack(tx, id, owner));
      throw error;
    }
  }
}
