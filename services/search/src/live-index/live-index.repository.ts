import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { hasPairsSql } from '../read-model/tables.js';

export interface LiveRow {
  readonly generation: number;
  readonly changes: number;
  readonly sealings: number;
  /** Whether the table `name_pair` has the names of every document. */
  readonly has_pairs: boolean;
  /**
   * The position of the primary's log when this row was read. A standby that has replayed the log up to this position
   * knows all values above.
   */
  readonly position: string;
  /** The first day of the index, YYYY-MM-DD; null if the import did not give it. */
  readonly index_begins: string | null;
  /** The day up to which the index is verified, YYYY-MM-DD; null if the import did not give it. */
  readonly verified_through: string | null;
  /** The day up to which the Torrens index is verified, YYYY-MM-DD; null if the import did not give it. */
  readonly torrens_verified_through: string | null;
  /** Further dates of the index, YYYY-MM-DD, by kind of record, then by name of the date. */
  readonly dates: Readonly<Record<'abstract' | 'torrens' | 'lien', Readonly<Record<string, string>>>>;
}

export interface InstrumentGroup {
  readonly grp: number;
  readonly code: string;
  readonly description: string;
}

export interface HotName {
  readonly last_name: string;
  readonly documents: number;
  /** The number of the name in `name_pair`; 0 if the generation has no pairs. */
  readonly hot_no: number;
}

/** The approximate number of certificate texts in a sample. */
const sampledTexts = 5_000;

/** The pointer to a county's live generation, and data about that generation. */
@Injectable()
export class LiveIndexRepository {
  constructor(private readonly database: Database) {}

  async findLive(county: string): Promise<LiveRow | undefined> {
    const [row] = await this.database.query<LiveRow>(
      `SELECT generation, changes, sealings, ${hasPairsSql} AS has_pairs, pg_current_wal_lsn()::text AS position, index_begins, verified_through, torrens_verified_through, dates
         FROM live_index WHERE county_id = $1`,
      [county],
    );
    return row;
  }

  listGroups(generation: number): Promise<InstrumentGroup[]> {
    return this.database.query<InstrumentGroup>(
      `SELECT grp, grp_code AS code, min(grp_description) AS description FROM instrument WHERE generation = $1
        GROUP BY grp, grp_code ORDER BY 3, 2`,
      [generation],
    );
  }

  listHotNames(generation: number): Promise<HotName[]> {
    return this.database.query<HotName>(
      'SELECT last_name, documents, hot_no FROM name_dict WHERE generation = $1 AND hot',
      [generation],
    );
  }

  /** Returns at most `most` surnames in a range, in alphabetical order. */
  async listNames(generation: number, from: string, below: string, most: number): Promise<string[]> {
    const rows = await this.database.query<{ last_name: string }>(
      `SELECT last_name FROM name_dict WHERE generation = $1 AND last_name >= $2 AND last_name < $3
        ORDER BY last_name LIMIT $4`,
      [generation, from, below, most],
    );
    return rows.map((row) => row.last_name);
  }

  /** Words that occur in more than a sixtieth of the certificate texts, according to a sample. */
  async listCommonWords(generation: number): Promise<string[]> {
    const [table] = await this.database.query<{ rows: number }>(
      `SELECT greatest(reltuples, 1)::float8 AS rows FROM pg_class WHERE oid = to_regclass($1)`,
      [`certificate_text_g${generation}`],
    );
    const percent = Math.min(100, (100 * sampledTexts) / (table?.rows ?? 1));
    const rows = await this.database.query<{ word: string }>(
      `WITH sample AS MATERIALIZED
         (SELECT txt FROM certificate_text TABLESAMPLE SYSTEM ($2) WHERE generation = $1 LIMIT ${2 * sampledTexts})
       SELECT w.word FROM sample CROSS JOIN LATERAL
           (SELECT DISTINCT unnest(string_to_array(btrim(txt), ' ')) AS word) w
        GROUP BY w.word HAVING count(*) > (SELECT greatest(20, count(*) / 60) FROM sample)`,
      [generation, percent],
    );
    return rows.map(({ word }) => word);
  }

  /** Letters of the document types in the index. */
  async listDocumentTypes(generation: number): Promise<string[]> {
    const rows = await this.database.query<{ code: string }>(
      'SELECT DISTINCT doc_type AS code FROM document WHERE generation = $1 AND NOT sealed ORDER BY code',
      [generation],
    );
    return rows.map(({ code }) => code);
  }

  /** The values that the office uses, by code list. */
  async listCodes(generation: number): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ list: string; codes: string[] }>(
      'SELECT list, array_agg(code ORDER BY code) AS codes FROM code_value WHERE generation = $1 GROUP BY list',
      [generation],
    );
    return new Map(rows.map(({ list, codes }) => [list, codes]));
  }
}
