import type { Filing } from '../efile/filing.repository.js';

/** A document of a package. Its file is beside the XML. */
export interface PackedDocument {
  readonly filing: Filing & { readonly number: number };
  readonly fileName: string;
  readonly contentType: string;
  readonly sha256: string;
}

export interface PackageHead {
  readonly id: string;
  readonly madeAt: Date;
  /** The id of the county. */
  readonly county: string;
  readonly countyName: string;
}

/** Writes cents as dollars, in the form that PRIA uses for amounts. */
const amount = (cents: number): string => (cents / 100).toFixed(2);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Escapes a text for XML. Removes the control characters that XML 1.0 forbids even when they are escaped. Escapes line
 * ends, because XML parsers would turn them into spaces.
 */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)
    .replace(/[\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`);

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element; attributes without a value are left out. */
const element = (name: string, attributes: Attributes, children: readonly string[] = []): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`)
    .join('');
  const inner = children.filter((child) => child !== '').join('\n');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>\n${inner}\n</${name}>`;
};

/**
 * Writes a package as XML of PRIA 2.4.2: a REQUEST_GROUP with one PACKAGE, which has a PRIA_DOCUMENT for each filing.
 * Each PRIA_DOCUMENT states the sender, the fee, the recording data if the filing is recorded, and the name and hash of
 * the file (imaging/DESIGN.md#the-exchange).
 */
export function priaPackage(head: PackageHead, documents: readonly PackedDocument[]): string {
  const party = { _Identifier: head.county, _Name: head.countyName };
  const content = element(
    'PACKAGE',
    { _Identifier: head.id, Priority: 'Normal' },
    documents.map((document, at) => documentXml(document, at + 1)),
  );
  const request = element('PRIA_REQUEST', { _Type: 'RecordDocuments' }, [content]);
  const group = element('REQUEST_GROUP', { PRIAVersionIdentifier: '2.4.2' }, [
    element('REQUESTING_PARTY', party),
    element('RECEIVING_PARTY', party),
    element('SUBMITTING_PARTY', { ...party, SequenceIdentifier: '1' }),
    element('REQUEST', { RequestDateTime: head.madeAt.toISOString() }, [
      element('REQUEST_DATA', {}, [request]),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${group}\n`;
}

function documentXml(document: PackedDocument, place: number): string {
  const { filing } = document;
  return element(
    'PRIA_DOCUMENT',
    {
      ...{ PRIAVersionIdentifier: '2.4.2', _UniqueIdentifier: filing.id, _Code: filing.efileType },
      ...{ RecordableDocumentSequenceIdentifier: String(place), RecordableDocumentType: 'Other' },
      RecordableDocumentTypeOtherDescription: `${filing.efileType} ${filing.number}`,
    },
    // both elements are empty: the standard requires them, but only the document itself names the parties
    [
      ...[element('GRANTOR', {}), element('GRANTEE', {})],
      ...[senderXml(document), endorsementXml(document), fileXml(document)],
    ],
  );
}

const senderXml = ({ filing }: PackedDocument): string =>
  element('PARTIES', {}, [
    element(
      'RETURN_TO_PARTY',
      {
        ...{ _UnparsedName: filing.name, _StreetAddress: filing.address1, _StreetAddress2: filing.address2 },
        ...{ _City: filing.city, _State: filing.stateCode, _PostalCode: filing.zip },
      },
      [
        element('CONTACT_DETAIL', { _Name: filing.username }, [
          element('CONTACT_POINT', { _Type: 'Email', _Value: filing.email }),
        ]),
      ],
    ),
  ]);

/**
 * The endorsement of a document. Before the recording, it has only the page count and the fee that the sender accepted.
 */
function endorsementXml({ filing }: PackedDocument): string {
  const { charges, documentNumber, recordedAt, book, page, pages } = filing;
  const fees = charges ? element('_FEES', { _TotalAmount: amount(charges.total) }) : '';
  const place = page ? element('_VOLUME_PAGE', { _NumberIdentifier: page }) : '';
  return element(
    'RECORDING_ENDORSEMENT',
    {
      ...{ _InstrumentNumberIdentifier: documentNumber ?? undefined, _PagesCount: String(pages) },
      ...{ _RecordedDateTime: recordedAt?.toISOString(), _Volume: book ?? undefined },
    },
    [place, fees],
  );
}

/** The XML only names the document's file, which is stored beside it, so the file need not be in memory as a whole. */
const fileXml = ({ fileName, contentType, sha256, filing }: PackedDocument): string =>
  element('EMBEDDED_FILE', {
    ...{ _Name: fileName, MIMEType: contentType, _EncodingType: 'None' },
    ...{ _Type: contentType === 'image/tiff' ? 'TIFF' : 'PDF', _Version: '1' },
    _Description: `SHA-256 ${sha256}; ${filing.fileName}`,
  });
