import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { EfileType, FilingContentType } from '@portal/proto/efile';
import type { Language } from '@portal/proto/roles';
import type { FilingState } from '@portal/proto/rpc/efile';
import type { FilingCharges } from '@portal/proto/rpc/payments';
import type { LowPage } from './filing-file.rules.js';
import { mayMove } from './filing.states.js';

/** The sender of a document, as typed into the form. */
export interface Sender {
  readonly efileType: EfileType;
  readonly name: string;
  readonly email: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly stateCode: string;
  readonly zip: string;
}

export interface Filing extends Sender {
  readonly id: string;
  readonly number: number | null;
  readonly state: FilingState;
  readonly userId: string;
  readonly accountId: string | null;
  readonly username: string;
  readonly language: Language;
  /** Hash of the county's statement that the sender agreed to; empty when the county has no statement. */
  readonly agreedTo: string;
  readonly corrects: string | null;
  /** The id of the filing that corrects this filing. Set as soon as the correction is being sent. */
  readonly correctedBy: string | null;
  readonly fileName: string;
  readonly objectKey: string;
  readonly contentType: FilingContentType;
  readonly size: number;
  readonly sha256: string;
  readonly pages: number;
  readonly lowResolution: readonly LowPage[];
  readonly charges: FilingCharges | null;
  readonly uploadedAt: Date;
  /** When the payments service reported that the fee was paid by card. */
  readonly paidAt: Date | null;
  /** How often the sender has begun to send the filing. */
  readonly sendings: number;
  readonly submittedAt: Date | null;
  readonly claimedBy: string | null;
  readonly claimedName: string | null;
  readonly claimedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly documentNumber: string | null;
  readonly recordedAt: Date | null;
  readonly book: string | null;
  readonly page: string | null;
  readonly reasons: readonly string[];
  readonly note: string;
  readonly endorsedKey: string | null;
  readonly endorsedSha256: string | null;
  readonly endorsedSize: number | null;
}

type Uploaded = Pick<
  Filing,
  | keyof Sender
  | 'id'
  | 'userId'
  | 'accountId'
  | 'username'
  | 'language'
  | 'agreedTo'
  | 'corrects'
  | 'fileName'
  | 'objectKey'
  | 'contentType'
  | 'size'
  | 'sha256'
  | 'pages'
  | 'lowResolution'
  | 'uploadedAt'
>;

/** The column of each field. Amounts are read as numbers, which are exact up to 2^53. */
const columns = {
  id: 'id',
  number: 'number::float8',
  state: 'state',
  userId: 'user_id',
  accountId: 'account_id',
  username: 'username',
  language: 'language',
  efileType: 'efile_type',
  name: 'name',
  email: 'email',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  stateCode: 'state_code',
  zip: 'zip',
  agreedTo: 'agreed_to',
  corrects: 'corrects',
  correctedBy: 'corrected_by',
  fileName: 'file_name',
  objectKey: 'object_key',
  contentType: 'content_type',
  size: 'size::float8',
  sha256: 'sha256',
  pages: 'pages',
  lowResolution: 'low_resolution',
  charges: 'charges',
  uploadedAt: 'uploaded_at',
  paidAt: 'paid_at',
  sendings: 'sendings',
  submittedAt: 'submitted_at',
  claimedBy: 'claimed_by',
  claimedName: 'claimed_name',
  claimedAt: 'claimed_at',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  documentNumber: 'document_number',
  recordedAt: 'recorded_at',
  book: 'book',
  page: 'page',
  reasons: 'reasons',
  note: 'note',
  endorsedKey: 'endorsed_key',
  endorsedSha256: 'endorsed_sha256',
  endorsedSize: 'endorsed_size::float8',
} as const satisfies Record<keyof Filing, string>;

/** The columns for a SELECT, each renamed to its field. */
export const filingColumns = Object.entries(columns)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ');

/** The fields that a transition may set besides the state. */
type Changes = Partial<
  Pick<
    Filing,
    | keyof Sender
    | 'agreedTo'
    | 'number'
    | 'sendings'
    | 'submittedAt'
    | 'claimedBy'
    | 'claimedName'
    | 'claimedAt'
    | 'decidedBy'
    | 'decidedAt'
    | 'documentNumber'
    | 'recordedAt'
    | 'book'
    | 'page'
    | 'reasons'
    | 'note'
    | 'endorsedKey'
    | 'endorsedSha256'
    | 'endorsedSize'
  >
> & {
  /** The time at which another process continues the work on the filing; null when nothing is left to do. */
  readonly nextTryAt?: Date | null;
  readonly charges?: FilingCharges;
};

@Injectable()
export class FilingRepository {
  async insert(tx: Tx, filing: Uploaded): Promise<void> {
    await tx.run(
      `INSERT INTO filing (county_id, id, state, user_id, account_id, username, language, efile_type, name, email,
         address1, address2, city, state_code, zip, agreed_to, corrects, file_name, object_key, content_type, size,
         sha256, pages, low_resolution, uploaded_at)
       VALUES ($1, $2, 'UPLOADED', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
         $21, $22, $23, $24)`,
      [
        ...[tx.countyId, filing.id, filing.userId, filing.accountId, filing.username, filing.language],
        ...[filing.efileType, filing.name, filing.email, filing.address1, filing.address2, filing.city],
        ...[filing.stateCode, filing.zip, filing.agreedTo, filing.corrects, filing.fileName],
        ...[filing.objectKey, filing.contentType, filing.size, filing.sha256, filing.pages],
        ...[JSON.stringify(filing.lowResolution), filing.uploadedAt],
      ],
    );
  }

