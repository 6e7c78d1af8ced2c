import type { SectionValue } from '@portal/proto/config/sections';
import type { NotableDates } from '@portal/proto/http/start-up';
import type { Output } from '@portal/proto/rpc/contract';
import type { getIndexTerms } from '@portal/proto/rpc/search';

type IndexTerms = Output<typeof getIndexTerms>;
type Flags = SectionValue<'notableDates'>;

const kinds = ['abstract', 'torrens', 'lien'] as const;
type Kind = (typeof kinds)[number];

/** The rows of the table in their order, each with its name in the county's flags and its name in the text catalog. */
const rows = {
  IndexBegin: 'indexBegin',
  Posted: 'posted',
  LegalPosted: 'legalPosted',
  Verified: 'verified',
  LegalVerified: 'legalVerified',
  ImageBegin: 'imageBegin',
  ImageThru: 'imageThru',
  CertificateThru: 'certificateThru',
} as const;
type RowName = keyof typeof rows;

/**
 * True for dates of legal descriptions. They differ from the dates of names only in a county with separate indexes
 * (C4-20).
 */
const isLegal = (row: RowName): boolean => row.startsWith('Legal');

const isOn = (flags: Flags, kind: Kind, row: RowName): boolean =>
  (flags.showSeparateIndexes || !isLegal(row)) && Reflect.get(flags, `${kind}${row}`) === true;

function dateOf(terms: IndexTerms, kind: Kind, row: RowName): string {
  if (kind === 'abstract' && row === 'IndexBegin') return terms.abstractIndexBeginDate;
  if (kind === 'abstract' && row === 'Verified') return terms.abstractVerifiedDate;
  if (kind === 'torrens' && row === 'Verified') return terms.torrensVerifiedDate;
  return terms.dates?.[kind][rows[row]] ?? '';
}

/**
 * The dates that the county shows, with a row for each kind of date and a column for each kind of record. Each date has
 * its own switch (C4-18 to C4-23). There is a column for Torrens if the indexes are separate, and a column for liens if
 * any of their dates is shown. A row without any date is left out.
 */
export function notableDatesTable(flags: Flags, terms: IndexTerms): Pick<NotableDates, 'headings' | 'rows'> {
  const all = (Object.keys(rows) as RowName[]).map((row) => ({
    label: rows[row],
    values: kinds.map((kind) => (isOn(flags, kind, row) ? dateOf(terms, kind, row) : '')),
  }));
  const shown = kinds.map(
    (kind, at) =>
      kind === 'abstract' ||
      (kind === 'torrens' ? flags.showSeparateIndexes : all.some(({ values }) => values[at] !== '')),
  );
  return {
    headings: kinds.filter((_kind, at) => shown[at]).map((kind) => (kind === 'lien' ? 'taxLien' : kind)),
    rows: all
      .map(({ label, values }) => ({ label, values: values.filter((_value, at) => shown[at]) }))
      .filter(({ values }) => values.some((value) => value !== '')),
  };
}
