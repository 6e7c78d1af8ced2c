import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Candidate } from './landlink.rules.js';

/** The position of an entry in the order in which files list entries. */
export interface Place {
  /** The time of the entry with microseconds, which a Date does not have. */
  readonly postedAt: string;
  readonly entry: string;
}

export interface FoundPosting extends Candidate {
  readonly postedAt: Date;
}

interface PostingRow extends Omit<FoundPosting, 'amount'> {
  readonly amount: string;
}

/**
 * Kinds of entries that no file lists, because another entry has the same card payment or because the money belongs to
 * no customer.
 */
const UNLISTED = `('CARD_CAPTURE', 'SUSPENSE', 'EFILE_PAYMENT', 'EFILE_REFUND')`;

/**
 * SQL that reads the given entries, each with the ledger account of the card that pays for it, if any. The casts of
 * keys to uuid are columns of this query, and joins use these columns. A join on the cast itself would read all rows of
 * the county (see `ENTRY` in `transaction.repository.ts`).
 * OFFSET and LIMIT make this statement and the next one look up each row by its primary key. Without them, PostgreSQL
 * might read the county's whole ledger for each batch of entries, because after a busy day its statistics of the tables
 * are outdated.
 */
const CHOSEN = `
  SELECT e.id, e.op_type, e.subject, e.posted_at, e.account_id,
         CASE WHEN e.op_type = 'DEPOSIT' THEN e.op_key::uuid END AS attempt,
         CASE WHEN e.op_type IN ('EFILE', 'EFILE_RETURN') THEN e.op_key::uuid END AS filing,
         c.kind AS card, c.owner_account_id AS authorization
    FROM unnest($2::uuid[]) AS asked (id)
   CROSS JOIN LATERAL (SELECT id, county_id, op_type, op_key, subject, posted_at, account_id FROM journal_entry
                        WHERE id = asked.id OFFSET 0) e
    LEFT JOIN LATERAL (
      SELECT a.kind, a.owner_account_id
        FROM (SELECT ledger_account_id FROM posting WHERE entry_id = e.id OFFSET 0) p
       CROSS JOIN LATERAL (SELECT kind, owner_account_id FROM ledger_account WHERE id = p.ledger_account_id OFFSET 0) a
       WHERE a.kind IN ('card_receivable', 'efile_received') LIMIT 1) c ON true
   WHERE e.county_id = $1 AND e.op_type NOT IN ${UNLISTED}`;

/**
 * SQL for the postings that may belong in a file (payments/DESIGN.md#postings-for-landlink) and have no row in
 * `landlink_line` yet.
 */
const NEW = `
  FROM chosen e
 CROSS JOIN LATERAL (SELECT line_no, ledger_account_id, amount_minor FROM posting
                      WHERE entry_id = e.id AND asset = 'USD' OFFSET 0) p
 CROSS JOIN LATERAL (SELECT kind, owner_account_id FROM ledger_account WHERE id = p.ledger_account_id OFFSET 0) a
  LEFT JOIN LATERAL (SELECT true AS known FROM landlink_line l
                      WHERE l.county_id = $1 AND l.entry_id = e.id AND l.line_no = p.line_no LIMIT 1) l ON true
 WHERE l.known IS NULL
   AND (a.kind IN ('escrow', 'ar_invoice')
        OR ((e.card IS NOT NULL OR e.op_type = 'DEPOSIT')
            AND a.kind IN ('revenue_images', 'revenue_search', 'revenue_efile', 'revenue_monthly', 'revenue_bundle',
                           'revenue_surcharge')))`;

/** Finds the postings of the ledger that a file has to list. */
@Injectable()
export class LandLinkCandidates {
  /** Lists the next ledger entries of a period after a position, oldest first. */
  places(
    tx: Tx,
    { from, until }: { from: Date; until: Date },
    after: Place | undefined,
    limit: number,
  ): Promise<Place[]> {
    return tx.rows<Place>(
      `SELECT id AS entry, to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "postedAt"
         FROM journal_entry
        WHERE county_id = $1 AND posted_at >= $2 AND posted_at < $3
          AND ($4::uuid IS NULL OR (posted_at, id) > ($2, $4))
        ORDER BY posted_at, id LIMIT $5`,
      [tx.countyId, after?.postedAt ?? from, until, after?.entry, limit],
    );
  }

  /**
   * Returns the new postings of these entries, in the order of the files. When a filing is corrected, its card payment
   * moves on to the fee of the correction; the column `paid_with` of the first fee then names the payment. If a filing
   * was corrected before the column existed, the query finds the payment that was made for that filing.
   */
  async list(tx: Tx, entries: readonly string[]): Promise<FoundPosting[]> {
    const rows = await tx.rows<PostingRow>(
      `WITH chosen AS MATERIALIZED (${CHOSEN})
       SELECT e.id AS entry, p.line_no AS "lineNo", e.op_type AS "opType", e.subject, a.kind AS ledger,
              coalesce(a.owner_account_id, e.account_id) AS account, p.amount_minor AS amount,
              e.posted_at AS "postedAt",
              coalesce(
                (SELECT t.provider_txn_id FROM payment_attempt t WHERE t.id = e.attempt),
                (SELECT t.provider_txn_id FROM card_authorization t WHERE t.id = e.authorization),
                (SELECT t.provider_txn_id FROM filing_charge f JOIN payment_attempt t ON t.id = f.attempt_id
                  WHERE f.county_id = $1 AND f.id = e.filing AND e.card IS NOT NULL),
                (SELECT t.provider_txn_id FROM filing_charge f JOIN payment_attempt t ON t.id = f.paid_with
                  WHERE f.county_id = $1 AND f.id = e.filing AND e.card IS NOT NULL),
                (SELECT t.provider_txn_id FROM payment_attempt t
                  WHERE t.county_id = $1 AND t.subject_id = e.filing AND t.purpose = 'EFILE' AND e.card IS NOT NULL
                    AND t.provider_txn_id IS NOT NULL ORDER BY t.verified_at LIMIT 1), '') AS transaction
         ${NEW}
        ORDER BY e.posted_at, e.id, p.line_no`,
      [tx.countyId, entries],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  /** Returns the time of the county's first ledger entry. */
  async firstEntry(tx: Tx): Promise<Date | undefined> {
    const row = await tx.row<{ posted_at: Date }>(
      'SELECT posted_at FROM journal_entry WHERE county_id = $1 ORDER BY posted_at LIMIT 1',
      [tx.countyId],
    );
    return row?.posted_at;
  }
}
