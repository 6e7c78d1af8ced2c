import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { FilingFees } from './filing-fees.js';
import { FilingRepository } from './filing.repository.js';
import { UnsentRepository } from './unsent.repository.js';
import { ASK_AGAIN_MS } from './filing.states.js';

const HOUR_MS = 60 * 60_000;
/**
 * How long an upload that was not sent is kept: long enough for a sender who returns days later, and much longer than
 * the 15 minutes for which the page for a card payment stays open.
 */
const KEPT_MS = 7 * 24 * HOUR_MS;
/** Maximum number of filings of one county that a transaction removes. */
const AT_ONCE = 100;

const log = openLog('imaging');

/**
 * Removes documents that were uploaded and never sent (imaging/DESIGN.md#filings). First the row of an upload is
 * marked, so that it can no longer be sent; then its price is canceled, and its file and its row are deleted. After a
 * crash `FilingCompleter` continues.
 */
@Injectable()
export class FilingPruner {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly unsent: UnsentRepository,
    private readonly fees: FilingFees,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An error in one county does not delay the other counties. */
  @OnJob('unsent-filings', { everyMs: HOUR_MS })
  async run({ county }: Wake): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) => this.unsent.listCounties(tx, before));
    for (const each of counties)
      await this.prune(each, before).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'the unsent documents of a county were not removed'),
      );
  }

  private async prune(county: string, before: Date): Promise<void> {
    for (let left = true; left;) left = await this.pruneSome(county, before);
  }

  /** Removes an upload; may be repeated at any step. */
  async discard(county: string, id: string): Promise<void> {
    const filing = await this.database.withCounty(county, (tx) => this.filings.find(tx, id));
    if (filing?.state !== 'DISCARDING') return;
    await this.fees.drop(county, id);
    await this.store.remove(filing.objectKey);
    await this.database.withCounty(county, (tx) => this.unsent.delete(tx, id));
  }

  /** @returns whether more uploads may be left to remove */
  private async pruneSome(county: string, before: Date): Promise<boolean> {
    const nextTryAt = new Date(this.clock.now().getTime() + ASK_AGAIN_MS);
    const ids = await this.database.withCounty(county, (tx) =>
      this.unsent.mark(tx, { before, nextTryAt, limit: AT_ONCE }),
    );
    for (const id of ids) await this.discard(county, id);
    return ids.length === AT_ONCE;
  }
}
