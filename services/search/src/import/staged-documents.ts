import { documentKeyAt } from '../matching/document-number.rules.js';
import { foldInitial, foldName, hyphenParts, nameWords } from '../matching/name.rules.js';
import { foldParcel } from '../matching/parcel.rules.js';
import { minutesPerDay } from '../matching/recorded.rules.js';
import { foldStreet } from '../matching/street.rules.js';
import {
  actionOf,
  bookOf,
  centsOf,
  dayOrNull,
  flagOf,
  identityOf,
  oneOf,
  recordedOf,
  reject,
  requiredText,
  RowRejected,
  textOf,
  type BookPlace,
  type BundleRow,
  type DocumentIdentity,
  type StagedRow,
} from './row.rules.js';
import { membersOf, shownBook, shownDay, shownDollars, shownMinute } from './shown.rules.js';
import { documentColumns, type StagedFile } from './staged-file.js';

const instruments: StagedFile = {
  file: 'instruments.csv',
  table: 'staged_instrument',
  columns: 'code text, description text, grp_code text, grp_description text',
  header: ['code', 'description', 'group_code'],
  stage: (row) => {
    const group = requiredText(row, 'group_code', 20).toUpperCase();
    return [
      requiredText(row, 'code', 20).toUpperCase(),
      requiredText(row, 'description', 100),
      group,
      textOf(row, 'group_description', 100) || group,
    ];
  },
};

const plats: StagedFile = {
  file: 'plats.csv',
  table: 'staged_plat',
  columns: 'plat_no text COLLATE "C", plat_name text, name_key text COLLATE "C"',
  header: ['plat_number', 'plat_name'],
  stage: (row) => {
    const name = requiredText(row, 'plat_name', 200);
    return [foldName(requiredText(row, 'plat_number', 40)), name, foldName(name)];
  },
};

/** Converts 'Label=Value|Label=Value' to the JSON text in the details. */
const displayOnly = (row: BundleRow): string => {
  const pairs = textOf(row, 'display_only', 2_000)
    .split('|')
    .filter((pair) => pair !== '');
  const values = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return reject('display_only', 'not Label=Value');
    return { label: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
  });
  return JSON.stringify(values);
};

/**
 * Returns the members before and after the instrument's description in a document's JSON texts. The SQL in
 * document-texts.ts writes the same members.
 */
function documentTexts(row: BundleRow, identity: DocumentIdentity, recorded: number, place: BookPlace) {
  const { ordinal, documentType, documentNumber } = identity;
  const instrumentDay = dayOrNull(row, 'instrument_date');
  const head = {
    docId: documentKeyAt(ordinal),
    docType: documentType,
    docNumber: documentNumber,
    displayDocNumber: documentType + documentNumber,
    instrumentCode: instrumentOf(row),
  };
  const tail = {
    displayBookAndPage: shownBook(place.book, place.page, place.bookType),
    recordedDate: shownDay(Math.floor(recorded / minutesPerDay)),
    recordedDateTime: shownMinute(recorded),
    instrumentDate: instrumentDay === null ? '' : shownDay(instrumentDay),
    mortgageAmount: shownDollars(centsOf(row, 'mortgage_amount')),
    salePrice: shownDollars(centsOf(row, 'sale_price')),
    verifiedStatus: flagOf(row, 'verified', false) ? 'VERIFIED' : 'NOT VERIFIED',
  };
  return [membersOf(head), membersOf(tail)];
}

const instrumentOf = (row: BundleRow): string => requiredText(row, 'instrument_code', 20).toUpperCase();

/** True or false as the row says; null for an empty column, which leaves the document's sealing unchanged. */
const sealedOrNull = (row: BundleRow): boolean | null =>
  textOf(row, 'sealed') === '' ? null : flagOf(row, 'sealed', false);

/** The staged row that seals or deletes a document; the values of the document itself are not needed. */
const hidingRow = (
  action: 'DELETE' | 'SEAL',
  { ordinal, documentType, documentNumber }: DocumentIdentity,
): StagedRow => [action, ordinal, documentType, documentNumber, ...Array<null>(11).fill(null), '[]', '', ''];

/** True if a row says beyond doubt that its document must not be visible. */
const hides = (row: BundleRow): boolean =>
  ['SEAL', 'DELETE'].includes(textOf(row, 'action').toUpperCase()) || sealedOrNull(row) === true;

/** Seals the document of a wrong row, if the row names the document and says that it must not be visible. */
function sealedByWrongRow(row: BundleRow): StagedRow | undefined {
  try {
    return hides(row) ? hidingRow('SEAL', identityOf(row)) : undefined;
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    return undefined;
  }
}

