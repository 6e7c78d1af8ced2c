import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { LandLinkFile } from '@portal/proto/rpc/landlink';
import type { ClosedLine, FileLine } from './landlink.rules.js';

export interface FileTotals {
  readonly lines: number;
  readonly late: number;
  readonly credits: bigint;
  readonly debits: bigint;
}

export interface WrittenFile {
  readonly objectKey: string;
  readonly size: number;
  readonly sha256: string;
}

export interface ClaimedFile {
  readonly day: string;
  /** The county's time zone when the day was closed; null if an earlier version of the product closed it. */
  readonly timeZone: string | null;
}

interface FileRow extends Omit<LandLinkFile, 'credits' | 'debits'> {
  readonly credits: string;
  readonly debits: string;
}

/** A line to insert, with its position in the file; the position is null for a line that is left out. */
export type PlacedLine = ClosedLine & { readonly seq: number | null };

/** Stores the files of a county by day, and the lines of each file. */
@Injectable()
export class LandLinkFileRepository {
  /**
   * Keeps other transactions from closing a day of the county until the given transaction ends. Returns false when
   * another transaction is closing a day now.
   */
  async lock(tx: Tx): Promise<boolean> {
    const row = await tx.row<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      [`landlink:${tx.countyId}`],
    );
    return row?.locked ?? false;
  }

  /**
   * Returns the first and the newest day that were closed, as 'YYYY-MM-DD', and when the newest was closed; undefined
   * before the first file.
   */
  closedDays(tx: Tx): Promise<{ first: string; newest: string; closedAt: Date } | undefined> {
    return tx.row<{ first: string; newest: string; closedAt: Date }>(
      `SELECT (SELECT min(day) FROM landlink_file WHERE county_id = $1) AS first, day AS newest, closed_at AS "closedAt"
         FROM landlink_file WHERE county_id = $1 ORDER BY day DESC LIMIT 1`,
      [tx.countyId],
    );
  }

  /** Finds the oldest closed day whose file is not stored yet. */
  async oldestWaiting(tx: Tx): Promise<string | undefined> {
    const row = await tx.row<{ day: string }>(
      'SELECT day FROM landlink_file WHERE county_id = $1 AND written_at IS NULL ORDER BY day LIMIT 1',
      [tx.countyId],
    );
    return row?.day;
  }

  /**
   * Adds the file of a day that is being closed. `closed_at` comes from the database's clock, like the times of the
   * entries.
   */
  async open(tx: Tx, day: string, timeZone: string, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO landlink_file (county_id, day, closed_at, time_zone, lease_until)
       VALUES ($1, $2, clock_timestamp(), $3, $4)`,
      [tx.countyId, day, timeZone, now],
    );
  }

  async addLines(tx: Tx, day: string, lines: readonly PlacedLine[]): Promise<void> {
    await tx.run(
      `INSERT INTO landlink_line (county_id, day, entry_id, line_no, seq, kind, paid_from, land_link_account,
                                  account_name, fee_code, charge_code, transaction_id)
       SELECT $1, $2, l.* FROM jsonb_to_recordset($3::jsonb) AS l (entry uuid, "lineNo" smallint, seq integer,
              kind text, "paidFrom" text, "landLinkAccount" text, "accountName" text, "feeCode" text,
              "chargeCode" text, transaction text)`,
      [tx.countyId, day, JSON.stringify(lines.map(({ amount: _amount, listed: _listed, ...line }) => line))],
    );
  }

  async setTotals(tx: Tx, day: string, { lines, late, credits, debits }: FileTotals): Promise<void> {
    await tx.run(
      `UPDATE landlink_file SET line_count = $3, late_count = $4, credit_minor = $5, debit_minor = $6
        WHERE county_id = $1 AND day = $2`,
      [tx.countyId, day, lines, late, String(credits), String(debits)],
    );
  }

  /** Leases the oldest unwritten file to one process. */
  claim(tx: Tx, now: Date, leaseUntil: Date): Promise<ClaimedFile | undefined> {
    return tx.row<ClaimedFile>(
      `UPDATE landlink_file SET lease_until = $3
        WHERE county_id = $1 AND day = (
          SELECT day FROM landlink_file WHERE county_id = $1 AND written_at IS NULL AND lease_until <= $2
           ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING day, time_zone AS "timeZone"`,
      [tx.countyId, now, leaseUntil],
    );
  }

  /** @returns false if the lease ended and another process has taken over */
  async finish(tx: Tx, day: string, leaseUntil: Date, now: Date, file: WrittenFile): Promise<boolean> {
    const finished = await tx.run(
      `UPDATE landlink_file SET object_key = $4, size_bytes = $5, sha256 = $6, written_at = $7
        WHERE county_id = $1 AND day = $2 AND lease_until = $3 AND written_at IS NULL`,
      [tx.countyId, day, leaseUntil, file.objectKey, file.size, file.sha256, now],
    );
    return finished === 1;
  }

  /** Reads the next lines of a file after a position. */
  async lines(tx: Tx, day: string, after: number, limit: number): Promise<FileLine[]> {
    const rows = await tx.rows<Omit<FileLine, 'amount'> & { amount: string }>(
      `WITH part AS MATERIALIZED (
         SELECT * FROM landlink_line WHERE county_id = $1 AND day = $2 AND seq > $3 ORDER BY seq LIMIT $4)
       SELECT l.seq, l.entry_id AS entry, l.line_no AS "lineNo", l.kind, l.paid_from AS "paidFrom",
              l.land_link_account AS "landLinkAccount", l.account_name AS "accountName", l.fee_code AS "feeCode",
              l.charge_code AS "chargeCode", l.transaction_id AS transaction, p.amount_minor AS amount,
              e.posted_at AS "postedAt", e.subject
         FROM part l
        CROSS JOIN LATERAL (SELECT amount_minor FROM posting
                             WHERE entry_id = l.entry_id AND line_no = l.line_no OFFSET 0) p
        CROSS JOIN LATERAL (SELECT posted_at, subject FROM journal_entry WHERE id = l.entry_id OFFSET 0) e
        ORDER BY l.seq`,
      [tx.countyId, day, after, limit],
    );
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  async list(tx: Tx, page: number, atOnce: number): Promise<{ total: number; files: LandLinkFile[] }> {
    const count = await tx.row<{ total: number }>(
      'SELECT count(*)::int AS total FROM landlink_file WHERE county_id = $1',
      [tx.countyId],
    );
    const rows = await tx.rows<FileRow>(
      `SELECT day, line_count AS lines, late_count AS late, credit_minor AS credits, debit_minor AS debits,
              written_at IS NOT NULL AS ready
         FROM landlink_file WHERE county_id = $1 ORDER BY day DESC LIMIT $2 OFFSET $3`,
      [tx.countyId, atOnce, (page - 1) * atOnce],
    );
    const files = rows.map((row) => ({ ...row, credits: Number(row.credits), debits: Number(row.debits) }));
    return { total: count?.total ?? 0, files };
  }

  find(tx: Tx, day: string): Promise<WrittenFile | undefined> {
    return tx.row<WrittenFile>(
      `SELECT object_key AS "objectKey", size_bytes AS size, sha256 FROM landlink_file
        WHERE county_id = $1 AND day = $2 AND written_at IS NOT NULL`,
      [tx.countyId, day],
    );
  }
}
