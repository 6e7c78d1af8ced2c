import { shownBookAndPage } from '@portal/proto/book-and-page';
import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import type { MessageParams } from '@portal/proto/result';

/** Returns the text of a catalog key in the user's language. */
export type Words = (key: string, params?: MessageParams) => string;

/** The county's settings that change the columns of result screens. */
export interface CountyColumns {
  readonly fileNumbers: boolean;
  readonly bookTypes: boolean;
}

export interface Column<R> {
  /** The catalog key of the heading. */
  readonly heading: string;
  readonly share: number;
  readonly text: (record: R, t: Words) => string;
}

type ColumnTable = {
  readonly [K in ResultKind]: (county: CountyColumns) => readonly Column<RecordOf<K>>[];
};

/** Writes the first item of a list and the number of other items, as the screen does in its rows (B4-03). */
const first = (texts: readonly string[], count: number | undefined, t: Words): string => {
  const more = (count ?? texts.length) - 1;
  const [text = ''] = texts;
  return more > 0 ? t('reports:more', { first: text, count: more }) : text;
};
/** The heading of the book and page. If the county shows book types, the heading names the type too (B4-02). */
const bookHeading = ({ bookTypes }: CountyColumns): string =>
  bookTypes ? 'results:column.bookPageType' : 'reports:column.bookAndPage';
const bookText = (r: { displayBookAndPage: string }, { bookTypes }: CountyColumns): string =>
  shownBookAndPage(r.displayBookAndPage, bookTypes);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The columns of each result screen in order (B4-01, B5-01, B5-02, B6-01, B6-09, B6-16). */
export const columnsOf: ColumnTable = {
  documents: (county) => [
    { heading: 'reports:column.instrument', share: 15, text: (r) => r.instrumentDescription },
    { heading: 'reports:column.documentNumber', share: 13, text: (r) => r.displayDocNumber },
    { heading: 'reports:column.recordedDate', share: 10, text: (r) => r.recordedDate },
    { heading: bookHeading(county), share: 10, text: (r) => bookText(r, county) },
    {
      heading: 'reports:column.grantors',
      share: 18,
      text: (r, t) =>
        first(
          r.grantorSearchResults.map(({ displayName }) => displayName),
          r.grantorCount,
          t,
        ),
    },
    {
      heading: 'reports:column.grantees',
      share: 18,
      text: (r, t) =>
        first(
          r.granteeSearchResults.map(({ displayName }) => displayName),
          r.granteeCount,
          t,
        ),
    },
    {
      heading: 'reports:column.references',
      share: 14,
      text: (r, t) =>
        first(
          r.referenceDocumentSearchResults.map((one) =>
            joined(one.instrumentDescription, one.displayDocNumber),
          ),
          r.referenceCount,
          t,
        ),
    },
    {
      heading: 'reports:column.legals',
      share: 20,
      text: (r, t) =>
        first(
          r.legalSearchResults.map(({ description }) => description),
          r.legalCount,
          t,
        ),
    },
  ],
  certificates: (county) => [
    { heading: 'reports:column.certificate', share: 14, text: (r) => r.certificateNumber },
    ...(county.fileNumbers
      ? [{ heading: 'reports:column.file', share: 12, text: (r: RecordOf<'certificates'>) => r.fileNumber }]
      : []),
    { heading: 'reports:column.certifiedDate', share: 12, text: (r) => r.certifiedDate },
    { heading: bookHeading(county), share: 14, text: (r) => bookText(r, county) },
    { heading: 'reports:column.status', share: 20, text: (r) => r.status },
    {
      heading: 'reports:column.cancelledBy',
      share: 28,
      text: (r) => r.cancelledBySearchResults.map((one) => one.cancelledByCertificateNumber).join(', '),
    },
  ],
  bookEntries: () => [
    { heading: 'reports:column.bookReference', share: 14, text: (r) => r.docNumber },
    { heading: 'reports:column.type', share: 12, text: (r, t) => t(`reports:bookType.${r.type}`) },
    { heading: 'reports:column.fromName', share: 26, text: (r) => r.fromName },
    { heading: 'reports:column.toName', share: 26, text: (r) => r.toName },
    { heading: 'reports:column.fromDate', share: 11, text: (r) => r.fromDate },
    { heading: 'reports:column.toDate', share: 11, text: (r) => r.toDate },
  ],
  taxLiens: () => [
    { heading: 'reports:column.instrument', share: 14, text: (r) => r.instrumentDescription },
    { heading: 'reports:column.documentNumber', share: 11, text: (r) => r.displayDocNumber },
    { heading: 'reports:column.recordedDate', share: 10, text: (r) => r.recordedDate },
    { heading: 'reports:column.lienDate', share: 10, text: (r) => r.lienDate },
    { heading: 'reports:column.lienNumber', share: 12, text: (r) => r.lienNumber },
    {
      heading: 'reports:column.taxpayers',
      share: 20,
      text: (r, t) =>
        first(
          r.taxpayerSearchResults.map(({ name }) => name),
          undefined,
          t,
        ),
    },
    {
      heading: 'reports:column.revisions',
      share: 14,
      text: (r, t) =>
        first(
          r.revisionSearchResults.map((one) => joined(one.flag, one.displayDocNumber)),
          undefined,
          t,
        ),
    },
    {
      heading: 'reports:column.releases',
      share: 20,
      text: (r, t) => first(r.releaseSearchResults.map(releaseText), undefined, t),
    },
  ],
  tractBooks: () => [
    { heading: 'reports:column.tractBook', share: 16, text: (r) => r.tractBookId },
    { heading: 'reports:column.recordedDate', share: 14, text: (r) => r.recordedDate },
    {
      heading: 'reports:column.legals',
      share: 70,
      text: (r, t) =>
        first(
          r.legalSearchResults.map(({ description }) => description),
          r.legalCount,
          t,
        ),
    },
  ],
};

type Release = RecordOf<'taxLiens'>['releaseSearchResults'][number];

const releaseText = (release: Release): string =>
  joined(
    release.partialFullFlag,
    release.releaseDisplayDocNumber,
    release.releaseDate,
    release.revokeDisplayDocNumber && `/ ${release.revokeDisplayDocNumber}`,
    release.revokeDate,
  );
