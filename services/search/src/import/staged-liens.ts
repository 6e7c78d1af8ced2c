import { documentOrdinal, readDocumentNumber } from '../matching/document-number.rules.js';
import { foldInitial, foldName, hyphenParts } from '../matching/name.rules.js';
import { noDay } from '../read-model/tables.js';
import {
  actionOf,
  centsOf,
  dayOf,
  dayOrNull,
  identityOf,
  identityOrNone,
  oneOf,
  reject,
  requiredText,
  textOf,
  type BundleRow,
} from './row.rules.js';
import { membersOf, shownDay, shownDollars } from './shown.rules.js';
import { documentColumns, type StagedFile } from './staged-file.js';

/** The ordinal of a document number, computed as if the document had no type. */
const typelessOrdinal = (number: string): bigint => {
  const read = readDocumentNumber(number);
  return read ? documentOrdinal('', read) : 0n;
};

const liens: StagedFile = {
  file: 'tax_liens.csv',
  table: 'staged_tax_lien',
  columns: `action text, sk_doc bigint, doc_type text, num_sk bigint, lien_no text COLLATE "C", lien_day int,
    expire_day int, tail text`,
  header: [...documentColumns, 'lien_number', 'lien_date', 'lien_type'],
  ordinalOf: (row) => identityOf(row).ordinal,
  stage: (row) => {
    const action = actionOf(row, ['DELETE']);
    const { ordinal, documentType, documentNumber } = identityOf(row);
    const number = typelessOrdinal(documentNumber);
    if (action === 'DELETE') return [action, ordinal, documentType, number, ...Array<null>(4).fill(null)];
    const lienNumber = requiredText(row, 'lien_number', 40);
    const day = dayOf(row, 'lien_date');
    const tail = {
      lienNumber,
      lienDate: shownDay(day),
      totalAmount: shownDollars(centsOf(row, 'total_amount')),
      lienType: requiredText(row, 'lien_type', 60),
    };
    const expires = dayOrNull(row, 'expire_date') ?? noDay;
    return [action, ordinal, documentType, number, foldName(lienNumber), day, expires, membersOf(tail)];
  },
};

const taxpayers: StagedFile = {
  file: 'tax_lien_parties.csv',
  table: 'staged_tax_lien_party',
  columns: `sk_doc bigint, last_name text COLLATE "C", first_name text COLLATE "C", mi text COLLATE "C", parts text[],
    json text`,
  header: [...documentColumns, 'last_name'],
  stage: (row) => {
    const last = requiredText(row, 'last_name');
    const [first, middle] = [textOf(row, 'first_name'), textOf(row, 'middle_name')];
    const folded = foldName(last);
    if (folded === '') return reject('last_name', 'neither letter nor digit');
    const middleInitial = foldInitial(middle);
    const json = {
      name: [last, first, middle].filter(Boolean).join(' '),
      lastName: last,
      firstName: first,
      middleInitial,
      displayAddress: textOf(row, 'address', 300),
    };
    return [
      identityOf(row).ordinal,
      folded,
      foldName(first),
      middleInitial,
      hyphenParts(last),
      JSON.stringify(json),
    ];
  },
};

const partialOrFull = { PARTIAL: 'Partial', FULL: 'Full' } as const;

/** A full release that was not revoked ends the lien on the day of the release. */
function releaseDay(row: BundleRow, full: boolean, revoked: boolean): number | null {
  const day = dayOrNull(row, 'release_date');
  return full && !revoked ? day : null;
}

const shownDayOf = (row: BundleRow, column: string): string => {
  const day = dayOrNull(row, column);
  return day === null ? '' : shownDay(day);
};

/**
 * Returns the document that a row names in the columns with this prefix. If the row names none, `ordinal` is null and
 * the texts are empty.
 */
function named(row: BundleRow, prefix: string) {
  const document = identityOrNone(row, `${prefix}_`);
  const { documentType = '', documentNumber = '' } = document ?? {};
  return {
    ordinal: document?.ordinal ?? null,
    number: documentNumber,
    type: documentType,
    shown: documentType + documentNumber,
  };
}

const releases: StagedFile = {
  file: 'tax_lien_releases.csv',
  table: 'staged_tax_lien_release',
  columns: 'sk_doc bigint, release_sk bigint, revoke_sk bigint, release_day int, json text',
  header: [...documentColumns],
  stage: (row: BundleRow) => {
    const kind = textOf(row, 'partial_full') === '' ? '' : oneOf(row, 'partial_full', ['PARTIAL', 'FULL']);
    const [release, revoke] = [named(row, 'release'), named(row, 'revoke')];
    const revokeDate = shownDayOf(row, 'revoke_date');
    const json = {
      partialFullFlag: kind === '' ? '' : partialOrFull[kind],
      releaseDocNumber: release.number,
      releaseDocType: release.type,
      releaseDisplayDocNumber: release.shown,
      releaseDate: shownDayOf(row, 'release_date'),
      revokeDocNumber: revoke.number,
      revokeDocType: revoke.type,
      revokeDisplayDocNumber: revoke.shown,
      revokeDate,
    };
    return [
      identityOf(row).ordinal,
      release.ordinal,
      revoke.ordinal,
      releaseDay(row, kind === 'FULL', revoke.ordinal !== null || revokeDate !== ''),
      JSON.stringify(json),
    ];
  },
};

const revisions: StagedFile = {
  file: 'tax_lien_revisions.csv',
  table: 'staged_tax_lien_revision',
  columns: 'sk_doc bigint, revision_sk bigint, json text',
  header: [...documentColumns],
  stage: (row: BundleRow) => {
    const revision = named(row, 'revision');
    const json = {
      flag: textOf(row, 'flag', 60),
      docNumber: revision.number,
      docType: revision.type,
      displayDocNumber: revision.shown,
    };
    return [identityOf(row).ordinal, revision.ordinal, JSON.stringify(json)];
  },
};

export const lienFiles: readonly StagedFile[] = [liens, taxpayers, releases, revisions];
