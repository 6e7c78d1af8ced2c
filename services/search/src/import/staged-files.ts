import { foldInitial, foldName, hyphenParts, nameWords } from '../matching/name.rules.js';
import { bookOrdinal, dayOrdinal, noBook, recordedMinute } from '../matching/recorded.rules.js';
import { lotsAndBlocks, metesAndBounds } from './legal.rules.js';
import type { BundleFile } from './manifest.js';
import {
  centsOf,
  flagOf,
  identityOf,
  oneOf,
  reject,
  requiredText,
  textOf,
  type BundleRow,
  type StagedRow,
} from './row.rules.js';

/** A file of the bundle that this version loads: where its rows wait, and what makes a row of the CSV one of them. */
export interface StagedFile {
  readonly file: BundleFile;
  readonly table: string;
  /** Columns of the staging table behind `line int`, in the order of the staged row. */
  readonly columns: string;
  readonly stage: (row: BundleRow) => StagedRow;
  readonly header: readonly string[];
}

const documentColumns = ['document_type', 'document_number'];

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
  columns: 'plat_no text COLLATE "C", plat_name text',
  header: ['plat_number', 'plat_name'],
  stage: (row) => [foldName(requiredText(row, 'plat_number', 40)), requiredText(row, 'plat_name', 200)],
};

/** 'Label=Value|Label=Value' as the JSON text that the details hold. */
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

const dateOrNull = (row: BundleRow, column: string): string | null => {
  const text = textOf(row, column);
  if (text === '') return null;
  return dayOrdinal(text) === undefined ? reject(column, 'no day as YYYY-MM-DD from 1800 on') : text;
};

const documents: StagedFile = {
  file: 'documents.csv',
  table: 'staged_document',
  columns: `action text, sk_doc bigint, doc_type text COLLATE "C", doc_number text, instrument_code text, rec_key int,
    sk_book bigint, book text, page text, book_type text, instrument_date date, sale_price bigint,
    mortgage_amount bigint, verified boolean, sealed boolean, display_only text`,
  header: [...documentColumns, 'instrument_code', 'recorded_date'],
  stage: (row) => {
    const { ordinal, documentType, documentNumber } = identityOf(row);
    const action =
      textOf(row, 'action') === '' ? 'UPSERT' : oneOf(row, 'action', ['UPSERT', 'DELETE', 'SEAL']);
    if (action !== 'UPSERT') {
      return [action, ordinal, documentType, documentNumber, ...Array<null>(11).fill(null), '[]'];
    }
    const recorded = recordedMinute(textOf(row, 'recorded_date'), textOf(row, 'recorded_time'));
    if (recorded === undefined)
      return reject('recorded_date', 'no day as YYYY-MM-DD from 1800 on with a time as HH:MM');
    const [book, page, bookType] = [
      textOf(row, 'book', 12),
      textOf(row, 'page', 12),
      textOf(row, 'book_type', 1),
    ];
    const ordinalOfBook = book === '' ? noBook : bookOrdinal(book, page, bookType.toUpperCase());
    if (ordinalOfBook === undefined)
      return reject('book', 'book and page are no numbers with at most one letter');
    return [
      action,
      ordinal,
      documentType,
      documentNumber,
      requiredText(row, 'instrument_code', 20).toUpperCase(),
      recorded,
      ordinalOfBook,
      book,
      page,
      bookType.toUpperCase(),
      dateOrNull(row, 'instrument_date'),
      centsOf(row, 'sale_price'),
      centsOf(row, 'mortgage_amount'),
      flagOf(row, 'verified', false),
      flagOf(row, 'sealed', false),
      displayOnly(row),
    ];
  },
};

const parties: StagedFile = {
  file: 'parties.csv',
  table: 'staged_party',
  columns: `sk_doc bigint, role text COLLATE "C", last_name text COLLATE "C", first_name text COLLATE "C",
    mi text COLLATE "C", full_last text, full_first text, full_middle text, parts text[], words text[]`,
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
    return [
      identityOf(row).ordinal,
      role,
      folded,
      foldName(first),
      foldInitial(middle),
      last,
      first,
      middle,
      hyphenParts(last),
      words.length > 1 ? words : [],
    ];
  },
};

const legals: StagedFile = {
  file: 'legals.csv',
  table: 'staged_legal',
  columns: `sk_doc bigint, kind text, plat_no text COLLATE "C", lot text, lot_from int, lot_to int, block text,
    sublot text, other_code text, other_lot text, building text, unit text, garage text, section int, township int,
    range_no int, base text, meridian text, municipality text, q text, qq text, qqq text, qqqq text, qmask int,
    description text, comment text`,
  header: [...documentColumns, 'kind'],
  stage: (row) => {
    const { ordinal } = identityOf(row);
    const comment = textOf(row, 'comment');
    if (oneOf(row, 'kind', ['LB', 'MB']) === 'LB') {
      const { platNumber, values, lots, description } = lotsAndBlocks(row);
      const { lot, block, sublot, other_code, other_lot, building, unit, garage } = values;
      const ofPlat = [
        platNumber,
        lot,
        lots.from,
        lots.to,
        block,
        sublot,
        other_code,
        other_lot,
        building,
        unit,
        garage,
      ];
      return [ordinal, 'LB', ...ofPlat, 0, 0, 0, '', '', '', '', '', '', '', 0, description, comment];
    }
    const { section, township, range, mask, description } = metesAndBounds(row);
    const rest = ['base', 'meridian', 'municipality', 'q', 'qq', 'qqq', 'qqqq'].map((c) =>
      textOf(row, c, 20).toUpperCase(),
    );
    const other = [textOf(row, 'other_code', 20).toUpperCase(), textOf(row, 'other_lot', 40).toUpperCase()];
    const noPlat = ['', '', 0, 0, '', '', ...other, '', '', ''];
    return [ordinal, 'MB', ...noPlat, section, township, range, ...rest, mask, description, comment];
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

const parcels: StagedFile = {
  file: 'parcels.csv',
  table: 'staged_parcel',
  columns: 'sk_doc bigint, parcel_no text',
  header: [...documentColumns, 'parcel_id'],
  stage: (row) => [identityOf(row).ordinal, requiredText(row, 'parcel_id', 60).toUpperCase()],
};

const addresses: StagedFile = {
  file: 'addresses.csv',
  table: 'staged_address',
  columns: 'sk_doc bigint, house_no text, street text, city text',
  header: [...documentColumns, 'street'],
  stage: (row) => [
    identityOf(row).ordinal,
    textOf(row, 'house_number', 20).toUpperCase(),
    requiredText(row, 'street', 100).toUpperCase(),
    textOf(row, 'city', 60).toUpperCase(),
  ],
};

/** In the order in which they load. The other files of a bundle belong to searches that are not served yet. */
export const stagedFiles: readonly StagedFile[] = [
  instruments,
  plats,
  documents,
  parties,
  legals,
  references,
  parcels,
  addresses,
];
