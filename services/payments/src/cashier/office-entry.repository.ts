import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { OfficeEntry } from '@portal/proto/rpc/cashier';
import type { NewOfficeEntry } from './office-entry.rules.js';

interface EntryRow {
  id: string;
  account_id: string;
  kind: OfficeEntry['kind'];
  means: OfficeEntry['means'];
  amount_minor: string;
  number: string;
  note: string;
  book: OfficeEntry['book'];
  state: OfficeEntry['state'];
  entered_by: string;
  entered_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string;
}

const COLUMNS = `id, account_id, kind, means, amount_minor, number, note, book, state, entered_by, entered_at,
  decided_by, decided_at, decision_note`;

const toEntry = (row: EntryRow): OfficeEntry => ({
  id: row.id,
  account: row.account_id,
  kind: row.kind,
  means: row.means,
  amount: Number(row.amount_minor),
  number: row.number,
  note: row.note,
  book: row.book,
  state: row.state,
  enteredBy: row.entered_by,
  enteredAt: row.entered_at.toISOString(),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decisionNote: row.decision_note,
});

export interface Entering {
  readonly entry: NewOfficeEntry;
  readonly hash: Buffer;
  readonly book: OfficeEntry['book'];
  /** True if the entry may pay no more than the account owes on invoices. */
  readonly settles: boolean;
  readonly state: 'WAITING' | 'POSTED';
  /** The county's current limit, in cents. */
  readonly limit: number;
  readonly by: string;
  readonly at: Date;
}

export interface Decision {
  readonly id: string;
  readonly state: 'POSTED' | 'REFUSED';
  readonly by: string;
  readonly at: Date;
  readonly note: string;
}

@Injectable()
export class OfficeEntryRepository {
  /**
   * Inserts an entry. Returns false when an entry with this id exists, even if another transaction has just inserted
   * it.
   */
  async insert(tx: Tx, { entry, hash, book, state, limit, by, at }: Entering): Promise<boolean> {
    const { id, account, kind, means, amount, number, note } = entry;
    const inserted = await tx.run(
      `INSERT INTO office_entry (county_id, id, request_hash, account_id, kind, means, amount_minor, number, note,
                                 book, state, limit_minor, entered_by, entered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (county_id, id) DO NOTHING`,
      [
        ...[tx.countyId, id, hash, account, kind, means, amount, number, note],
        ...[book, state, limit, by, at],
      ],
    );
    return inserted === 1;
  }

  async find(tx: Tx, id: string): Promise<(OfficeEntry & { hash: Buffer }) | undefined> {
    const row = await tx.row<EntryRow & { request_hash: Buffer }>(
      `SELECT ${COLUMNS}, request_hash FROM office_entry WHERE county_id = $1 AND id = $2`,
      [tx.countyId, id],
    );
    return row && { ...toEntry(row), hash: row.request_hash };
  }

  /** Moves an entry out of the state WAITING; false when somebody has already decided about it. */
  async decide(tx: Tx, { id, state, by, at, note }: Decision): Promise<boolean> {
    const decided = await tx.run(
      `UPDATE office_entry SET state = $3, decided_by = $4, decided_at = $5, decision_note = $6
        WHERE county_id = $1 AND id = $2 AND state = 'WAITING'`,
      [tx.countyId, id, state, by, at, note],
    );
    return decided === 1;
  }

  /**
   * Lists the office's entries of an account, newest first. Without an account, lists the entries that wait for
   * approval, oldest first.
   */
  async list(
    tx: Tx,
    account: string | null,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ entries: OfficeEntry[]; total: number }> {
    const [where, order] =
      account === null
        ? [`$2::uuid IS NULL AND state = 'WAITING'`, 'ASC']
        : ['account_id = $2::uuid', 'DESC'];
    const wanted = `FROM office_entry WHERE county_id = $1 AND ${where}`;
    const rows = await tx.rows<EntryRow & { total: string }>(
      `SELECT ${COLUMNS}, count(*) OVER () AS total ${wanted}
        ORDER BY entered_at ${order}, id ${order} LIMIT $3 OFFSET $4`,
      [tx.countyId, account, limit, offset],
    );
    // a page past the end of the list has no row from which the total could be read
    const isPastEnd = rows.length === 0 && offset > 0;
    const [first] = isPastEnd
      ? await tx.rows<{ total: string }>(`SELECT count(*) AS total ${wanted}`, [tx.countyId, account])
      : rows;
    return { entries: rows.map(toEntry), total: Number(first?.total ?? 0) };
  }

  /** Counts the waiting entries that a person may approve: those that somebody else entered. */
  async countForApproval(tx: Tx, user: string): Promise<number> {
    const row = await tx.row<{ count: string }>(
      `SELECT count(*) AS count FROM office_entry WHERE county_id = $1 AND state = 'WAITING' AND entered_by <> $2`,
      [tx.countyId, user],
    );
    return Number(row?.count ?? 0);
  }

  /** Returns the balance of the account's invoices in cents; negative if the account owes money. */
  async invoiced(tx: Tx, account: string): Promise<bigint> {
    return (await this.findInvoiced(tx, account)) ?? 0n;
  }

  /** Like `invoiced`, but returns undefined if nothing was ever posted to the account's invoices. */
  async findInvoiced(tx: Tx, account: string): Promise<bigint | undefined> {
    const row = await tx.row<{ sum: string | null }>(
      `SELECT sum(p.amount_minor) AS sum FROM ledger_account a JOIN posting p ON p.ledger_account_id = a.id
        WHERE a.county_id = $1 AND a.owner_account_id = $2 AND a.kind = 'ar_invoice' AND a.asset = 'USD'`,
      [tx.countyId, account],
    );
    return row?.sum == null ? undefined : BigInt(row.sum);
  }
}
