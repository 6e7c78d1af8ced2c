import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { MerchantKey } from './books.repository.js';
import {
  classOf,
  isMatched,
  type LedgerSide,
  type ProviderLine,
  type Reason,
} from './reconciliation.rules.js';

/** What the current run of the reconciliation found about one of the provider's transactions. */
export interface Verdict {
  readonly transactionId: string;
  readonly invoice: string | null;
  /** The provider's record; undefined when the provider does not know the transaction. */
  readonly line: ProviderLine | undefined;
  readonly side: LedgerSide | undefined;
  readonly attemptId: string | null;
  readonly reason: Reason;
  readonly submittedAt: Date;
  /** The day of the transaction in the county's time zone, YYYY-MM-DD. */
  readonly day: string;
}

/** A transaction with the result of an earlier run. */
export interface Reconciled {
  readonly id: string;
  readonly transactionId: string;
  readonly reason: Reason;
  readonly providerStatus: string | null;
  readonly providerAmount: bigint | null;
  /** The cents that the transaction has given back according to the ledger; 0 for none. */
  readonly givenBack: bigint;
  readonly suspense: bigint;
  readonly suspenseEntries: number;
  readonly state: 'CLEAR' | 'OPEN' | 'RESOLVED';
}

interface ReconciledRow {
  id: string;
  transaction_id: string;
  reason: Reason;
  provider_status: string | null;
  provider_minor: string | null;
  given_back: string;
  suspense_minor: string;
  suspense_entries: number;
  state: Reconciled['state'];
}

const COLUMNS = `id, transaction_id, reason, provider_status, provider_minor,
  CASE WHEN ledger_state = 'GIVEN_BACK' THEN ledger_minor ELSE 0 END AS given_back, suspense_minor, suspense_entries, state`;

const toReconciled = (row: ReconciledRow): Reconciled => ({
  id: row.id,
  transactionId: row.transaction_id,
  reason: row.reason,
  providerStatus: row.provider_status,
  providerAmount: row.provider_minor === null ? null : BigInt(row.provider_minor),
  givenBack: BigInt(row.given_back),
  suspense: BigInt(row.suspense_minor),
  suspenseEntries: row.suspense_entries,
  state: row.state,
});

/** SQL for the sum, in cents, that unknown payments with the invoice number $4 have put on the suspense account. */
const TAKEN = `
  (SELECT coalesce(sum(suspense_minor), 0) FROM reconciled_transaction
    WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND invoice = $4 AND suspense_minor > 0)`;

/**
 * SQL for the sum, in cents, that refunds of unknown payments with the invoice number $4 have taken off the suspense
 * account. The sum is zero or negative.
 * @param which a condition on these refunds
 */
const givenBackOf = (which: string): string => `
  (SELECT coalesce(sum(suspense_minor), 0) FROM reconciled_transaction
    WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND invoice = $4 AND suspense_minor < 0
      AND reason = 'GIVEN_BACK' AND ${which})`;

/** Stores how each of the provider's transactions compares with the ledger. */
@Injectable()
export class ReconciledRepository {
  async find(tx: Tx, merchant: MerchantKey, transactionIds: readonly string[]): Promise<Reconciled[]> {
    const rows = await tx.rows<ReconciledRow>(
      `SELECT ${COLUMNS}
         FROM reconciled_transaction
        WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND transaction_id = ANY ($4)`,
      [tx.countyId, merchant.provider, merchant.merchantRef, transactionIds],
    );
    return rows.map(toReconciled);
  }

  /**
   * Returns the cents on the suspense account for an invoice number. `surplus`: the unknown payments, minus the refunds
   * of these payments. `undone`: refunds by the portal that the provider has voided.
   * @param but the id of a transaction whose cents are left out
   */
  async surplusOf(
    tx: Tx,
    merchant: MerchantKey,
    invoice: string,
    but: string,
  ): Promise<{ surplus: bigint; undone: bigint }> {
    const row = await tx.row<{ surplus: string | null; undone: string | null }>(
      `SELECT sum(suspense_minor) + ${givenBackOf('transaction_id <> $5')} AS surplus,
              sum(suspense_minor) FILTER (WHERE ledger_state = 'GIVEN_BACK') AS undone FROM reconciled_transaction
        WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND invoice = $4 AND transaction_id <> $5
          AND suspense_minor > 0`,
      [tx.countyId, merchant.provider, merchant.merchantRef, invoice, but],
    );
    return { surplus: BigInt(row?.surplus ?? 0), undone: BigInt(row?.undone ?? 0) };
  }

