import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { WorkTaken } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { CardProvider } from '../cards/card-provider.js';
import type { RunTerms } from './comparison.js';
import { ListComparison } from './list-comparison.js';
import { ReconciledRepository } from './reconciled.repository.js';
import { RunRepository, type Run, type RunClaim, type RunKind } from './run.repository.js';

const log = openLog('payments');
const runs = counter({
  name: 'recon_runs_total',
  help: 'Comparisons of the card provider with the ledger',
  labelNames: ['kind', 'result'],
});

const DAY_MS = 24 * 60 * 60_000;
/**
 * A run also reads transactions from this long before the last complete run, to include those that were settled late or
 * whose times come from a clock that differs from ours.
 */
const OVERLAP_MS = 3 * DAY_MS;
/** After a long downtime, one run reads at most this far back. */
const LONGEST_MS = 90 * DAY_MS;
const LEASE_MS = 5 * 60_000;
/**
 * A lease is renewed after this time. The time that remains of the lease is then longer than the comparison of one line
 * takes, including calls to the provider.
 */
const RENEW_MS = 60_000;
/** How long after a failure the comparison of a period is repeated. */
const AGAIN_MS = 10 * 60_000;

export interface CountyZone {
  readonly county: string;
  readonly timeZone: string;
}

/**
 * Compares the provider's lists with the ledger (payments/DESIGN.md#reconciliation). DAILY and NOW compare all
 * transactions that are unsettled or were settled since the last complete run, then the transactions in the ledger that
 * the provider did not list. HOURLY compares the unsettled transactions.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly database: Database,
    private readonly cards: CardProvider,
    private readonly lists: ListComparison,
    private readonly reconciled: ReconciledRepository,
    private readonly runs: RunRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** True when all these periods have been compared completely. */
  areDone(county: string, periods: readonly (readonly [RunKind, string])[]): Promise<boolean> {
    return this.database.withCounty(county, (tx) => this.runs.areDone(tx, periods));
  }

  async takesCards(county: string): Promise<boolean> {
    return (await this.cards.merchantOf(county)) !== undefined;
  }

  /**
   * Compares one period; undefined when the county takes no cards, the period is done, or another process compares it
   * or has taken it over.
   */
  async run({ county, timeZone }: CountyZone, kind: RunKind, period: string): Promise<Run | undefined> {
    const merchantRef = await this.cards.merchantOf(county);
    if (merchantRef === undefined) return undefined;
    const startedAt = this.clock.now();
    const since = await this.database.withCounty(county, async (tx) => {
      if (await this.runs.isUnderWay(tx, startedAt)) return undefined;
      const last = await this.runs.lastComplete(tx);
      const claimed = await this.runs.claim(tx, kind, period, startedAt, this.lease());
      return claimed ? beginOf(last, startedAt) : undefined;
    });
    if (!since) return undefined;
    const merchant = { provider: this.cards.id, merchantRef };
    const terms = { county, timeZone, merchant, startedAt, correlationId: randomUUID() };
    const claim = { kind, period, startedAt };
    try {
      const { lines, failure } = await this.lists.compare(terms, kind, since, this.keeping(county, claim));
      return await this.finish(terms, { ...claim, lines, failure });
    } catch (error) {
      if (error instanceof WorkTaken) return undefined;
      throw error;
    }
  }

  /**
   * Returns a function that renews the lease if RENEW_MS have passed. That function throws WorkTaken when another
   * process has the run.
   */
  private keeping(county: string, claim: RunClaim): () => Promise<void> {
    let renewedAt = claim.startedAt.getTime();
    return async () => {
      const now = this.clock.now().getTime();
      if (now - renewedAt < RENEW_MS) return;
      const kept = await this.database.withCounty(county, (tx) => this.runs.renew(tx, claim, this.lease()));
      if (!kept) throw new WorkTaken();
      renewedAt = now;
    };
  }

  /** @throws WorkTaken when another process has the run */
  private async finish({ county, merchant }: RunTerms, done: Omit<Run, 'open' | 'finishedAt'>): Promise<Run> {
    const finishedAt = this.clock.now();
    const open = await this.database.withCounty(county, (tx) => this.reconciled.countOpen(tx));
    const run = { ...done, finishedAt, open };
    const again = done.failure === '' ? null : new Date(finishedAt.getTime() + AGAIN_MS);
    const finished = await this.database.withCounty(county, (tx) => this.runs.finish(tx, run, again));
    if (!finished) throw new WorkTaken();
    runs.inc({ kind: done.kind, result: done.failure === '' ? 'DONE' : done.failure });
    if (open > 0)
      log.error({ county, merchant: merchant.merchantRef, open }, 'card payments are unexplained');
    return run;
  }

  private lease(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}

function beginOf(last: Date | undefined, now: Date): Date {
  const begin = last ? last.getTime() - OVERLAP_MS : now.getTime() - LONGEST_MS;
  return new Date(Math.max(begin, now.getTime() - LONGEST_MS));
}
