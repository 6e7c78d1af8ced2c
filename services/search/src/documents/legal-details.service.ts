import { Injectable } from '@nestjs/common';
import { documentTypeOf } from '@portal/proto/document-key';
import type { LegalDetails } from '@portal/proto/http/search-results';
import { fail, ok, type Failure, type Ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { legalTables } from './legal-details.rules.js';
import { refusalOf, SearchCharges, type Unpaid } from '../charging/search-charges.js';
import { LegalsRepository } from './legals.repository.js';
import { RecordKeys } from './record-keys.js';

const tractBook = 'B';

/** Legal descriptions of a document or of a tract book entry, field by field. */
@Injectable()
export class LegalDetailsService {
  constructor(
    private readonly keys: RecordKeys,
    private readonly repository: LegalsRepository,
    private readonly charges: SearchCharges,
  ) {}

  /**
   * Returns the legal descriptions of a document or a tract book entry. Legal descriptions of a document are charged
   * like document details, so a user who has paid for the details of a document is not charged again.
   */
  async details(
    actor: Actor,
    key: string,
  ): Promise<Ok<LegalDetails> | Failure<'DOCUMENT_NOT_FOUND' | Unpaid>> {
    const place = await this.keys.find(actor.county, key);
    if (!place) return fail('DOCUMENT_NOT_FOUND');
    const ofDocument = documentTypeOf(key) !== tractBook;
    const legals = ofDocument
      ? await this.repository.findOfDocument(place)
      : await this.repository.findOfTractBook(place);
    if (!legals) return fail('DOCUMENT_NOT_FOUND');
    const unpaid = ofDocument && (await this.charges.charge(actor, 'documentDetails', () => key));
    return unpaid ? refusalOf(unpaid, actor) : ok(legalTables(legals));
  }
}