  async find(tx: Tx, id: string): Promise<Filing | undefined> {
    return tx.row<Filing>(`SELECT ${filingColumns} FROM filing WHERE county_id = $1 AND id = $2`, [
      tx.countyId,
      id,
    ]);
  }

  /** Locks the filing until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Filing | undefined> {
    return tx.row<Filing>(`SELECT ${filingColumns} FROM filing WHERE county_id = $1 AND id = $2 FOR UPDATE`, [
      tx.countyId,
      id,
    ]);
  }

  /** The number of an earlier submission of the same bytes by the same user, if it is waiting or recorded. */
  async findSame(tx: Tx, { userId, sha256 }: Pick<Filing, 'userId' | 'sha256'>): Promise<number | null> {
    const row = await tx.row<{ number: number }>(
      `SELECT number::float8 AS number FROM filing
        WHERE county_id = $1 AND sha256 = $2 AND user_id = $3 AND number IS NOT NULL
          AND state NOT IN ('REJECTING', 'REJECTED', 'WITHDRAWING', 'WITHDRAWN', 'CORRECTION_ASKED')
        ORDER BY number DESC LIMIT 1`,
      [tx.countyId, sha256, userId],
    );
    return row?.number ?? null;
  }

  /** Returns the filing number for each of these ids. Filings without a number are left out. */
  async numbersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.rows<{ id: string; number: number }>(
      `SELECT id, number::float8 AS number FROM filing
        WHERE county_id = $1 AND id = ANY($2::uuid[]) AND number IS NOT NULL`,
      [tx.countyId, ids],
    );
    return new Map(rows.map(({ id, number }) => [id, number]));
  }

  /** The id of the filing that is recorded, or is being recorded, under a document number. */
  async findRecorded(tx: Tx, documentNumber: string): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(
      'SELECT id FROM filing WHERE county_id = $1 AND document_number = $2',
      [tx.countyId, documentNumber],
    );
    return row?.id;
  }

  /**
   * The only statement that changes a filing's state, except the statement that marks old uploads. Changes nothing
   * unless the filing is in the state `from`.
   * @returns false when the filing was in another state
   * @throws for a transition that is not allowed
   */
  async move(
    tx: Tx,
    id: string,
    from: FilingState,
    to: FilingState,
    changes: Changes = {},
  ): Promise<boolean> {
    if (!mayMove(from, to)) throw new Error(`a filing may not move from ${from} to ${to}`);
    const set = ['state = $4'];
    const values: unknown[] = [tx.countyId, id, from, to];
    for (const [field, value] of Object.entries(changes)) {
      values.push(field === 'charges' ? JSON.stringify(value) : value);
      set.push(`${columnOf(field)} = $${values.length}`);
    }
    const moved = await tx.run(
      `UPDATE filing SET ${set.join(', ')} WHERE county_id = $1 AND id = $2 AND state = $3`,
      values,
    );
    return moved === 1;
  }

  /** The county's next number; other submissions wait for their numbers until this transaction ends. */
  async nextNumber(tx: Tx): Promise<number> {
    const row = await tx.row<{ last: number }>(
      `INSERT INTO filing_counter AS c (county_id, last) VALUES ($1, 1)
       ON CONFLICT (county_id) DO UPDATE SET last = c.last + 1 RETURNING last::float8 AS last`,
      [tx.countyId],
    );
    if (!row) throw new Error('a county has no counter of filings');
    return row.last;
  }

  /**
   * Returns the county's filing that has been due for longest, and sets its next attempt. Skips filings that another
   * process has locked.
   */
  async claimDue(tx: Tx, now: Date, nextTryAt: Date): Promise<Filing | undefined> {
    return tx.row<Filing>(
      `UPDATE filing SET next_try_at = $3
        WHERE county_id = $1 AND id = (SELECT id FROM filing WHERE county_id = $1 AND next_try_at <= $2
                                        ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${filingColumns}`,
      [tx.countyId, now, nextTryAt],
    );
  }

  async notePaid(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.run('UPDATE filing SET paid_at = $3 WHERE county_id = $1 AND id = $2', [tx.countyId, id, at]);
  }

  /** Adds one to the number of sendings of a filing, which stays SUBMITTING. */
  async sendAgain(tx: Tx, id: string): Promise<void> {
    await tx.run('UPDATE filing SET sendings = sendings + 1 WHERE county_id = $1 AND id = $2', [
      tx.countyId,
      id,
    ]);
  }

  /** Stores that a recorded filing needs no further work. */
  async rest(tx: Tx, id: string): Promise<void> {
    await tx.run(
      `UPDATE filing SET next_try_at = NULL WHERE county_id = $1 AND id = $2 AND state = 'RECORDED'`,
      [tx.countyId, id],
    );
  }

  /** Reads the rows of all counties, as the worker role. */
  async listCountiesWithDue(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      'SELECT DISTINCT county_id AS county FROM filing WHERE next_try_at <= $1',
      [now],
    );
    return rows.map(({ county }) => county);
  }
}

const columnOf = (field: string): string => {
  if (field === 'nextTryAt') return 'next_try_at';
  const column = Object.entries(columns).find(([name]) => name === field)?.[1];
  if (column === undefined) throw new Error(`a filing has no field ${field}`);
  return column.replace('::float8', '');
};
