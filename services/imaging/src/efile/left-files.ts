import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { EfileTerms } from './efile-terms.js';
import { originalsOf, stampedCopiesOf } from './filing-file.rules.js';
import { UnsentRepository } from './unsent.repository.js';

const DAY_MS = 24 * 60 * 60_000;
/**
 * A file is written seconds before a row names it. If no row names it, the file is still kept for a month: the row may
 * be missing because an earlier backup was restored, or because the county is still being copied from another
 * installation.
 */
const LEFT_AFTER_MS = 30 * DAY_MS;
/** Maximum number of files whose filings are looked up with one statement. */
const AT_ONCE = 500;

const log = openLog('imaging');

/**
 * Removes files to which no filing refers: documents that were stored before this service was killed and whose filing was
 * never written, and copies with a recording stamp whose recording was refused or not stored. Two processes may run this
 * at once.
 */
@Injectable()
export class LeftFiles {
  constructor(
    private readonly terms: EfileTerms,
    private readonly database: Database,
    private readonly unsent: UnsentRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs once a day, because it lists all files. An error in one county does not delay the other counties. */
  @OnJob('left-files', { everyMs: DAY_MS })
  async run({ county }: Wake): Promise<void> {
    for (const each of county ? [county] : await this.terms.counties()) {
      const removed = await this.removeOf(each).catch((error: unknown) => {
        log.error({ err: error, county: each }, 'the files of a county that no filing has stay');
        return 0;
      });
      if (removed > 0) log.warn({ county: each, removed }, 'files that no filing has removed');
    }
  }

  /** @returns the number of removed files */
  private async removeOf(county: string): Promise<number> {
    let [removed, keys] = [0, [] as string[]];
    for await (const key of this.files(county)) {
      keys.push(key);
      if (keys.length < AT_ONCE) continue;
      removed += await this.removeUnfiled(county, keys);
      keys = [];
    }
    return removed + (await this.removeUnfiled(county, keys));
  }

  private async *files(county: string): AsyncGenerator<string> {
    yield* this.store.list(originalsOf(county));
    yield* this.store.list(stampedCopiesOf(county));
  }

  private async removeUnfiled(county: string, keys: readonly string[]): Promise<number> {
    const before = this.clock.now().getTime() - LEFT_AFTER_MS;
    const filed = new Set(await this.database.withCounty(county, (tx) => this.unsent.listNamed(tx, keys)));
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
