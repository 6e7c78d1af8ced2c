import { systemKind, systemKinds, type SystemKind } from '@portal/proto/system-kinds';
import * as z from 'zod/mini';
import { readDocumentNumber, documentKeyAt, documentOrdinal } from '../matching/document-number.rules.js';
import { certificateSections, storedTorrensText } from '../matching/torrens-text.rules.js';
import {
  actionOf,
  bookOf,
  dayOf,
  identityOf,
  identityOrNone,
  numberedOf,
  oneOf,
  reject,
  requiredText,
  textOf,
  type BundleRow,
} from './row.rules.js';
import { membersOf, shownBook, shownDay } from './shown.rules.js';
import { documentColumns, type StagedFile } from './staged-file.js';

/** The number of a certificate. Its key has the form of a document key: C and the number. */
const certificateOf = (row: BundleRow) => numberedOf(row, 'certificate_number', 'C');

/** Converts 'number|number' to the list of links in results and details. */
function cancelledBy(row: BundleRow): object[] {
  const numbers = textOf(row, 'cancelled_by', 2_000).toUpperCase().split('|');
  return numbers
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const number = readDocumentNumber(text);
      if (!number) return reject('cancelled_by', 'not numbers of certificates with | between them');
      return {
        cancelledByCertificateId: documentKeyAt(documentOrdinal('C', number)),
        cancelledByCertificateNumber: text,
      };
    });
}

/** The system that the certificate's data comes from; bundles may say IMAGING for IMAGING_SYSTEM. */
function sourceOf(row: BundleRow): SystemKind {
  if (textOf(row, 'source') === '') return 'LANDLINK';
  const source = oneOf(row, 'source', [...systemKinds, 'IMAGING']);
  return source === 'IMAGING' ? 'IMAGING_SYSTEM' : source;
}

const certificates: StagedFile = {
  file: 'certificates.csv',
  table: 'staged_certificate',
  columns: `action text, sk_cert bigint, cert_no text, file_no text, cert_day int, sk_book bigint, short_status text,
    doc_sk bigint, head text, named text, tail text`,
  header: ['certificate_number', 'certified_date', 'status', 'short_status'],
  ordinalOf: (row) => certificateOf(row).ordinal,
  stage: (row) => {
    const action = actionOf(row, ['DELETE']);
    const { ordinal, number } = certificateOf(row);
    if (action === 'DELETE') return [action, ordinal, number, ...Array<null>(8).fill(null)];
    const day = dayOf(row, 'certified_date');
    const place = bookOf(row);
    const shortStatus = requiredText(row, 'short_status', 40);
    const document = identityOrNone(row);
    const fileNumber = textOf(row, 'file_number', 40);
    const head = {
      id: documentKeyAt(ordinal),
      certificateNumber: number,
      fileNumber,
      displayBookAndPage: shownBook(place.book, place.page, place.bookType),
      certifiedDate: shownDay(day),
      shortStatus,
      status: requiredText(row, 'status', 200),
    };
    const named = { docNumber: document?.documentNumber ?? '', docType: document?.documentType ?? '' };
    const tail = { source: z.encode(systemKind, sourceOf(row)), cancelledBySearchResults: cancelledBy(row) };
    return [
      action,
      ordinal,
      number,
      fileNumber,
      day,
      place.ordinal,
      shortStatus,
      document?.ordinal ?? null,
      membersOf(head),
      membersOf(named),
      membersOf(tail),
    ];
  },
};

/** The ordinal, without a type, of the document that a memorial names. The number may have a type letter in front. */
function memorialOrdinal(row: BundleRow): bigint {
  const text = textOf(row, 'document_number', 40).toUpperCase();
  if (text === '') return 0n;
  const number = readDocumentNumber(text.replace(/^[A-Z](?=\d)/, ''));
  return number
    ? documentOrdinal('', number)
    : reject('document_number', 'not digits with at most one letter behind them');
}

const certificateTexts: StagedFile = {
  file: 'certificate_texts.csv',
  table: 'staged_certificate_text',
  columns: 'sk_cert bigint, section text COLLATE "C", doc_sk bigint, txt text COLLATE "C"',
  header: ['certificate_number', 'section', 'text'],
  stage: (row) => {
    const section = oneOf(row, 'section', ['LEGAL', 'MEMORIAL', 'RECITAL']);
    return [
      certificateOf(row).ordinal,
      certificateSections[section],
      memorialOrdinal(row),
      storedTorrensText(requiredText(row, 'text', 20_000)),
    ];
  },
};

const certificateDocuments: StagedFile = {
  file: 'certificate_documents.csv',
  table: 'staged_certificate_document',
  columns: 'sk_cert bigint, sk_doc bigint',
  header: ['certificate_number', ...documentColumns],
  stage: (row) => [certificateOf(row).ordinal, identityOf(row).ordinal],
};

export const certificateFiles: readonly StagedFile[] = [certificates, certificateTexts, certificateDocuments];
