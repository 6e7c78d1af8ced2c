import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { eachCounty, Jobs, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, ObjectMissing, type ObjectStore } from '@portal/infra/storage';
import { isSitePictureName, sitePictureKey, uploadKey } from '@portal/proto/site-pictures';
import { CountyRepository } from '../counties/county.repository.js';
import { SectionRepository } from '../sections/section.repository.js';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 6 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/**
 * The age at which an unprocessed upload is removed. The gateway normally removes uploads within seconds; older ones
 * are left only if a gateway was killed.
 */
const UPLOAD_MS = 60 * 60_000;
const JOB = 'purge-pictures';

const log = openLog('admin-config');

/**
 * The key prefix of the marks. A mark is an object whose key contains the name of an unused picture and the date since
 * which the picture has been unused, so no table is needed. The content of a mark is the time at which the picture was
 * stored.
 */
const marks = (county: string): string => `${county}/site/unnamed/`;
const markOf = (county: string, name: string, since: Date): string =>
  `${marks(county)}${name}/${since.toISOString().slice(0, 10)}`;

interface Mark {
  readonly key: string;
  readonly since: number;
}

/**
 * Removes pictures that have been unused for 30 days, such as uploads that were never saved in a setting. A picture
 * counts as used if any version of the county's settings, however old, uses it, so that each version can be saved
 * again. Concurrent runs do no harm, because they remove the same pictures. Unprocessed uploads are removed after an
 * hour.
 */
@Injectable()
export class PicturePurge implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly counties: CountyRepository,
    private readonly sections: SectionRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  /** Runs at the start, because a crash may have left uploads behind. */
  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.wake(JOB);
  }

  @OnJob(JOB, { everyMs: EVERY_MS })
  async run(): Promise<void> {
    const counties = await this.counties.list();
    await eachCounty(counties, 'counties whose unused pictures stay', ({ id }) => this.purgeCounty(id));
  }

  private async purgeCounty(county: string): Promise<void> {
    const removed = await this.purge(county);
    if (removed > 0) log.info({ county, removed }, 'pictures that nobody named removed');
    const left = await this.purgeUploads(county);
    if (left > 0) log.warn({ county, removed: left }, 'uploads that were left behind removed');
  }

  private async purgeUploads(county: string): Promise<number> {
    const before = this.clock.now().getTime() - UPLOAD_MS;
    let removed = 0;
    for await (const key of this.store.list(uploadKey(county, ''))) {
      const found = await this.store.find(key);
      if (!found || found.changedAt.getTime() > before) continue;
      await this.store.remove(key);
      removed += 1;
    }
    return removed;
  }

  private async purge(county: string): Promise<number> {
    const since = await this.readMarks(county);
    const now = this.clock.now();
    let removed = 0;
    for await (const key of this.store.list(sitePictureKey(county, ''))) {
      const name = key.slice(key.lastIndexOf('/') + 1);
      if (!isSitePictureName(name)) continue;
      const mark = since.get(name);
      since.delete(name);
      const named = await this.database.withCounty(county, (tx) => this.sections.namesPicture(tx, name));
      if (!named && !mark) await this.mark(county, name, now);
      else if (named && mark) await this.store.remove(mark.key);
      else if (mark && now.getTime() - mark.since >= KEPT_MS) {
        const again = await this.isStoredAgain(key, mark);
        if (!again && (await this.removeUnused(county, name))) removed += 1;
        await this.store.remove(mark.key);
        if (again) await this.mark(county, name, now);
      }
    }
    // removes the marks of pictures that no longer exist
    for (const { key } of since.values()) await this.store.remove(key);
    return removed;
  }

  /**
   * Removes a picture unless a version that uses it was saved in the meantime. The picture is removed inside the
   * transaction, because a save could otherwise use the picture just before it is removed.
   * @returns whether the picture was removed
   */
  private removeUnused(county: string, name: string): Promise<boolean> {
    return this.database.withCounty(county, async (tx) => {
      await this.sections.lockPictures(tx);
      if (await this.sections.namesPicture(tx, name)) return false;
      await this.store.remove(sitePictureKey(county, name));
      return true;
    });
  }

  private async mark(county: string, name: string, now: Date): Promise<void> {
    const stored = await this.store.find(sitePictureKey(county, name));
    if (!stored) return;
    await this.store.put(markOf(county, name, now), Buffer.from(stored.changedAt.toISOString()));
  }

  /**
   * True if the picture was uploaded again after it was marked, because somebody may be about to save it in a setting.
   * Also true if the mark is gone, because a concurrent run has then already decided about the picture. False if the
   * mark is empty: an earlier version of the portal wrote it, and it cannot show a new upload.
   */
  private async isStoredAgain(key: string, mark: Mark): Promise<boolean> {
    try {
      const marked = (await this.store.get(mark.key)).toString();
      return marked !== '' && (await this.store.find(key))?.changedAt.toISOString() !== marked;
    } catch (error) {
      if (error instanceof ObjectMissing) return true;
      throw error;
    }
  }

  private async readMarks(county: string): Promise<Map<string, Mark>> {
    const found = new Map<string, Mark>();
    for await (const key of this.store.list(marks(county))) {
      const [name = '', day = ''] = key.slice(marks(county).length).split('/');
      found.set(name, { key, since: Date.parse(day) });
    }
    return found;
  }
}
