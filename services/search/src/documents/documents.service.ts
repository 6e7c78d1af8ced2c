import { Injectable } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import { documentNumberOf, documentTypeOf } from '@portal/proto/document-key';
import { recordOf } from '@portal/proto/http/search-results';
import { fail, ok, type Failure, type Ok } from '@portal/proto/result';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import { DocumentsRepository, type Place } from './documents.repository.js';
import { RecordKeys } from './record-keys.js';
import { RecordsRepository, type OtherKind } from './records.repository.js';

type NotFound = Failure<'DOCUMENT_NOT_FOUND'>;

/** Letters that stand for another kind of record in a key (decisions.md 'Order lines'). */
const kindOfLetter: Readonly<Record<string, Exclude<OtherKind, 'taxLiens'>>> = {
  C: 'certificates',
  G: 'bookEntries',
  B: 'tractBooks',
};

/** Details and descriptions. No index, no such record and a sealed document answer alike. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly keys: RecordKeys,
    private readonly documents: DocumentsRepository,
    private readonly records: RecordsRepository,
  ) {}

  async details(county: string, key: string): Promise<RawJson | NotFound> {
    const place = await this.keys.find(county, key);
    const details = place && (await this.documents.findDetails(place));
    return details ? new RawJson(details) : fail('DOCUMENT_NOT_FOUND');
  }

  /** @param key of a document when the kind is its tax lien */
  async recordDetails(county: string, kind: OtherKind, key: string): Promise<RawJson | NotFound> {
    const place = await this.keys.find(county, key);
    const details = place && (await this.records.findDetails(kind, place));
    return details ? new RawJson(details) : fail('DOCUMENT_NOT_FOUND');
  }

  /** Parcel ids of a document, in their order. */
  async parcelIds(county: string, key: string): Promise<Ok<string[]> | NotFound> {
    const place = await this.keys.find(county, key);
    const parcels = place && (await this.documents.listParcels(place));
    return parcels ? ok(parcels) : fail('DOCUMENT_NOT_FOUND');
  }

  async describe(county: string, key: string): Promise<Ok<DocumentDescription> | NotFound> {
    const place = await this.keys.find(county, key);
    if (!place) return fail('DOCUMENT_NOT_FOUND');
    const kind = kindOfLetter[documentTypeOf(key)];
    const described = kind ? await this.describeRecord(kind, place) : await this.describeDocument(place);
    return described ? ok({ documentKey: key, ...described }) : fail('DOCUMENT_NOT_FOUND');
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

  /** What has images and is no document: its number is that of its key, and it has no instrument. */
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

type Described = (details: unknown) => { key: string; description: string };

const described: Readonly<Record<Exclude<OtherKind, 'taxLiens'>, Described>> = {
  certificates: (details) => {
    const { id, status, shortStatus } = recordOf.certificates.parse(details);
    return { key: id, description: status || shortStatus };
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
