import { describe, expect, test } from '@jest/globals';
import { reportCriteria, type AccountTypeRow, type TypedReportCriteria } from '@portal/proto/http/reports';
import * as z from 'zod/mini';
import { criteriaOf, linesTable, totalsOf, typesTable } from '../src/county-reports/report-listing.rules.js';
import type { ReportLine } from '../src/county-reports/report.repository.js';
import type { ListingColumn } from '../src/exports/listing.js';
import { keysAsText as t } from './listings.js';

/** Writes columns as `heading share`, with # for a column of numbers. */
const written = (columns: readonly ListingColumn[]): string[] =>
  columns.map(({ heading, share, figures }) => {
    const [, name = ''] = heading.split('report-forms:');
    return `${name} ${share}${figures ? ' #' : ''}`;
  });
const figureColumns = ['column.pages 9 #', 'column.charged 9 #', 'column.credited 9 #', 'column.images 9 #'];

describe('the lines of a report', () => {
  const purchase: ReportLine = {
    ...{ at: '2026-11-21T20:05:00Z', log: 'PURCHASES', kind: 'IMAGES', username: 'jane.doe' },
    ...{ accountName: 'Lake Title', subject: 'A1 DEED', pages: 3, charged: 450, credited: 20, images: 7 },
  };
  const { columns, rowOf } = linesTable({ t, timeZone: 'America/Chicago' });

  test('have columns for time, user, account, kind and subject, and four figures', () => {
    expect(written(columns)).toEqual([
      ...['column.when 16', 'column.user 14', 'column.account 17', 'column.kind 17', 'column.subject 24'],
      ...figureColumns,
    ]);
  });

  test('have the time by the county’s clock, and the figures in the order of the columns', () => {
    expect(rowOf(purchase)).toEqual([
      ...['11/21/2026 2:05 PM', 'jane.doe', 'Lake Title', 'reports:transactions.IMAGES', 'A1 DEED'],
      ...['3', '$4.50', '$0.20', '7'],
    ]);
  });

  test('name the office if no user acted', () => {
    expect(rowOf({ ...purchase, username: '' })[1]).toBe('report-forms:office');
  });

  test('say in words what a search found, and have empty texts instead of zeros', () => {
    const search = { ...purchase, log: 'SEARCHES', kind: 'searchByName', subject: '12' } as const;
    expect(rowOf({ ...search, pages: 0, charged: 0, credited: 0, images: 0 }).slice(3)).toEqual([
      ...['search:searchByName.heading', 'report-forms:found count=12', '', '', '', ''],
    ]);
  });

  test('have numbers in groups of three digits, and a minus sign before the dollar sign', () => {
    const large = { pages: 1_234, charged: -123_456, credited: -1, images: -1_000 };
    expect(rowOf({ ...purchase, ...large }).slice(5)).toEqual(['1,234', '-$1,234.56', '-$0.01', '-1,000']);
  });
});

describe('the totals by account type and kind', () => {
  const searches: AccountTypeRow = {
    ...{ accountType: 'FLAT_FEE', paymentMethod: 'INVOICE', kind: 'SEARCH', count: 1_234 },
    ...{ pages: 3, charged: 450, credited: 20, images: 7 },
  };

  test('have columns for account type, kind and number, and four figures', () => {
    const { columns } = typesTable([], t);
    expect(written(columns)).toEqual([
      ...['column.accountType 26', 'column.kind 24', 'column.count 12'],
      ...figureColumns,
    ]);
  });

  test('name the account type with its method of payment', () => {
    expect(typesTable([searches], t).rows).toEqual([
      [
        'report-forms:accountType.FLAT_FEE, report-forms:paymentMethod.INVOICE',
        ...['reports:transactions.SEARCH', '1,234', '3', '$4.50', '$0.20', '7'],
      ],
    ]);
  });

  test('say “without account” instead of an account type for purchases without an account', () => {
    const guests = { ...searches, accountType: '', paymentMethod: '', count: 0, pages: 0, images: 0 };
    expect(typesTable([searches, guests], t).rows[1]).toEqual([
      ...['report-forms:noAccount', 'reports:transactions.SEARCH', '0', '', '$4.50', '$0.20', ''],
    ]);
  });
});

describe('the totals of a report', () => {
  const total = { count: 1_234, pages: 3, charged: 450, credited: 20, images: 7 };

  test('have the number of lines and the four figures, with a heading above them and above the lines', () => {
    const { columns, ...totals } = totalsOf({ total, balance: null }, t);
    expect(written(columns)).toEqual(['column.count 16', ...figureColumns]);
    expect(totals).toEqual({
      heading: 'report-forms:totals',
      rows: [['1,234', '3', '$4.50', '$0.20', '7']],
      listHeading: 'report-forms:lines',
    });
  });

  test('have the opening and closing escrow in a statement of one account', () => {
    const { columns, rows } = totalsOf({ total, balance: { opening: -150, closing: 0 } }, t);
    expect(written(columns)).toEqual(['column.count 16', ...figureColumns, 'opening 14 #', 'closing 14 #']);
    expect(rows).toEqual([['1,234', '3', '$4.50', '$0.20', '7', '-$1.50', '$0.00']]);
  });
});

describe('the criteria of a report', () => {
  const today = '11/21/2026';
  const shown = (report: Parameters<typeof criteriaOf>[0], over: TypedReportCriteria = {}) =>
    criteriaOf(report, z.parse(reportCriteria, { fromDate: '11/01/2026', toDate: '11/20/2026', ...over }), {
      ...{ t, today },
    }).map(({ key, value }) => `${key.replace('report-forms:field.', '')}: ${value}`);
  const range = (from: string, to: string) => `range: report-forms:rangeText from=${from} to=${to}`;
  const whole = range('11/01/2026 12:00 AM', '11/20/2026 11:59 PM');
  const byTime = 'orderBy: report-forms:order.timestamp';

  test('are only its range and its sort order if nothing else was chosen', () => {
    expect(shown('STATEMENT')).toEqual([whole, byTime]);
    expect(shown('USER', { orderBy: 'username' })).toEqual([whole, 'orderBy: report-forms:order.username']);
  });

  test('do not include a sort order in an account type report', () => {
    expect(shown('ACCOUNT_TYPE')).toEqual([whole]);
  });

  test('name today as the end of a report without an end', () => {
    expect(shown('ACCOUNT_TYPE', { toDate: '' })).toEqual([
      range('11/01/2026 12:00 AM', '11/21/2026 11:59 PM'),
    ]);
  });

  test('write times as a clock shows them', () => {
    const ends = {
      fromHour: '01',
      fromMinute: '5',
      fromAmPm: 'PM',
      toHour: 9,
      toMinute: 0,
      toAmPm: 'AM',
    } as const;
    expect(shown('ACCOUNT_TYPE', ends)).toEqual([range('11/01/2026 1:05 PM', '11/20/2026 9:00 AM')]);
  });

  test('are in the order of the form if everything was chosen', () => {
    const names = { accountName: 'Lake Title', username: 'jane.doe', statementNumber: '202611' };
    const chosen = { transactionType: 'IMAGES', logInformation: 'PURCHASES', dataSource: 'ONE' } as const;
    expect(shown('ACCOUNT', { ...names, ...chosen })).toEqual([
      ...[whole, 'accountName: Lake Title', 'username: jane.doe', 'statementNumber: 202611'],
      ...['transactionType: reports:transactions.IMAGES', 'logInformation: report-forms:log.PURCHASES'],
      ...['dataSource: report-forms:source.ONE', byTime],
    ]);
  });
});
