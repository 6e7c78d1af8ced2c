import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';

export interface LiveRow {
  readonly generation: number;
  readonly changes: number;
  readonly sealings: number;
  /** YYYY-MM-DD or null. */
  readonly index_begins: string | null;
  readonly verified_through: string | null;
}

export interface InstrumentGroup {
  readonly grp: number;
  readonly code: string;
  readonly description: string;
}

export interface HotName {
  readonly last_name: string;
  readonly documents: number;
}

/** The pointer to a county's live generation and what is known about it. */
@Injectable()
export class LiveIndexRepository {
  constructor(private readonly database: Database) {}

  async findLive(county: string): Promise<LiveRow | undefined> {
    const [row] = await this.database.query<LiveRow>(
      'SELECT generation, changes, sealings, index_begins, verified_through FROM live_index WHERE county_id = $1',
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
      'SELECT last_name, documents FROM name_dict WHERE generation = $1 AND hot',
      [generation],
    );
  }

  /** Whether at most so many different names begin with a prefix. */
  async hasFewNames(generation: number, from: string, below: string, most: number): Promise<boolean> {
    const [row] = await this.database.query<{ few: boolean }>(
      `SELECT count(*) <= $4 AS few FROM (SELECT 1 FROM name_dict WHERE generation = $1 AND last_name >= $2
          AND last_name < $3 LIMIT $4 + 1) n`,
      [generation, from, below, most],
    );
    return row?.few ?? true;
  }

  /** Letters of the document types, and of the book types, that the index holds. */
  async listTypes(generation: number): Promise<{ documentTypes: string[]; bookTypes: string[] }> {
    const rows = await this.database.query<{ kind: string; code: string }>(
      `SELECT DISTINCT 'document' AS kind, doc_type AS code FROM document WHERE generation = $1 AND NOT sealed
       UNION SELECT DISTINCT 'book', book_type FROM document WHERE generation = $1 AND NOT sealed AND book_type <> ''
       ORDER BY kind, code`,
      [generation],
    );
    const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map((row) => row.code);
    return { documentTypes: of('document'), bookTypes: of('book') };
  }
}
