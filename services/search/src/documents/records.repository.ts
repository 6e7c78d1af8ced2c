import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { ResultKind } from '@portal/proto/http/search-types';
import { recordTables } from '../searching/record-table.js';
import type { Place } from './documents.repository.js';

/** Kinds of record other than documents. */
export type OtherKind = Exclude<ResultKind, 'documents'>;

/**
 * The column with the stored JSON text of the details. It is `display`, the column of the result row, for the kinds
 * whose details equal the result row.
 */
const detailsColumn: Readonly<Record<OtherKind, 'details' | 'display'>> = {
  certificates: 'details',
  bookEntries: 'display',
  taxLiens: 'display',
  tractBooks: 'details',
};

/** Reads single certificates, book entries, tax liens and tract book entries of a generation. */
@Injectable()
export class RecordsRepository {
  constructor(private readonly database: Database) {}

  /** The stored JSON text of the details. */
  async findDetails(kind: OtherKind, { generation, ordinal }: Place): Promise<string | undefined> {
    const { table, id } = recordTables[kind];
    const [row] = await this.database.query<{ details: string }>(
      `SELECT ${detailsColumn[kind]} AS details FROM ${table} WHERE generation = $1 AND ${id} = $2`,
      [generation, ordinal.toString()],
    );
    return row?.details;
  }
}
