import { dollars, grouped } from '@portal/proto/amounts';
import { kindText, subjectText } from '@portal/proto/http/report-texts';
import type {
  AccountTypeRow,
  ReportCriteria,
  ReportName,
  ReportPage,
  ReportSums,
} from '@portal/proto/http/reports';
import type { Words } from '../exports/columns.rules.js';
import type { Listing, ListingColumn } from '../exports/listing.js';
import { keptBy, keptTexts } from '../exports/kept-texts.js';
import { localMoments } from './local-clock.js';
import type { ReportLine } from './report.repository.js';

type Figure = 'pages' | 'charged' | 'credited' | 'images';
const figures: readonly Figure[] = ['pages', 'charged', 'credited', 'images'];

const signed = (cents: number): string => (cents < 0 ? `-$${dollars(-cents)}` : `$${dollars(cents)}`);
/** Writes zero as an empty text, because a report full of zeros is hard to read. */
const countText = (count: number): string => (count === 0 ? '' : grouped(count));
const moneyText = (cents: number): string => (cents === 0 ? '' : signed(cents));
const figuresOf = ({ pages, charged, credited, images }: Pick<ReportSums, Figure>): string[] => [
  countText(pages),
  moneyText(charged),
  moneyText(credited),
  countText(images),
];

const columnsOf = (t: Words, ...shares: readonly (readonly [string, number])[]): ListingColumn[] => [
  ...shares.map(([name, share]) => ({ heading: t(`report-forms:column.${name}`), share })),
  ...figures.map((figure) => ({ heading: t(`report-forms:column.${figure}`), share: 9, figures: true })),
];

/**
 * Returns the columns of a report's lines, and a function that writes the texts of a line, with times by the county's
 * clock.
 */
export function linesTable({ t, timeZone }: { t: Words; timeZone: string }): {
  columns: Listing['columns'];
  rowOf: (row: ReportLine) => string[];
} {
  const known = keptTexts(t);
  const money = keptBy(moneyText);
  const moment = localMoments(timeZone);
  return {
    columns: columnsOf(t, ['when', 16], ['user', 14], ['account', 17], ['kind', 17], ['subject', 24]),
    rowOf: (row) => {
      const user = row.username === '' ? known('report-forms:office') : row.username;
      const when = moment(Date.parse(row.at));
      const [kind, subject] = [kindText(row, known), subjectText(row, known)];
      const [pages, images] = [countText(row.pages), countText(row.images)];
      return [
        when,
        user,
        row.accountName,
        kind,
        subject,
        pages,
        money(row.charged),
        money(row.credited),
        images,
      ];
    },
  };
}

const typeName = ({ accountType, paymentMethod }: AccountTypeRow, t: Words): string =>
  accountType === ''
    ? t('report-forms:noAccount')
    : `${t(`report-forms:accountType.${accountType}`)}, ${t(`report-forms:paymentMethod.${paymentMethod}`)}`;

/** Writes the totals by account type and kind (B11-04). */
export function typesTable(types: readonly AccountTypeRow[], t: Words): Pick<Listing, 'columns' | 'rows'> {
  return {
    columns: columnsOf(t, ['accountType', 26], ['kind', 24], ['count', 12]),
    rows: types.map((row) => [
      typeName(row, t),
      t(`reports:transactions.${row.kind}`),
      grouped(row.count),
      ...figuresOf(row),
    ]),
  };
}

/** Writes the totals of the whole report and, for a statement of one account, the opening and closing escrow. */
export function totalsOf(
  { total, balance }: Pick<ReportPage, 'total' | 'balance'>,
  t: Words,
): NonNullable<Listing['totals']> {
  const balances = balance
    ? (['opening', 'closing'] as const).map((name) => [name, balance[name]] as const)
    : [];
  return {
    heading: t('report-forms:totals'),
    columns: [
      ...columnsOf(t, ['count', 16]),
      ...balances.map(([name]) => ({ heading: t(`report-forms:${name}`), share: 14, figures: true })),
    ],
    rows: [[grouped(total.count), ...figuresOf(total), ...balances.map(([, cents]) => signed(cents))]],
    listHeading: t('report-forms:lines'),
  };
}

const end = (date: string, hour: string, minute: string, half: string): string =>
  `${date} ${Number(hour)}:${minute.padStart(2, '0')} ${half}`;

/**
 * Writes the criteria of a report in words. Criteria that are not set are left out.
 * @param today the day as MM/DD/YYYY
 */
export function criteriaOf(
  report: ReportName,
  criteria: ReportCriteria,
  { t, today }: { t: Words; today: string },
): Listing['criteria'] {
  const { fromDate, fromHour, fromMinute, fromAmPm, toDate, toHour, toMinute, toAmPm } = criteria;
  const named = (['accountName', 'username', 'statementNumber'] as const).map(
    (name) => [name, criteria[name]] as const,
  );
  const { transactionType, logInformation, dataSource } = criteria;
  const facts: readonly (readonly [string, string])[] = [
    [
      'range',
      t('report-forms:rangeText', {
        from: end(fromDate, fromHour, fromMinute, fromAmPm),
        to: end(toDate === '' ? today : toDate, toHour, toMinute, toAmPm),
      }),
    ],
    ...named,
    ['transactionType', transactionType === 'ALL' ? '' : t(`reports:transactions.${transactionType}`)],
    ['logInformation', logInformation === 'ALL' ? '' : t(`report-forms:log.${logInformation}`)],
    ['dataSource', dataSource === 'FIVE' ? '' : t('report-forms:source.ONE')],
    ['orderBy', report === 'ACCOUNT_TYPE' ? '' : t(`report-forms:order.${criteria.orderBy}`)],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key: t(`report-forms:field.${key}`), value }));
}
