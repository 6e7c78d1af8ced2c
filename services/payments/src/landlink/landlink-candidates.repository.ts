import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Candidate } from './landlink.rules.js';

/** Place of a posting in the order of the files. */
interface Place {
  readonly postedAt: string;
  readonly entry: string;
  readonly lineNo: number;
}

export interface FoundPosting extends Candidate {
  /** With microseconds, which a Date does not have. */
  readonly postedAt: string;
}

interface PostingRow extends Omit<FoundPosting, 'amount'> {
  readonly amount: string;
}

/** Entries that are never listed: other entries list the same card payment, or the money is no customer's. */
const UNLISTED = `('CARD_CAPTURE', 'SUSPENSE', 'EFILE_PAYMENT', 'EFILE_REFUND')`;

/**
 * Entries of a period, with the card payment by which they are paid, if any. The casts of keys are columns here, because
 * under row level security a join on a cast reads all rows of the county (`transaction.repository.ts`).
 */
const CHOSEN = `
  SELECT e.id, e.op_type, e.subject, e.posted_at, e.account_id,
         CASE WHEN e.op_type = 'DEPOSIT' THEN e.op_key::uuid END AS attempt,
         CASE WHEN e.op_type IN ('EFILE', 'EFILE_RETURN') THEN e.op_key::uuid END AS filing,
         c.kind AS card, c.owner_account_id AS authorization
    FROM journal_entry e
    LEFT JOIN LATERAL (
      SELECT a.kind, a.owner_account_id FROM posting p JOIN ledger_account a ON a.id = p.ledger_account_id
       WHERE p.entry_id = e.id AND a.kind IN ('card_receivable', 'efile_received') LIMIT 1) c ON true
   WHERE e.county_id = $1 AND e.posted_at >= $2 AND e.posted_at < $3 AND e.op_type NOT IN ${UNLISTED}`;

/** The postings that files consider (payments/DESIGN.md#postings-for-landlink) and that no file has considered yet. */
const NEW = `
  FROM chosen e
  JOIN posting p ON p.entry_id = e.id AND p.asset = 'USD'
  JOIN ledger_account a ON a.id = p.ledger_account_id
 WHERE (a.kind IN ('escrow', 'ar_invoice')
        OR ((e.card IS NOT NULL OR e.op_type = 'DEPOSIT')
            AND a.kind IN ('revenue_images', 'revenue_search', 'revenue_efile', 'revenue_monthly', 'revenue_bundle',
                           'revenue_surcharge')))
   AND NOT EXISTS (SELECT 1 FROM landlink_line l
                    WHERE l.county_id = $1 AND l.entry_id = e.id AND l.line_no = p.line_no)`;

const ACCOUNT = 'coalesce(a.owner_account_id, e.account_id)';

/** Finds the postings of the ledger that a file has to list. */
@Injectable()
export class LandLinkCandidates {
  /** The portal accounts of the postings from `from` to before `until`. */
  async accounts(tx: Tx, from: Date, until: Date): Promise<string[]> {
    const rows = await tx.rows<{ account: string }>(
      `WITH chosen AS MATERIALIZED (${CHOSEN}) SELECT DISTINCT ${ACCOUNT} AS account ${NEW} AND ${ACCOUNT} IS NOT NULL`,
      [tx.countyId, from, until],
    );
    return rows.map(({ account }) => account);
  }

  /** The next postings after a place, oldest first. */
  async list(
    tx: Tx,
    { from, until }: { from: Date; until: Date },
    after: Place | undefined,
    limit: number,
  ): Promise<FoundPosting[]> {
    const rows = await tx.rows<PostingRow>(
      `WITH chosen AS MATERIALIZED (${CHOSEN} AND ($4::timestamptz IS NULL OR e.posted_at >= $4))
       SELECT e.id AS entry, p.line_no AS "lineNo", e.op_type AS "opType", e.subject, a.kind AS ledger,
              ${ACCOUNT} AS account, p.amount_minor AS amount,
              to_char(e.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "postedAt",
              coalesce(
                (SELECT t.provider_txn_id FROM payment_attempt t WHERE t.id = e.attempt),
                (SELECT t.provider_txn_id FROM card_authorization t WHERE t.id = e.authorization),
                (SELECT t.provider_txn_id FROM filing_charge f JOIN payment_attempt t ON t.id = f.attempt_id
                  WHERE f.county_id = $1 AND f.id = e.filing AND e.card IS NOT NULL), '') AS transaction
         ${NEW}
          AND ($4::timestamptz IS NULL OR (e.posted_at, e.id, p.line_no) > ($4, $5::uuid, $6::smallint))
        ORDER BY e.posted_at, e.id, p.line_no LIMIT $7`,
      [tx.countyId, from, until, after?.postedAt, after?.entry, after?.lineNo, limit],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  /** The time of the county's first entry. */
  async firstEntry(tx: Tx): Promise<Date | undefined> {
    const row = await tx.row<{ posted_at: Date }>(
      'SELECT posted_at FROM journal_entry WHERE county_id = $1 ORDER BY posted_at LIMIT 1',
      [tx.countyId],
    );
    return row?.posted_at;
  }
}
