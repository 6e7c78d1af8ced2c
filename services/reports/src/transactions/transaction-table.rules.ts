import { dollars } from '@portal/proto/amounts';
import { searchTypes } from '@portal/proto/http/search-types';
import { transactionKinds, type Transaction } from '@portal/proto/rpc/transactions';
import type { Words } from '../exports/columns.rules.js';
import type { Listing, ListingColumn } from '../exports/listing.js';
import { writtenMoment } from '../exports/written-moment.js';

export interface TableTerms {
  readonly t: Words;
  readonly timeZone: string;
  /** The usernames by id. */
  readonly names: ReadonlyMap<string, string>;
}

type Figure = 'pages' | 'charged' | 'credited' | 'images';
const figures: readonly Figure[] = ['pages', 'charged', 'credited', 'images'];

/** Writes zero as an empty text, because a report full of zeros is hard to read. */
const written = (figure: Figure, amount: number): string => {
  if (amount === 0) return '';
  if (figure === 'charged' || figure === 'credited')
    return amount < 0 ? `-$${dollars(-amount)}` : `$${dollars(amount)}`;
  return amount.toLocaleString('en-US');
};

const column = (t: Words, key: string, share: number, isFigure = false): ListingColumn => ({
  heading: t(`reports:transactions.${key}`),
  share,
  figures: isFigure,
});
const figureColumns = (t: Words): ListingColumn[] => figures.map((figure) => column(t, figure, 10, true));

/** The kinds of entries whose subject is printed unchanged. */
const told: readonly Transaction['kind'][] = ['IMAGES', 'PAYMENT', 'REFUND', 'CORRECTION'];

const subjectOf = ({ subject, kind }: Transaction, t: Words): string => {
  if (kind !== 'SEARCH') return told.includes(kind) ? subject : '';
  const type = searchTypes.find((each) => each === subject);
  return type ? t(`search:${type}.heading`) : '';
};

/** Writes a table with a row for each ledger entry. Times are by the county's clock. */
export function transactionTable(
  transactions: readonly Transaction[],
  { t, timeZone, names }: TableTerms,
): Pick<Listing, 'columns' | 'rows'> {
  const columns = [
    ...[column(t, 'when', 17), column(t, 'user', 16), column(t, 'kind', 15), column(t, 'subject', 27)],
    ...figureColumns(t),
  ];
  const rows = transactions.map((transaction) => {
    const { date, time } = writtenMoment(timeZone, new Date(transaction.at));
    const who = transaction.user === null ? t('reports:transactions.office') : names.get(transaction.user);
    return [
      ...[`${date} ${time}`, who ?? '', t(`reports:transactions.${transaction.kind}`)],
      ...[subjectOf(transaction, t), ...figures.map((figure) => written(figure, transaction[figure]))],
    ];
  });
  return { columns, rows };
}

/** Writes a table with the totals by kind and the total of all transactions. */
export function totalsTable(
  transactions: readonly Transaction[],
  t: Words,
): Pick<Listing, 'columns' | 'rows'> {
  const row = (label: string, summed: readonly Transaction[]): string[] => [
    ...[label, summed.length.toLocaleString('en-US')],
    ...figures.map((figure) => written(figure, sumOf(summed, figure))),
  ];
  const byKind = transactionKinds.flatMap((kind) => {
    const ofKind = transactions.filter((each) => each.kind === kind);
    return ofKind.length === 0 ? [] : [row(t(`reports:transactions.${kind}`), ofKind)];
  });
  return {
    columns: [column(t, 'kind', 58), column(t, 'count', 17, true), ...figureColumns(t)],
    rows: [...byKind, row(t('reports:transactions.total'), transactions)],
  };
}

/** Cents and counts are integers, so their totals are exact. */
const sumOf = (transactions: readonly Transaction[], figure: Figure): number =>
  transactions.reduce((sum, transaction) => sum + transaction[figure], 0);
