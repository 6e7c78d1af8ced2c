import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { TransactionKind, TransactionSums } from '@portal/proto/rpc/transactions';
import type { currentSpans, Span, Whose } from './transaction.rules.js';

export interface KindTotals {
  readonly kind: TransactionKind;
  readonly today: TransactionSums;
  readonly month: TransactionSums;
  readonly year: TransactionSums;
}

/** Sums are texts, because they may be larger than PostgreSQL's type integer. */
export interface TransactionRow {
  id: string;
  posted_at: Date;
  kind: TransactionKind;
  actor: string;
  subject: string;
  pages: number;
  charged: string;
  credited: string;
  images: string;
}

const times = ['today', 'month', 'year'] as const;
const figures = ['count', 'pages', 'charged', 'credited', 'images'] as const;
type SumsRow = { kind: TransactionKind } & Record<string, string | null>;

/** Reads the journal in the terms that the portal's users know, with one row per entry. */
@Injectable()
export class TransactionRepository {
  async totals(tx: Tx, whose: Whose, spans: ReturnType<typeof currentSpans>): Promise<KindTotals[]> {
    const { year, month, today, until } = spans;
    const rows = await tx.rows<SumsRow>(TOTALS, [
      ...[tx.countyId, year, until, whose.actor, whose.account],
      ...[month, today],
    ]);
    const sumsOf = (row: SumsRow, time: string): TransactionSums => {
      const [count, pages, charged, credited, images] = figures.map((figure) =>
        Number(row[`${time}_${figure}`] ?? 0),
      );
      return {
        ...{ count: count ?? 0, pages: pages ?? 0, charged: charged ?? 0 },
        ...{ credited: credited ?? 0, images: images ?? 0 },
      };
    };
    return rows.map((row) => ({
      kind: row.kind,
      today: sumsOf(row, 'today'),
      month: sumsOf(row, 'month'),
      year: sumsOf(row, 'year'),
    }));
  }

  /** Lists the entries of a period, oldest first, starting after the entry `after`. */
  list(
    tx: Tx,
    whose: Whose,
    { from, until }: Span,
    page: { after: string | null; limit: number },
  ): Promise<TransactionRow[]> {
    return tx.rows<TransactionRow>(LIST, [
      ...[tx.countyId, from, until, whose.actor, whose.account],
      ...[page.after, page.limit],
    ]);
  }
}

const KIND = `
  CASE e.op_type
    WHEN 'SEARCH' THEN CASE WHEN e.subject LIKE '%Details' THEN 'DETAILS' ELSE 'SEARCH' END
    WHEN 'ORDER' THEN 'IMAGES'
    WHEN 'ADD_ON' THEN 'ADD_ON'
    WHEN 'MONTHLY_FEE' THEN 'MONTHLY_FEE'
    WHEN 'IMAGE_RENEWAL' THEN 'IMAGE_RENEWAL'
    WHEN 'DEPOSIT' THEN 'DEPOSIT'
    WHEN 'EFILE' THEN 'EFILE'
    WHEN 'EFILE_RETURN' THEN 'EFILE'
    WHEN 'OFFICE_PAYMENT' THEN 'PAYMENT'
    WHEN 'OFFICE_REFUND' THEN 'REFUND'
    WHEN 'OFFICE_CORRECTION' THEN 'CORRECTION'
    ELSE 'ADJUSTMENT' END`;

/**
 * Some kinds of entries do not count as transactions. A card capture only settles purchases that are already listed.
 * Money in suspense belongs to no customer. For a filing, the lists show the fee, but neither the card payment nor its
 * refund.
 */
const WHOSE = `
  e.county_id = $1 AND e.posted_at >= $2 AND e.posted_at < $3 AND e.op_type NOT IN ('CARD_CAPTURE', 'SUSPENSE', 'EFILE_PAYMENT', 'EFILE_REFUND')
    AND ($4::text IS NULL OR e.actor = $4) AND ($5::uuid IS NULL OR e.account_id = $5)`;

/**
 * SQL that adds the column `paid_order` to an entry: the id of the order that the entry pays for. Only an entry of type
 * ORDER has an order's id as its key. Joins use this column instead of the cast to uuid. A failing cast could reveal
 * its input, so row level security lets a join on the cast use no index; the join would read all orders of the county.
 */
const ENTRY = `e.*, CASE WHEN e.op_type = 'ORDER' THEN e.op_key::uuid END AS paid_order`;

/** What an entry's lines change for the customer: the money, and the images of bundles. */
const LINES = `
  SELECT e.id,
         coalesce(sum(p.amount_minor) FILTER (WHERE a.kind IN ('escrow', 'ar_invoice', 'card_receivable', 'efile_received')), 0) AS money,
         coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'images'), 0) AS images,
         coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'images_used'), 0) AS used
    FROM chosen e
    JOIN posting p ON p.entry_id = e.id
    JOIN ledger_account a ON a.id = p.ledger_account_id
   GROUP BY e.id`;

/**
 * SQL condition: the entry pays money in, pays it back or corrects a balance. The money of refunds and downward
 * corrections is negative.
 */
const COMES_IN = `e.op_type IN ('DEPOSIT', 'OVERRIDE', 'OFFICE_PAYMENT', 'OFFICE_REFUND', 'OFFICE_CORRECTION')`;

/**
 * The rows of a list. An image of an unlimited bundle is issued and used in the same entry, which leaves the balance of
 * images unchanged. The row of such an entry shows the number of used images.
 */
const ROWS = `
  SELECT e.id, e.posted_at, e.actor, ${KIND} AS kind,
         CASE WHEN o.id IS NULL THEN e.subject
              ELSE concat_ws(' ', o.document ->> 'instrumentDescription', o.document ->> 'displayDocNumber') END AS subject,
         coalesce(cardinality(o.pages) - cardinality(o.already_purchased), 0) AS pages,
         CASE WHEN ${COMES_IN} THEN 0 ELSE -l.money END AS charged,
         CASE WHEN ${COMES_IN} THEN l.money ELSE 0 END AS credited,
         CASE WHEN l.images = 0 THEN -l.used ELSE l.images END AS images
    FROM chosen e
    JOIN lines l ON l.id = e.id
    LEFT JOIN download_order o ON o.id = e.paid_order`;

const sumsIn = (time: string, since: string): string =>
  figures
    .map((figure) =>
      figure === 'count'
        ? `count(*) FILTER (WHERE posted_at >= ${since}) AS ${time}_count`
        : `sum(${figure}) FILTER (WHERE posted_at >= ${since}) AS ${time}_${figure}`,
    )
    .join(', ');

const sinceOf = { year: '$2', month: '$6', today: '$7' } as const;
const TOTALS = `
  WITH chosen AS MATERIALIZED (SELECT ${ENTRY} FROM journal_entry e WHERE ${WHOSE}), lines AS (${LINES}), rows AS (${ROWS})
  SELECT kind, ${times.map((time) => sumsIn(time, sinceOf[time])).join(', ')}
    FROM rows GROUP BY kind`;

const LIST = `
  WITH chosen AS MATERIALIZED (
    SELECT ${ENTRY} FROM journal_entry e
     WHERE ${WHOSE}
       AND ($6::uuid IS NULL OR (e.posted_at, e.id) > (SELECT posted_at, id FROM journal_entry WHERE id = $6))
     ORDER BY e.posted_at, e.id LIMIT $7),
  lines AS (${LINES})
  ${ROWS} ORDER BY e.posted_at, e.id`;
