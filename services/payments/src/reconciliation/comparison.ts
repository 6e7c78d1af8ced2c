import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { AttemptSettler } from '../attempts/attempt-settler.js';
import { BooksRepository, type BookedPayment, type MerchantKey } from './books.repository.js';
import { ReconciledRepository, type Reconciled, type Verdict } from './reconciled.repository.js';
import {
  compare,
  compareRefund,
  isMatched,
  isWithoutMoney,
  judgeUnbound,
  ledgerSideOf,
  reasonOf,
  refundSideOf,
  suspenseOf,
  type LedgerSide,
  type ProviderLine,
  type Reason,
} from './reconciliation.rules.js';
import { Suspense } from './suspense.js';

/** A comparison run of one county. */
export interface RunTerms {
  readonly county: string;
  readonly timeZone: string;
  readonly merchant: MerchantKey;
  readonly startedAt: Date;
  readonly correlationId: string;
}

/** The ledger's record of a transaction, and the result of an earlier run. */
interface Known {
  readonly booked: BookedPayment | undefined;
  /** For a refund that names its payment, that payment; otherwise the payment with the transaction's invoice number. */
  readonly sameInvoice: BookedPayment | undefined;
  readonly before: Reconciled | undefined;
  readonly surplus: bigint;
  readonly undone: bigint;
}

/** Compares the provider's transactions with the ledger and stores the results. */
@Injectable()
export class Comparison {
  constructor(
    private readonly database: Database,
    private readonly books: BooksRepository,
    private readonly reconciled: ReconciledRepository,
    private readonly settler: AttemptSettler,
    private readonly suspense: Suspense,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Compares lines of the provider's lists. A transaction that may be an unreported payment is credited by
   * `settleAttempt`.
   */
  async compareLines(run: RunTerms, lines: readonly ProviderLine[]): Promise<void> {
    for (const line of lines) await this.compareLine(run, line);
  }

  async compareLine(run: RunTerms, line: ProviderLine): Promise<void> {
    let known = await this.look(run, line);
    let reason = judge(line, known);
    if (reason === 'SETTLE') {
      reason = await this.settle(run, line, known);
      known = await this.look(run, line);
      // the result may have changed, because this transaction or another one may have been credited meanwhile
      const now = judge(line, known);
      if (now !== 'SETTLE') reason = now;
    }
    if (isIrrelevant(line, known)) return;
    await this.record(run, {
      ...{ transactionId: line.id, invoice: line.invoice, line, reason, submittedAt: line.submittedAt },
      side: sideOf(line, known),
      attemptId: (known.booked ?? known.sameInvoice)?.attemptId ?? null,
      day: dayOf(run, line.submittedAt),
    });
  }

  /** Records the result for a transaction that the provider does not know. */
  async compareMissing(
    run: RunTerms,
    gone: { transactionId: string; invoice: string | null; submittedAt: Date },
  ): Promise<void> {
    const { transactionId, invoice, submittedAt } = gone;
    const [booked] = await this.database.withCounty(run.county, (tx) =>
      this.books.find(tx, run.merchant, [transactionId], []),
    );
    const side = booked && ledgerSideOf(booked, transactionId);
    const expected = side !== undefined && side.amount > 0n;
    await this.record(run, {
      ...{ transactionId, invoice: booked?.invoice ?? invoice, line: undefined, side, submittedAt },
      reason: expected ? 'NOT_AT_PROVIDER' : 'NO_MONEY',
      attemptId: booked?.attemptId ?? null,
      day: dayOf(run, submittedAt),
    });
  }

  private look({ county, merchant }: RunTerms, { id, invoice, refundOf }: ProviderLine): Promise<Known> {
    return this.database.withCounty(county, async (tx) => {
      // a refund that a person makes at the provider may lack the invoice number of its payment, so the payment is also
      // looked up by its id
      const ids = [id, refundOf].filter((each) => each != null);
      const found = await this.books.find(tx, merchant, ids, invoice === null ? [] : [invoice]);
      const refunded = found.find(
        ({ transactionId }) => transactionId !== null && transactionId === refundOf,
      );
      const [before] = await this.reconciled.find(tx, merchant, [id]);
      const held =
        invoice === null
          ? { surplus: 0n, undone: 0n }
          : await this.reconciled.surplusOf(tx, merchant, invoice, id);
      return {
        booked: found.find(({ transactionId }) => transactionId === id),
        sameInvoice: refunded ?? found.find((each) => each.invoice === invoice),
        before,
        ...held,
      };
    });
  }

  /**
   * Settles a transaction. If the transaction was refused before and the provider's lists still report the same status
   * and amount, the provider is not asked again.
   */
  private async settle(
    { county }: RunTerms,
    line: ProviderLine,
    { sameInvoice, booked, before }: Known,
  ): Promise<Reason> {
    const attemptId = (booked ?? sameInvoice)?.attemptId;
    if (attemptId === undefined) throw new Error(`no payment could be transaction ${line.id}`);
    const same = before?.providerStatus === line.status && before.providerAmount === line.settled;
    if (same && !isMatched(before.reason) && before.reason !== 'NOT_VERIFIED') return before.reason;
    return reasonOf(await this.settler.settleAttempt(county, attemptId, line.id));
  }

  private async record(run: RunTerms, verdict: Verdict): Promise<void> {
    const { merchant, correlationId } = run;
    const now = this.clock.now();
    const target =
      verdict.reason === 'NO_MONEY' && !verdict.side ? 0n : suspenseOf(verdict.line, verdict.side);
    await this.database.withCounty(run.county, async (tx: Tx) => {
      const before = await this.reconciled.lock(tx, merchant, verdict, now);
      await this.suspense.set(tx, merchant, before, target, correlationId);
      await this.reconciled.write(tx, before, verdict, target, now);
      if (verdict.reason === 'GIVEN_BACK' && !verdict.side && verdict.invoice !== null)
        await this.reconciled.resolveSurplus(tx, merchant, verdict.invoice, now);
    });
  }
}

const ownRefund = (line: ProviderLine, { sameInvoice, before, undone }: Known): LedgerSide | undefined =>
  refundSideOf(line, sameInvoice, { counted: before?.givenBack ?? 0n, undone });

function judge(line: ProviderLine, known: Known): Reason | 'SETTLE' {
  const { booked, sameInvoice, surplus } = known;
  if (ownRefund(line, known)) return compareRefund(line);
  const side = booked && ledgerSideOf(booked, line.id);
  return side ? compare(line, side) : judgeUnbound(line, sameInvoice, surplus);
}

const sideOf = (line: ProviderLine, known: Known): LedgerSide | undefined =>
  (known.booked && ledgerSideOf(known.booked, line.id)) ?? ownRefund(line, known);

const dayOf = ({ timeZone }: RunTerms, at: Date): string => todayIn(timeZone, { now: () => at });

/**
 * True for transactions that only the provider's lists contain, such as declined cards; the ledger has no entry for
 * them (payments/DESIGN.md#reconciliation).
 */
const isIrrelevant = ({ status, id }: ProviderLine, { booked, before }: Known): boolean =>
  isWithoutMoney(status) && before === undefined && !(booked && ledgerSideOf(booked, id));
