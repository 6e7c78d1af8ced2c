import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';

/** The location of a record: its generation, and its ordinal in that generation. */
export interface Place {
  readonly generation: number;
  readonly ordinal: bigint;
}

export interface DescribedRow {
  readonly doc_type: string;
  readonly doc_number: string;
  readonly instrument_code: string;
  readonly description: string;
}

const parameters = ({ generation, ordinal }: Place): [number, string] => [generation, ordinal.toString()];

/** Reads single documents of a generation; sealed documents are not found (search/DESIGN.md#sealed-documents). */
@Injectable()
export class DocumentsRepository {
  constructor(private readonly database: Database) {}

  /** The stored JSON text of the details. */
  async findDetails(place: Place): Promise<string | undefined> {
    const [row] = await this.database.query<{ details: string }>(
      'SELECT details FROM document WHERE generation = $1 AND sk_doc = $2 AND NOT sealed',
      parameters(place),
    );
    return row?.details;
  }

  async findDescription(place: Place): Promise<DescribedRow | undefined> {
    const [row] = await this.database.query<DescribedRow>(
      `SELECT d.doc_type, d.doc_number, d.instrument_code, i.description FROM document d
         JOIN instrument i ON i.generation = d.generation AND i.code = d.instrument_code
        WHERE d.generation = $1 AND d.sk_doc = $2 AND NOT d.sealed`,
      parameters(place),
    );
    return row;
  }

  /** Parcel ids in the office's spelling and order; undefined when the document does not exist. */
  async listParcels(place: Place): Promise<string[] | undefined> {
    const [row] = await this.database.query<{ parcels: string[] }>(
      `SELECT ARRAY(SELECT parcel_no FROM doc_parcel p WHERE p.generation = $1 AND p.sk_doc = $2
                     GROUP BY parcel_no ORDER BY min(seq), parcel_no) AS parcels
         FROM document WHERE generation = $1 AND sk_doc = $2 AND NOT sealed`,
      parameters(place),
    );
    return row?.parcels;
  }
}
