import { describe, expect, test } from '@jest/globals';
import { reportDays, transactionReportRequest, type TransactionReportRequest } from '../src/http/home.js';

const today = '2026-11-21';
const schema = transactionReportRequest(today);

/** Message keys by field. */
const issuesOf = (request: Partial<TransactionReportRequest>): Record<string, string> => {
  const parsed = schema.safeParse({ reportRange: 'CUSTOM', ...request });
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
};

test('A7-16 a report covers the user or the account in one of four ranges of days, and any other request is refused', () => {
  for (const reportType of ['USER', 'ACCOUNT'])
    for (const reportRange of ['TODAY', 'MONTH', 'YTD'])
      expect(schema.safeParse({ reportType, reportRange }).success).toBe(true);
  expect(schema.safeParse({ reportRange: 'CUSTOM', fromDate: '11/01/2026' }).success).toBe(true);
  expect(schema.safeParse({ reportType: 'COUNTY' }).success).toBe(false);
  expect(schema.safeParse({ reportRange: 'WEEK' }).success).toBe(false);
});

test('A7-17 the start date is required', () => {
  expect(issuesOf({ fromDate: '', toDate: '11/01/2026' })).toEqual({ fromDate: 'forms:required' });
  expect(issuesOf({ fromDate: '  ' })).toEqual({ fromDate: 'forms:required' });
});

describe('A7-18 dates are strictly MM/DD/YYYY', () => {
  test.each(['1/5/2026', '01-05-2026', '2026-01-05', '01/05/26', '02/30/2026', 'abc', '01/05/2026x'])(
    '%s is refused as the start date and as the end date',
    (text) => {
      expect(issuesOf({ fromDate: text })).toEqual({ fromDate: 'forms:invalidDate' });
      expect(issuesOf({ fromDate: '01/01/2026', toDate: text })).toEqual({ toDate: 'forms:invalidDate' });
    },
  );
});

test('A7-19 a future date is refused, and today is accepted', () => {
  expect(issuesOf({ fromDate: '11/22/2026' })).toEqual({ fromDate: 'forms:futureDate' });
  expect(issuesOf({ fromDate: '11/21/2026', toDate: '11/22/2026' })).toEqual({ toDate: 'forms:futureDate' });
  expect(issuesOf({ fromDate: '11/21/2026', toDate: '11/21/2026' })).toEqual({});
});

test('A7-20 an end date before the start date is refused', () => {
  expect(issuesOf({ fromDate: '11/02/2026', toDate: '11/01/2026' })).toEqual({
    toDate: 'forms:invalidDateRange',
  });
});

test('A7-21 a range has at most 366 days, both ends included', () => {
  const over = { toDate: 'forms:rangeOverYear' };
  expect(issuesOf({ fromDate: '11/21/2025', toDate: '11/21/2026' })).toEqual({});
  expect(issuesOf({ fromDate: '11/20/2025', toDate: '11/21/2026' })).toEqual(over);
  expect(issuesOf({ fromDate: '01/01/2024', toDate: '12/31/2024' })).toEqual({});
  expect(issuesOf({ fromDate: '01/01/2024', toDate: '01/01/2025' })).toEqual(over);
  expect(issuesOf({ fromDate: '11/20/2025' })).toEqual(over);
});

test('typed dates are checked and used only for a custom range', () => {
  const typed = { fromDate: 'abc', toDate: '11/01/2020' };
  for (const reportRange of ['TODAY', 'MONTH', 'YTD'] as const)
    expect(issuesOf({ reportRange, ...typed })).toEqual({});
  const request = { reportType: 'USER', fromDate: '11/01/2026', toDate: '' } as const;
  expect(reportDays({ ...request, reportRange: 'CUSTOM' }, today)).toEqual({ from: '2026-11-01', to: today });
  expect(reportDays({ ...request, reportRange: 'MONTH' }, '2026-01-31')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
});
