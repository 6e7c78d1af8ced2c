import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { EfileTerms } from './efile-terms.js';
import { originalsOf } from './filing-file.rules.js';
import { UnsentRepository } from './unsent.repository.js';

const DAY_MS = 24 * 60 * 60_000;
/**
 * An original is written seconds before its row. If the row is missing, the original is still kept for a month: the
 * row may be missing because an earlier backup was restored, or because the county is still being copied from another
 * installation.
 */
const LEFT_AFTER_MS = 30 * DAY_MS;
/** Maximum number of originals whose filings are looked up with one statement. */
const AT_ONCE = 500;

const log = openLog('imaging');

/**
 * Removes e-filed documents that have no filing. Such a document remains if this service is killed after it has stored
 * the document and before it has written the filing. Two processes may run this at once.
 */
@Injectable()
export class LeftOriginals {
  constructor(
    private readonly terms: EfileTerms,
    private readonly database: Database,
    private readonly unsent: UnsentRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs once a day, because it lists all originals. An error in one county does not delay the other counties. */
  @OnJob('left-originals', { everyMs: DAY_MS })
  async run({ county }: Wake): Promise<void> {
    for (const each of county ? [county] : await this.terms.counties()) {
      const removed = await this.removeOf(each).catch((error: unknown) => {
        log.error({ err: error, county: each }, 'the originals of a county that no filing has stay');
        return 0;
      });
      if (removed > 0) log.warn({ county: each, removed }, 'originals that no filing has removed');
    }
  }

  /** @returns the number of removed originals */
  private async removeOf(county: string): Promise<number> {
    let [removed, keys] = [0, [] as string[]];
    for await (const key of this.store.list(originalsOf(county))) {
      keys.push(key);
      if (keys.length < AT_ONCE) continue;
      removed += await this.removeUnfiled(county, keys);
      keys = [];
    }
    return removed + (await this.removeUnfiled(county, keys));
  }

  private async removeUnfiled(county: string, keys: readonly string[]): Promise<number> {
    const before = this.clock.now().getTime() - LEFT_AFTER_MS;
    const filed = new Set(
      await this.database.withCounty(county, (tx) => this.unsent.listOriginals(tx, keys)),
    );
    let removed = 0;
    for (const key of keys.filter((one) => !filed.has(one))) {
      const found = await this.store.find(key);
      if (!found || found.changedAt.getTime() > before) continue;
      await this.store.remove(key);
      removed += 1;
    }
    return removed;
  }
}
