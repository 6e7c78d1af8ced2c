import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { Jobs, OnJob } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { isSitePictureName, sitePictureKey, uploadKey } from '@portal/proto/site-pictures';
import { CountyRepository } from '../counties/county.repository.js';
import { SectionRepository } from '../sections/section.repository.js';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 6 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** An upload is looked at within seconds and removed by the gateway that took it, unless that was killed. */
const UPLOAD_MS = 60 * 60_000;
const JOB = 'purge-pictures';

const log = openLog('admin-config');

/** Where it stands that a picture is named by nobody, and since when: the key says both, so there is no table. */
const marks = (county: string): string => `${county}/site/unnamed/`;
const markOf = (county: string, name: string, since: Date): string =>
  `${marks(county)}${name}/${since.toISOString().slice(0, 10)}`;

/**
 * Removes pictures that no version of the county's settings has named for 30 days: uploaded to be looked at, and not
 * taken. What any version names stays, so that each can be saved again. Two runs at once remove the same. Uploads that
 * nobody came to look at go after an hour.
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

  /** What was running when everything stopped has left most. */
  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.wake(JOB);
  }

  @OnJob(JOB, { everyMs: EVERY_MS })
  async run(): Promise<void> {
    for (const { id } of await this.counties.list()) {
      const removed = await this.purge(id);
      if (removed > 0) log.info({ county: id, removed }, 'pictures that nobody named removed');
      const left = await this.purgeUploads(id);
      if (left > 0) log.warn({ county: id, removed: left }, 'uploads that were left behind removed');
    }
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
      // asked for each, as late as can be: it may have been saved while this runs
      const named = await this.database.withCounty(county, (tx) => this.sections.namesPicture(tx, name));
      if (!named && !mark) await this.store.put(markOf(county, name, now), Buffer.alloc(0));
      else if (named && mark) await this.store.remove(mark.key);
      else if (mark && now.getTime() - mark.since >= KEPT_MS) {
        await this.store.remove(key);
        await this.store.remove(mark.key);
        removed += 1;
      }
    }
    // of pictures that are gone
    for (const { key } of since.values()) await this.store.remove(key);
    return removed;
  }

  private async readMarks(county: string): Promise<Map<string, { key: string; since: number }>> {
    const found = new Map<string, { key: string; since: number }>();
    for await (const key of this.store.list(marks(county))) {
      const [name = '', day = ''] = key.slice(marks(county).length).split('/');
      found.set(name, { key, since: Date.parse(day) });
    }
    return found;
  }
}
