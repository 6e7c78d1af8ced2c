import { describe, expect, test } from '@jest/globals';
import { reportDefaults, type ReportCriteria } from '@portal/proto/http/reports';
import {
  reportAt,
  saveCriteria,
  savedCriteria,
  shownIn,
} from '../src/features/reports/report-address.rules.js';
import { addressOf, pathOf } from '../src/shared/report-address.js';

const today = '2026-11-21';

describe('the path of a report', () => {
  test.each([
    ['StatementReport', 'STATEMENT'],
    ['AccountReport', 'ACCOUNT'],
    ['UserReport', 'USER'],
    ['AccountTypeReport', 'ACCOUNT_TYPE'],
  ] as const)('B11-01 has the name %s below /reports', (name, report) => {
    expect([pathOf(report), reportAt(name)]).toEqual([`/reports/${name}`, report]);
  });

  test.each([
    ['accounttypereport', 'ACCOUNT_TYPE'],
    ['STATEMENTREPORT', 'STATEMENT'],
    ['UserReport/', 'USER'],
    ['User/Report', undefined],
    ['UserReport//', undefined],
    ['cardReconciliation', undefined],
    ['', undefined],
  ])('is read regardless of case and of a slash at its end: %p', (below, report) => {
    expect(reportAt(below)).toBe(report);
  });
});

describe('the URL of a report', () => {
  const day = 'fromDate=11/21/2026&toDate=11/21/2026';
  const criteria: ReportCriteria = {
    ...reportDefaults('STATEMENT', today),
    username: 'jane.doe',
    fromAmPm: 'PM',
  };

  test('holds the chosen criteria, the page and the direction, and leaves out defaults', () => {
    const shown = { criteria, page: 3, direction: 'DESC' as const };
    const address = addressOf('STATEMENT', today, shown);
    expect(address).toBe(
      '?fromDate=11%2F21%2F2026&fromAmPm=PM&toDate=11%2F21%2F2026&username=jane.doe&orderBy=timestamp&page=3&direction=DESC',
    );
    expect(shownIn(address)).toEqual(shown);
  });

  test.each([
    ['', 1, 'ASC'],
    ['&page=2', 2, 'ASC'],
    ['&page=100000', 100_000, 'ASC'],
    ['&page=100001', 1, 'ASC'],
    ['&page=0', 1, 'ASC'],
    ['&page=-1', 1, 'ASC'],
    ['&page=1.5', 1, 'ASC'],
    ['&page=two', 1, 'ASC'],
    ['&direction=DESC', 1, 'DESC'],
    ['&direction=up', 1, 'ASC'],
  ])(
    'shows a page that can exist, in ascending order unless it says otherwise: %p',
    (rest, page, direction) => {
      expect(shownIn(`?${day}${rest}`)).toEqual({
        ...{ criteria: reportDefaults('STATEMENT', today), page, direction },
      });
    },
  );

  test.each([
    '',
    '?page=2',
    '?username=jane.doe',
    '?fromDate=11/21/2026&fromHour=13',
    '?fromDate=1&dataSource=TWO',
  ])(
    'opens only the form, without a result, if it has no dates or has values that the form cannot produce: %p',
    (search) => {
      expect(shownIn(search)).toBeUndefined();
    },
  );
});

test('B11-11 the criteria of a report are saved separately for each user and each report', () => {
  const [first, second] = ['11/20/2026', '11/21/2026'].map((fromDate) => ({
    ...reportDefaults('USER', today),
    fromDate,
  })) as [ReportCriteria, ReportCriteria];
  saveCriteria('user 1', 'USER', first);
  expect(savedCriteria('user 1', 'USER')).toEqual(first);
  expect(savedCriteria('user 1', 'ACCOUNT')).toBeUndefined();
  expect(savedCriteria('user 2', 'USER')).toBeUndefined();
  saveCriteria('user 1', 'USER', second);
  expect(savedCriteria('user 1', 'USER')).toEqual(second);
});
