import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { WorkTaken } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import type { RunFailure } from '@portal/proto/rpc/payments';
import { CLOCKS_DIFFER_MS } from '../attempts/attempt.states.js';
import {
  CardProvider,
  ProviderRefused,
  ProviderUnavailable,
  type SettledTransaction,
} from '../cards/card-provider.js';
import { MadeRefunds } from '../filings/made-refunds.js';
import { BooksRepository } from './books.repository.js';
import { Comparison, type RunTerms } from './comparison.js';
import { ReconciledRepository } from './reconciled.repository.js';
import type { ProviderLine } from './reconciliation.rules.js';
import type { Run, RunKind } from './run.repository.js';

const log = openLog('payments');

/** Maximum number of payments, and of findings, that are queried one by one because they are in no list. */
const MISSING_AT_MOST = 1_000;

/** Compares the provider's lists with the ledger, line by line, and then checks ledger entries that the lists lack. */
@Injectable()
export class ListComparison {
  constructor(
    private readonly database: Database,
    private readonly cards: CardProvider,
    private readonly comparison: Comparison,
    private readonly books: BooksRepository,
    private readonly reconciled: ReconciledRepository,
    private readonly refunds: MadeRefunds,
  ) {}

  /**
   * @param since the earliest time of settlement that counts
   * @param keep renews the claim to the run; called before each line, because the comparison may need a slow call to
   *   the provider
   * @returns how many lines were compared, and why the comparison stopped early; '' when it did not
   * @throws WorkTaken when `keep` does
   */
  async compare(
    terms: RunTerms,
    kind: RunKind,
    since: Date,
    keep: () => Promise<void>,
  ): Promise<{ lines: number; failure: Run['failure'] }> {
    const { county } = terms;
    let lines = 0;
    const read = async (list: AsyncIterable<SettledTransaction>): Promise<void> => {
      for await (const line of list) {
        await keep();
        const completed = await this.completed(county, line);
        await this.requireMerchant(terms);
        await this.compareOne(terms, completed);
        lines += 1;
      }
    };
    try {
      // the unsettled list is read first, so that a transaction that settles meanwhile is in one of the two lists
      await read(this.cards.unsettled(county));
      if (kind !== 'HOURLY') {
        const until = new Date(terms.startedAt.getTime() + CLOCKS_DIFFER_MS);
        await read(this.cards.settled(county, since, until));
        lines += await this.compareUnseen(terms, since, keep);
      }
      return { lines, failure: '' };
    } catch (error) {
      if (error instanceof WorkTaken) throw error;
      if (error instanceof ProviderUnavailable)
        log.warn({ err: error, county }, 'a reconciliation broke off');
      else log.error({ err: error, county }, 'a reconciliation failed');
      return { lines, failure: failureOf(error) };
    }
  }

  /**
   * Ends the comparison if the county has changed to a new merchant meanwhile, because the answers for the new merchant
   * say nothing about the payments of the previous one. The next comparison uses the new merchant.
   * @throws ProviderUnavailable
   */
  private async requireMerchant({ county, merchant: { merchantRef } }: RunTerms): Promise<void> {
    if ((await this.cards.merchantOf(county)) !== merchantRef)
      throw new ProviderUnavailable(`${county} has no longer the merchant ${merchantRef}`);
  }

  /**
   * Compares a transaction. If the transaction is a refund that a person has made in place of the portal, first posts
   * that refund.
   */
  private async compareOne(terms: RunTerms, line: ProviderLine): Promise<void> {
    await this.refunds.recognize(terms.county, terms.merchant.merchantRef, line);
    await this.comparison.compareLine(terms, line);
  }

  /** Adds to a refund the id of the payment that it gives back, because the lists do not contain this id. */
  private async completed(county: string, line: SettledTransaction): Promise<ProviderLine> {
    if (line.status !== 'REFUNDED') return line;
    const found = await this.cards.fetchTransaction(county, line.id);
    return { ...line, refundOf: found?.refundOf ?? null };
  }

  /** Asks the provider about ledger entries and earlier findings that are not in the lists. */
  private async compareUnseen(terms: RunTerms, since: Date, keep: () => Promise<void>): Promise<number> {
    const { county, merchant, startedAt } = terms;
    const unseen = await this.database.withCounty(county, async (tx) => {
      const booked = await this.books.findUnseen(tx, merchant, since, startedAt, MISSING_AT_MOST);
      const open = await this.reconciled.findOpenUnseen(tx, merchant, startedAt, MISSING_AT_MOST);
      const all = [
        ...booked.map(({ transactionId, invoice, verifiedAt }) => ({
          transactionId: transactionId ?? '',
          invoice,
          submittedAt: verifiedAt ?? startedAt,
        })),
        ...open,
      ];
      return [...new Map(all.map((each) => [each.transactionId, each])).values()];
    });
    for (const each of unseen) {
      await keep();
      await failpoint('unseen-asked');
      const found = await this.cards.fetchTransaction(county, each.transactionId);
      await this.requireMerchant(terms);
      if (!found) await this.comparison.compareMissing(terms, each);
      else await this.compareOne(terms, { ...found, settled: found.settling });
    }
    return unseen.length;
  }
}

const refusals = { KEYS: 'KEYS_REFUSED', REQUEST: 'REQUEST_REFUSED' } as const;

function failureOf(error: unknown): RunFailure {
  if (error instanceof ProviderRefused) return refusals[error.reason];
  return error instanceof ProviderUnavailable ? 'PROVIDER_UNAVAILABLE' : 'FAILED';
}
