import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';

export interface DescribedRow {
  readonly doc_type: string;
  readonly doc_number: string;
  readonly instrument_code: string;
  readonly description: string;
}

/** Single documents of a generation; a sealed one is not there (search.md 14). */
@Injectable()
export class DocumentsRepository {
  constructor(private readonly database: Database) {}

  /** The ready JSON text of the details. */
  async findDetails(generation: number, ordinal: bigint): Promise<string | undefined> {
    const [row] = await this.database.query<{ details: string }>(
      'SELECT details FROM document WHERE generation = $1 AND sk_doc = $2 AND NOT sealed',
      [generation, ordinal.toString()],
    );
    return row?.details;
  }

  async findDescription(generation: number, ordinal: bigint): Promise<DescribedRow | undefined> {
    const [row] = await this.database.query<DescribedRow>(
      `SELECT d.doc_type, d.doc_number, d.instrument_code, i.description FROM document d
         JOIN instrument i ON i.generation = d.generation AND i.code = d.instrument_code
        WHERE d.generation = $1 AND d.sk_doc = $2 AND NOT d.sealed`,
      [generation, ordinal.toString()],
    );
    return row;
  }
}
