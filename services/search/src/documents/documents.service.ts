import { Injectable } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import { fail, ok, type Failure, type Ok } from '@portal/proto/result';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import { LiveIndexes } from '../live-index/live-indexes.js';
import { ordinalOfKey } from '../matching/document-number.rules.js';
import { DocumentsRepository } from './documents.repository.js';

type NotFound = Failure<'DOCUMENT_NOT_FOUND'>;

/** Details and descriptions. No index, no such document and a sealed document answer alike. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly indexes: LiveIndexes,
    private readonly repository: DocumentsRepository,
  ) {}

  async details(county: string, key: string): Promise<RawJson | NotFound> {
    const place = await this.place(county, key);
    const details = place && (await this.repository.findDetails(place.generation, place.ordinal));
    return details ? new RawJson(details) : fail('DOCUMENT_NOT_FOUND');
  }

  async describe(county: string, key: string): Promise<Ok<DocumentDescription> | NotFound> {
    const place = await this.place(county, key);
    const row = place && (await this.repository.findDescription(place.generation, place.ordinal));
    if (!row) return fail('DOCUMENT_NOT_FOUND');
    return ok({
      documentKey: key,
      documentType: row.doc_type,
      documentNumber: row.doc_number,
      displayDocNumber: row.doc_type + row.doc_number,
      instrumentCode: row.instrument_code,
      instrumentDescription: row.description,
    });
  }

  private async place(
    county: string,
    key: string,
  ): Promise<{ generation: number; ordinal: bigint } | undefined> {
    const ordinal = ordinalOfKey(key);
    const index = await this.indexes.find(county);
    return index && ordinal !== undefined ? { generation: index.generation, ordinal } : undefined;
  }
}
