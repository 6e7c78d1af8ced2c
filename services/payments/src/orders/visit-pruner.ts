import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import type { DueRow } from './order.repository.js';
import { PruningRepository, type ClosedVisit, type PruningBatch } from './pruning.repository.js';

const log = openLog('payments');
const EVERY_MS = 10 * 60_000;
/** How long a visit without a purchase is kept. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const AT_ONCE = 500;
/**
 * Maximum number of batches of each kind of row in one run of the pruner. The next run deletes the rest, because
 * deletions are not urgent.
 */
const BATCHES = 20;

/**
 * Deletes visits to the purchase windows thirty days after they ended without a purchase of pages or of a bundle.
 * Orders for which money was reserved stay, even if voided.
 */
@Injectable()
export class VisitPruner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.prune(),
    onFault: (error) => log.error({ err: error }, 'visits that came to nothing were not deleted'),
  });

  constructor(
    private readonly database: Database,
    private readonly pruning: PruningRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /**
   * Prunes all counties once. An error in one county does not delay the others.
   * @param atOnce maximum number of rows deleted in a transaction
   */
  async prune(atOnce = AT_ONCE): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const { pruning } = this;
    const terms = { before, limit: atOnce };
    await this.inBatches(
      terms,
      (tx, batch) => pruning.listUnheld(tx, batch),
      (tx, ids) => pruning.deleteUnheld(tx, ids),
    );
    let last: ClosedVisit | undefined;
    await this.inBatches(
      terms,
      async (tx, batch) => {
        const visits = await pruning.listClosed(tx, batch, last);
        last = visits.at(-1) ?? last;
        return visits;
      },
      (tx, ids) => pruning.deleteClosed(tx, ids),
    );
    await this.inBatches(
      terms,
      (tx, batch) => pruning.listUnsold(tx, batch),
      (tx, ids) => pruning.deleteUnsold(tx, ids),
    );
  }

  private async inBatches(
    terms: Omit<PruningBatch, 'except'>,
    list: (tx: Tx, batch: PruningBatch) => Promise<readonly DueRow[]>,
    remove: (tx: Tx, ids: readonly string[]) => Promise<number>,
  ): Promise<void> {
    const failed = new Set<string>();
    for (let batch = 0; batch < BATCHES && !this.turns.ending; batch += 1) {
      const rows = await this.database.asWorker((tx) => list(tx, { ...terms, except: [...failed] }));
      for (const [county, found] of Map.groupBy(rows, ({ countyId }) => countyId)) {
        const ids = found.map(({ id }) => id);
        await this.database
          .withCounty(county, (tx) => remove(tx, ids))
          .catch((error: unknown) => {
            failed.add(county);
            log.error({ err: error, county }, 'visits of a county that came to nothing were not deleted');
          });
      }
      if (rows.length < terms.limit) return;
    }
  }
}
