import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { filingUploadKey } from '@portal/proto/efile';
import { EfileTerms } from './efile-terms.js';

const HOUR_MS = 60 * 60_000;
/**
 * The age at which an upload counts as left behind. An upload is normally gone after minutes: it arrives within five,
 * and the gateway removes it as soon as this service has answered.
 */
const LEFT_AFTER_MS = 24 * HOUR_MS;

const log = openLog('imaging');

/**
 * Removes uploads that a killed gateway left behind (DECISIONS.md#efile-70). No row refers to an upload, because this
 * service copies the documents that it accepts. Two processes may run this at once.
 */
@Injectable()
export class LeftUploads {
  constructor(
    private readonly terms: EfileTerms,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An error in one county does not delay the other counties. */
  @OnJob('left-uploads', { everyMs: HOUR_MS })
  async run({ county }: Wake): Promise<void> {
    for (const each of county ? [county] : await this.terms.counties()) {
      const removed = await this.removeOf(each).catch((error: unknown) => {
        log.error({ err: error, county: each }, 'the uploads of a county that were left behind stay');
        return 0;
      });
      if (removed > 0) log.warn({ county: each, removed }, 'uploads that were left behind removed');
    }
  }

  /** @returns the number of removed uploads */
  private async removeOf(county: string): Promise<number> {
    const before = this.clock.now().getTime() - LEFT_AFTER_MS;
    let removed = 0;
    for await (const key of this.store.list(filingUploadKey(county, ''))) {
      const found = await this.store.find(key);
      if (!found || found.changedAt.getTime() > before) continue;
      await this.store.remove(key);
      removed += 1;
    }
    return removed;
  }
}