const documents: StagedFile = {
  file: 'documents.csv',
  table: 'staged_document',
  columns: `action text, sk_doc bigint, doc_type text COLLATE "C", doc_number text, instrument_code text, rec_key int,
    sk_book bigint, book text, page text, book_type text, instrument_date date, sale_price bigint,
    mortgage_amount bigint, verified boolean, sealed boolean, display_only text, head text, tail text`,
  header: [...documentColumns, 'instrument_code', 'recorded_date'],
  ordinalOf: (row) => identityOf(row).ordinal,
  hiddenBy: sealedByWrongRow,
  stage: (row) => {
    const identity = identityOf(row);
    const { ordinal, documentType, documentNumber } = identity;
    const action = actionOf(row, ['DELETE', 'SEAL']);
    if (action !== 'UPSERT') return hidingRow(action, identity);
    const recorded = recordedOf(row);
    const place = bookOf(row);
    return [
      action,
      ordinal,
      documentType,
      documentNumber,
      instrumentOf(row),
      recorded,
      place.ordinal,
      place.book,
      place.page,
      place.bookType,
      dayOrNull(row, 'instrument_date') === null ? null : textOf(row, 'instrument_date'),
      centsOf(row, 'sale_price'),
      centsOf(row, 'mortgage_amount'),
      flagOf(row, 'verified', false),
      sealedOrNull(row),
      displayOnly(row),
      ...documentTexts(row, identity, recorded, place),
    ];
  },
};

const parties: StagedFile = {
  file: 'parties.csv',
  table: 'staged_party',
  columns: `sk_doc bigint, role text COLLATE "C", last_name text COLLATE "C", first_name text COLLATE "C",
    mi text COLLATE "C", full_last text, full_first text, full_middle text, parts text[], words text[], json text`,
  header: [...documentColumns, 'role', 'last_name'],
  stage: (row) => {
    const role = oneOf(row, 'role', ['GRANTOR', 'GRANTEE']) === 'GRANTOR' ? 'R' : 'E';
    const [last, first, middle] = [
      requiredText(row, 'last_name'),
      textOf(row, 'first_name'),
      textOf(row, 'middle_name'),
    ];
    const folded = foldName(last);
    if (folded === '') return reject('last_name', 'neither letter nor digit');
    const words = nameWords(last);
    const middleInitial = foldInitial(middle);
    const json = {
      displayName: [last, first, middle].filter(Boolean).join(' '),
      lastName: last,
      firstName: first,
      middleInitial,
    };
    return [
      identityOf(row).ordinal,
      role,
      folded,
      foldName(first),
      middleInitial,
      last,
      first,
      middle,
      hyphenParts(last),
      words.length > 1 ? words : [],
      JSON.stringify(json),
    ];
  },
};

const references: StagedFile = {
  file: 'references.csv',
  table: 'staged_reference',
  columns: 'sk_doc bigint, ref_sk bigint, ref_type text, ref_number text',
  header: [...documentColumns, 'reference_document_type', 'reference_document_number'],
  stage: (row) => {
    const to = identityOf(row, 'reference_');
    return [identityOf(row).ordinal, to.ordinal, to.documentType, to.documentNumber];
  },
};

const labelled = (label: string, value: string): string => JSON.stringify({ label, value });

const parcels: StagedFile = {
  file: 'parcels.csv',
  table: 'staged_parcel',
  columns: `sk_doc bigint, parcel_no text, parcel_key text COLLATE "C", island text COLLATE "C",
    village_key text COLLATE "C", island_code text, json text`,
  header: [...documentColumns, 'parcel_id'],
  stage: (row) => {
    const parcel = requiredText(row, 'parcel_id', 60).toUpperCase();
    const island = textOf(row, 'island', 40).toUpperCase();
    const key = foldParcel(parcel);
    if (key === '') return reject('parcel_id', 'neither letter nor digit');
    return [
      identityOf(row).ordinal,
      parcel,
      key,
      foldName(island),
      foldName(textOf(row, 'village', 60)),
      island,
      labelled('Parcel ID', parcel),
    ];
  },
};

const addresses: StagedFile = {
  file: 'addresses.csv',
  table: 'staged_address',
  columns: `sk_doc bigint, house_no text, street text, city text, street_key text COLLATE "C", city_key text COLLATE "C",
    house_written text, json text`,
  header: [...documentColumns, 'street'],
  stage: (row) => {
    const house = textOf(row, 'house_number', 20).toUpperCase();
    const street = requiredText(row, 'street', 100).toUpperCase();
    const city = textOf(row, 'city', 60).toUpperCase();
    const key = foldName(house);
    return [
      identityOf(row).ordinal,
      key,
      street,
      city,
      foldStreet(street),
      foldName(city),
      key === house ? '' : house,
      labelled('Address', [[house, street].filter(Boolean).join(' '), city].filter(Boolean).join(', ')),
    ];
  },
};

/** Documents and the rows that belong to them, in loading order. Legal descriptions are in staged-legals.ts. */
export const documentFiles: readonly StagedFile[] = [
  instruments,
  plats,
  documents,
  parties,
  references,
  parcels,
  addresses,
];
