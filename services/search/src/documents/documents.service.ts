import { Injectable } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import type { ChargedItem } from '@portal/proto/config/search-price';
import { documentNumberOf, documentTypeOf } from '@portal/proto/document-key';
import { recordOf } from '@portal/proto/http/search-results';
import { fail, ok, type Failure, type Ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import { refusalOf, SearchCharges, type Unpaid } from '../charging/search-charges.js';
import { narrowJson } from '../narrow-json.js';
import { DocumentsRepository, type Place } from './documents.repository.js';
import { RecordKeys } from './record-keys.js';
import { RecordsRepository, type OtherKind } from './records.repository.js';

type NotFound = Failure<'DOCUMENT_NOT_FOUND'>;
type NotGiven = NotFound | Failure<'INSUFFICIENT_FUNDS'>;

/** The kinds of record other than documents, by the first letter of their keys (DECISIONS.md#spec-12). */
const kindOfLetter: Readonly<Record<string, Exclude<OtherKind, 'taxLiens'>>> = {
  C: 'certificates',
  G: 'bookEntries',
  B: 'tractBooks',
};

/**
 * Returns details and descriptions of records. A missing index, a missing record and a sealed document give the same
 * answer.
 */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly keys: RecordKeys,
    private readonly documents: DocumentsRepository,
    private readonly records: RecordsRepository,
    private readonly charges: SearchCharges,
  ) {}

  /** Details are charged after they are found. Unpaid details have the id 0 and no other data (B9-15). */
  async details(actor: Actor, key: string): Promise<RawJson | NotGiven> {
    const place = await this.keys.find(actor.county, key);
    const details = place && (await this.documents.findDetails(place));
    return details ? this.give(actor, 'documentDetails', key, details) : fail('DOCUMENT_NOT_FOUND');
  }

  /** @param key the key of the record; for a tax lien, the key of its document */
  async recordDetails(actor: Actor, kind: OtherKind, key: string): Promise<RawJson | NotGiven> {
    const place = await this.keys.find(actor.county, key);
    const details = place && (await this.records.findDetails(kind, place));
    if (!details) return fail('DOCUMENT_NOT_FOUND');
    return kind === 'taxLiens' ? this.give(actor, 'taxLienDetails', key, details) : new RawJson(details);
  }

  /**
   * The parcel ids of a document in the office's order. They are charged like the document's details, so a user who has
   * paid for the details is not charged again.
   */
  async parcelIds(actor: Actor, key: string): Promise<Ok<string[]> | NotFound | Failure<Unpaid>> {
    const place = await this.keys.find(actor.county, key);
    const parcels = place && (await this.documents.listParcels(place));
    if (!parcels) return fail('DOCUMENT_NOT_FOUND');
    const unpaid = await this.charges.charge(actor, 'documentDetails', () => key);
    return unpaid ? refusalOf(unpaid, actor) : ok(parcels);
  }

  async describe(county: string, key: string): Promise<Ok<DocumentDescription> | NotFound> {
    const place = await this.keys.find(county, key);
    if (!place) return fail('DOCUMENT_NOT_FOUND');
    const kind = kindOfLetter[documentTypeOf(key)];
    const described = kind ? await this.describeRecord(kind, place) : await this.describeDocument(place);
    return described ? ok({ documentKey: key, ...described }) : fail('DOCUMENT_NOT_FOUND');
  }

  private async give(
    actor: Actor,
    item: ChargedItem,
    key: string,
    details: string,
  ): Promise<RawJson | NotGiven> {
    const unpaid = await this.charges.charge(actor, item, () => key);
    if (!unpaid) return new RawJson(details);
    if (unpaid === 'INSUFFICIENT_FUNDS') return refusalOf(unpaid, actor);
    const again = unpaid === 'PAYMENT_NEEDED_AGAIN';
    return new RawJson(narrowJson({ docId: '0', paymentNeeded: !again, paymentNeededAgain: again }));
  }

  private async describeDocument(
    place: Place,
  ): Promise<Omit<DocumentDescription, 'documentKey'> | undefined> {
    const row = await this.documents.findDescription(place);
    return (
      row && {
        documentType: row.doc_type,
        documentNumber: row.doc_number,
        displayDocNumber: row.doc_type + row.doc_number,
        instrumentCode: row.instrument_code,
        instrumentDescription: row.description,
      }
    );
  }

  /**
   * Describes a record with images that is not a document. Its number comes from its key, and its instrument code is
   * empty.
   */
  private async describeRecord(
    kind: Exclude<OtherKind, 'taxLiens'>,
    place: Place,
  ): Promise<Omit<DocumentDescription, 'documentKey'> | undefined> {
    const details = await this.records.findDetails(kind, place);
    if (details === undefined) return undefined;
    const { key, description } = described[kind](JSON.parse(details));
    const [documentType, documentNumber] = [documentTypeOf(key), documentNumberOf(key)];
    return {
      documentType,
      documentNumber,
      displayDocNumber: key,
      instrumentCode: '',
      instrumentDescription: description,
    };
  }
}

/**
 * The description of a certificate on orders and receipts: its status, followed by CERTIFICATE unless the status
 * contains that word.
 */
const certificateNamed = (status: string): string =>
  /certificate/i.test(status) ? status : `${status} CERTIFICATE`.trim();

type Described = (details: unknown) => { key: string; description: string };

const described: Readonly<Record<Exclude<OtherKind, 'taxLiens'>, Described>> = {
  certificates: (details) => {
    const { id, status, shortStatus } = recordOf.certificates.parse(details);
    return { key: id, description: certificateNamed(status || shortStatus) };
  },
  bookEntries: (details) => {
    const { id, fromName, toName } = recordOf.bookEntries.parse(details);
    return { key: id, description: `${fromName} - ${toName}` };
  },
  tractBooks: (details) => {
    const { docId, legalSearchResults } = recordOf.tractBooks.parse(details);
    return { key: docId, description: legalSearchResults[0]?.description ?? '' };
  },
};
