import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { Place } from './documents.repository.js';

/** The fields of a legal description in the office's spelling, by column of the read model. */
export type LegalFields = Readonly<Record<string, string>>;

/** The legal descriptions of a record by kind, in the order in which the office lists them. */
export interface RecordLegals {
  readonly lotsAndBlocks: readonly LegalFields[];
  readonly metesAndBounds: readonly LegalFields[];
}

const texts = (...columns: string[]): string => columns.map((column) => `'${column}', ${column}`).join(', ');
const lots = texts('plat_no', 'lot', 'block', 'sublot', 'building', 'unit', 'garage');
/** The read model stores 0 for a number that the office left out. */
const bounds = `${texts('base', 'meridian', 'municipality', 'qqqq', 'qqq', 'qq', 'q')},
  'section', nullif(section, 0)::text, 'township', nullif(township, 0)::text, 'range_no', nullif(range_no, 0)::text`;
const rest = texts('other_code', 'other_lot', 'description', 'comment');

/**
 * SQL for a JSON list of rows in the office's spelling. The columns hold folded values. If the office spells a value
 * differently, the office's spelling is in `written` and replaces the folded value.
 */
const gathered = (fields: string, from: string): string =>
  `coalesce((SELECT json_agg(jsonb_strip_nulls(jsonb_build_object(${fields}, ${rest})) || coalesce(nullif(written, ''), '{}')::jsonb
    ORDER BY seq) FROM ${from}), '[]')`;

const ofDocument = (table: string): string => `${table} l WHERE l.generation = $1 AND l.sk_doc = $2`;
const ofEntry = (kind: string): string =>
  `tract_legal l WHERE l.generation = $1 AND l.sk_entry = $2 AND l.kind = '${kind}'`;

/** Legal descriptions of documents and of tract book entries. */
@Injectable()
export class LegalsRepository {
  constructor(private readonly database: Database) {}

  /** The legal descriptions of a document; undefined when it does not exist or is sealed. */
  findOfDocument(place: Place): Promise<RecordLegals | undefined> {
    const there = 'document WHERE generation = $1 AND sk_doc = $2 AND NOT sealed';
    return this.find(place, there, ofDocument('legal_lb'), ofDocument('legal_mb'));
  }

  /** The legal descriptions of a tract book entry; undefined when it does not exist. */
  findOfTractBook(place: Place): Promise<RecordLegals | undefined> {
    const there = 'tract_book WHERE generation = $1 AND sk_entry = $2';
    return this.find(place, there, ofEntry('LB'), ofEntry('MB'));
  }

  private async find(
    { generation, ordinal }: Place,
    there: string,
    lotsAndBlocks: string,
    metesAndBounds: string,
  ): Promise<RecordLegals | undefined> {
    const [row] = await this.database.query<RecordLegals>(
      `SELECT ${gathered(lots, lotsAndBlocks)} AS "lotsAndBlocks", ${gathered(bounds, metesAndBounds)} AS "metesAndBounds"
         FROM ${there}`,
      [generation, ordinal.toString()],
    );
    return row;
  }
}
