import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { ownersOf, type NewEntry } from './entry.rules.js';
import { hasBalance, keyText, type LedgerAccountKey } from './ledger-account.js';

export interface OpenAccount extends LedgerAccountKey {
  readonly id: string;
}

/** An entry as it was written. */
export interface WrittenEntry {
  readonly id: string;
  /** The portal account for which the entry counts. */
  readonly account: string | null;
  readonly postedAt: Date;
  /** Ledger account of each line, in the order of the lines. */
  readonly ledgerAccounts: readonly string[];
}

interface WrittenRow {
  id: string;
  account_id: string | null;
  posted_at: Date;
  ledger_account_id: string;
}

interface AccountRow {
  id: string;
  kind: OpenAccount['kind'];
  owner_account_id: string | null;
  asset: OpenAccount['asset'];
}

/**
 * Runs the statements of the ledger. They are written by hand, because they run with every purchase and must take their
 * locks in one order (L7).
 */
@Injectable()
export class LedgerRepository {
  /** Returns the accounts, each under the `keyText` of its key. Creates the accounts that do not exist. */
  async openAccounts(tx: Tx, keys: readonly LedgerAccountKey[]): Promise<Map<string, OpenAccount>> {
    const found = await this.findAccounts(tx, keys);
    const missing = keys.filter((key) => !found.has(keyText(key)));
    if (missing.length === 0) return found;
    await tx.run(
      `INSERT INTO ledger_account (id, county_id, kind, owner_account_id, asset)
       SELECT gen_random_uuid(), $1, kind, owner, asset
         FROM unnest($2::text[], $3::uuid[], $4::text[]) AS wanted (kind, owner, asset) ORDER BY kind, owner, asset
       ON CONFLICT DO NOTHING`,
      [tx.countyId, ...columns(missing)],
    );
    const opened = await this.findAccounts(tx, keys);
    const customers = [...opened.values()].filter(hasBalance).map(({ id }) => id);
    await tx.run(
      `INSERT INTO account_balance (county_id, ledger_account_id)
       SELECT $1, id FROM unnest($2::uuid[]) AS opened (id) ORDER BY id ON CONFLICT DO NOTHING`,
      [tx.countyId, customers],
    );
    return opened;
  }

  async findAccounts(tx: Tx, keys: readonly LedgerAccountKey[]): Promise<Map<string, OpenAccount>> {
    const rows = await tx.rows<AccountRow>(
      `WITH wanted AS (SELECT * FROM unnest($2::text[], $3::uuid[], $4::text[]) AS wanted (kind, owner, asset))
       SELECT id, kind, owner_account_id, asset FROM (${ofKeys('$1')}) account`,
      [tx.countyId, ...columns(keys)],
    );
    const accounts = rows.map(({ id, kind, owner_account_id, asset }) => ({
      id,
      kind,
      owner: owner_account_id,
      asset,
    }));
    return new Map(accounts.map((account) => [keyText(account), account]));
  }

  /**
   * Inserts the entry and its lines in one statement, and keeps the portal account open until the transaction ends.
   * Inserts nothing when the operation already has an entry, when the ledger account of a line does not exist yet, or
   * when the portal account is closed.
   * @returns undefined when nothing was inserted
   */
  async insertEntry(tx: Tx, entry: NewEntry, hash: Buffer): Promise<WrittenEntry | undefined> {
    const { account, authorization } = ownersOf(entry);
    const { opType, opKey, lines, actor, correlationId, subject = '' } = entry;
    const rows = await tx.rows<WrittenRow>(
      `WITH wanted AS (
         SELECT * FROM unnest($12::text[], $13::uuid[], $14::text[], $15::bigint[]) WITH ORDINALITY
                         AS wanted (kind, owner, asset, amount, line_no)),
       line AS (${ofKeys('$2', ', line_no, amount')}),
       entry AS (
         INSERT INTO journal_entry (id, county_id, op_type, op_key, line_count, request_hash, actor, correlation_id,
                                    subject, account_id)
         SELECT $1, $2, $3, $4, $5::smallint, $6, $7, $8, $9,
                coalesce($10, (SELECT account_id FROM card_authorization WHERE id = $11))
          WHERE (SELECT count(*) FROM line) = $5::smallint AND ($10::uuid IS NULL OR payments.account_is_open($10))
         ON CONFLICT ON CONSTRAINT journal_entry_operation DO NOTHING RETURNING id, account_id, posted_at),
       posted AS (
         INSERT INTO posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
         SELECT $2, entry.id, line_no, line.id, asset, amount FROM entry, line
         RETURNING line_no, ledger_account_id)
       SELECT entry.id, entry.account_id, entry.posted_at, ledger_account_id FROM entry, posted ORDER BY line_no`,
      [
        ...[randomUUID(), tx.countyId, opType, opKey, lines.length, hash, actor, correlationId, subject],
        ...[account, authorization],
        ...columns(lines.map((line) => line.account)),
        lines.map(({ amount }) => String(amount)),
      ],
    );
    const [first] = rows;
    return (
      first && {
        ...{ id: first.id, account: first.account_id, postedAt: first.posted_at },
        ledgerAccounts: rows.map(({ ledger_account_id }) => ledger_account_id),
      }
    );
  }

  async findEntryHash(tx: Tx, opType: string, opKey: string): Promise<Buffer | undefined> {
    const found = await tx.row<{ request_hash: Buffer }>(
      'SELECT request_hash FROM journal_entry WHERE county_id = $1 AND op_type = $2 AND op_key = $3',
      [tx.countyId, opType, opKey],
    );
    return found?.request_hash;
  }

  /**
   * Changes a customer's balance and releases part of the held amount. Does nothing and returns false when the new
   * balance would not cover the rest of the held amount (L6).
   */
  async moveBalance(tx: Tx, ledgerAccountId: string, amount: bigint, release: bigint): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE account_balance
          SET posted_minor = posted_minor + $2, held_minor = held_minor - $3, version = version + 1
        WHERE ledger_account_id = $1 AND (allow_negative OR posted_minor + $2 >= held_minor - $3)`,
      [ledgerAccountId, String(amount), String(release)],
    );
    return changed === 1;
  }
}

/**
 * SQL that finds the ledger accounts of the keys in `wanted`. Keys with an owner and keys of the county are looked up
 * separately, because one condition for both (IS NOT DISTINCT FROM) cannot use the index and would read every account
 * of the kind.
 * @param more additional columns, after a comma
 */
const ofKeys = (county: string, more = ''): string =>
  ['a.owner_account_id = wanted.owner', 'a.owner_account_id IS NULL AND wanted.owner IS NULL']
    .map(
      (owner) => `
         SELECT a.id, a.kind, a.owner_account_id, a.asset${more} FROM wanted JOIN ledger_account a
             ON a.county_id = ${county} AND a.kind = wanted.kind AND a.asset = wanted.asset AND ${owner}`,
    )
    .join(' UNION ALL ');

const columns = (keys: readonly LedgerAccountKey[]): unknown[] => [
  keys.map(({ kind }) => kind),
  keys.map(({ owner }) => owner),
  keys.map(({ asset }) => asset),
];