  /**
   * Returns the row of a payment transaction, and locks the row until the database transaction `tx` ends. Creates the
   * row if there is none.
   */
  async lock(tx: Tx, merchant: MerchantKey, verdict: Verdict, at: Date): Promise<Reconciled> {
    const { transactionId, invoice, day, submittedAt, reason } = verdict;
    const matched = isMatched(reason);
    const finding = matched ? null : classOf(reason);
    await tx.run(
      `INSERT INTO reconciled_transaction (id, county_id, provider, merchant_ref, transaction_id, invoice, day,
         submitted_at, class, reason, finding_class, finding_reason, state, found_at, seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       ON CONFLICT ON CONSTRAINT reconciled_transaction_once DO NOTHING`,
      [
        ...[randomUUID(), tx.countyId, merchant.provider, merchant.merchantRef, transactionId, invoice, day],
        ...[submittedAt, classOf(reason), reason, finding, matched ? null : reason],
        ...[matched ? 'CLEAR' : 'OPEN', matched ? null : at, at],
      ],
    );
    const row = await tx.row<ReconciledRow>(
      `SELECT ${COLUMNS}
         FROM reconciled_transaction
        WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND transaction_id = $4 FOR UPDATE`,
      [tx.countyId, merchant.provider, merchant.merchantRef, transactionId],
    );
    if (!row) throw new Error(`transaction ${transactionId} is gone`);
    return toReconciled(row);
  }

  /**
   * Stores the newest result of the comparison. A finding whose transaction matches again is resolved. A resolved
   * finding is reopened when the reason or the provider's amount has changed.
   */
  async write(tx: Tx, before: Reconciled, verdict: Verdict, suspense: bigint, at: Date): Promise<void> {
    const { reason, line, side, attemptId, invoice } = verdict;
    const state = nextState(before, verdict);
    const finding = isMatched(reason) ? null : { class: classOf(reason), reason };
    await tx.run(
      `UPDATE reconciled_transaction SET class = $2, reason = $3, provider_status = $4, provider_minor = $5,
         ledger_state = $6, ledger_minor = $7, attempt_id = $8, invoice = coalesce($9, invoice), suspense_minor = $10,
         suspense_entries = suspense_entries + $11, state = $12, seen_at = $13,
         finding_class = coalesce($14, finding_class), finding_reason = coalesce($15, finding_reason),
         found_at = CASE WHEN $12 = 'OPEN' AND state <> 'OPEN' THEN $13 ELSE found_at END,
         resolved_at = CASE WHEN $12 <> 'RESOLVED' THEN NULL WHEN state = 'OPEN' THEN $13 ELSE resolved_at END
        WHERE id = $1`,
      [
        ...[before.id, classOf(reason), reason, line?.status ?? null, textOf(line?.settled)],
        ...[side?.state ?? null, textOf(side?.amount), attemptId, invoice, String(suspense)],
        ...[suspense === before.suspense ? 0 : 1, state, at, finding?.class ?? null, finding?.reason ?? null],
      ],
    );
  }

  /** Resolves the open findings of an invoice number once all of their money was returned. */
  async resolveSurplus(tx: Tx, merchant: MerchantKey, invoice: string, at: Date): Promise<void> {
    await tx.run(
      `UPDATE reconciled_transaction SET state = 'RESOLVED', resolved_at = $5
        WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND invoice = $4 AND state = 'OPEN'
          AND suspense_minor > 0
          AND ${TAKEN} + ${givenBackOf('true')} <= 0`,
      [tx.countyId, merchant.provider, merchant.merchantRef, invoice, at],
    );
  }

  /** Lists open findings about transactions that this run has not seen, oldest first. */
  async findOpenUnseen(
    tx: Tx,
    merchant: MerchantKey,
    runStartedAt: Date,
    limit: number,
  ): Promise<{ transactionId: string; invoice: string | null; submittedAt: Date }[]> {
    return tx.rows(
      `SELECT transaction_id AS "transactionId", invoice, submitted_at AS "submittedAt" FROM reconciled_transaction
        WHERE county_id = $1 AND provider = $2 AND merchant_ref = $3 AND state = 'OPEN' AND seen_at < $4
        ORDER BY seen_at LIMIT $5`,
      [tx.countyId, merchant.provider, merchant.merchantRef, runStartedAt, limit],
    );
  }

  async countOpen(tx: Tx): Promise<number> {
    const row = await tx.row<{ open: number }>(
      `SELECT count(*)::int AS open FROM reconciled_transaction WHERE county_id = $1 AND state = 'OPEN'`,
      [tx.countyId],
    );
    return row?.open ?? 0;
  }

  /** Counts the open findings by county and class. Called with the worker role, which sees all counties. */
  countOpenOfAll(tx: Tx): Promise<{ county: string; class: string; open: number }[]> {
    return tx.rows(
      `SELECT county_id AS county, finding_class AS class, count(*)::int AS open FROM reconciled_transaction
        WHERE state = 'OPEN' GROUP BY county_id, finding_class`,
    );
  }
}

const textOf = (amount: bigint | undefined): string | null => (amount === undefined ? null : String(amount));

function nextState(before: Reconciled, { reason, line }: Verdict): Reconciled['state'] {
  if (isMatched(reason)) return before.state === 'CLEAR' ? 'CLEAR' : 'RESOLVED';
  const same = before.reason === reason && before.providerAmount === (line?.settled ?? null);
  return before.state === 'RESOLVED' && same ? 'RESOLVED' : 'OPEN';
}
