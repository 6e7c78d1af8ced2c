import { Injectable } from '@nestjs/common';
import { documentTypeOf } from '@portal/proto/document-key';
import type { LegalDetails } from '@portal/proto/http/search-results';
import { fail, ok, type Failure, type Ok } from '@portal/proto/result';
import { legalTables } from './legal-details.rules.js';
import { LegalsRepository } from './legals.repository.js';
import { RecordKeys } from './record-keys.js';

const tractBook = 'B';

/** Legal descriptions of a document or of a tract book entry, field by field. */
@Injectable()
export class LegalDetailsService {
  constructor(
    private readonly keys: RecordKeys,
    private readonly repository: LegalsRepository,
  ) {}

  async details(county: string, key: string): Promise<Ok<LegalDetails> | Failure<'DOCUMENT_NOT_FOUND'>> {
    const place = await this.keys.find(county, key);
    if (!place) return fail('DOCUMENT_NOT_FOUND');
    const legals =
      documentTypeOf(key) === tractBook
        ? await this.repository.findOfTractBook(place)
        : await this.repository.findOfDocument(place);
    return legals ? ok(legalTables(legals)) : fail('DOCUMENT_NOT_FOUND');
  }
}
