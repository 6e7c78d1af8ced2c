import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { AuditRepository } from '../audit/audit.repository.js';
import { ActivityRepository } from './activity.repository.js';
import { learnedFrom } from './activity.rules.js';

const AT_ONCE = 1_000;

const log = openLog('reports');

/**
 * Reads the audit log and adds the lines that are missing in the tables of the reports: those of events that could not
 * be applied, or all lines if the tables are new or were emptied. Lines of searches cannot be added again, because the
 * audit log does not contain searches.
 */
@Injectable()
export class ActivityRefill {
  constructor(
    private readonly database: Database,
    private readonly sections: CountySections,
    private readonly audit: AuditRepository,
    private readonly activities: ActivityRepository,
  ) {}

  /** An error in one county does not delay the other counties. */
  @OnJob('refill-activity', { everyMs: 10 * 60_000 })
  async refillAll(): Promise<void> {
    for (const { id: county } of await this.sections.listCounties())
      await this.refill(county).catch((error: unknown) =>
        log.error({ err: error, county }, 'the missing report lines of a county were not added'),
      );
  }

  /** @returns the number of records that were read */
  async refill(county: string): Promise<number> {
    for (let read = 0; ;) {
      const part = await this.database.withCounty(county, async (tx) => {
        const records = await this.audit.listAfter(tx, await this.activities.lockProgress(tx), AT_ONCE);
        const last = records.at(-1);
        if (!last) return 0;
        await failpoint('activity-refill-read');
        await this.activities.learn(tx, records.map(learnedFrom));
        await this.activities.moveProgress(tx, BigInt(last.seq));
        return records.length;
      });
      read += part;
      if (part < AT_ONCE) return read;
    }
  }
}
