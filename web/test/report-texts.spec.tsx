/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { subjectText } from '@portal/proto/http/report-texts';
import type { ReportRow } from '@portal/proto/http/reports';
import { panelPageList } from '../src/features/control-panel/panel-pages.js';
import { openPortal, preparePortal, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

describe('a line about saved settings', () => {
  test.each(panelPageList.filter(({ description }) => description !== undefined))(
    'names the page by its title, as users see it: $name',
    async ({ description, title }) => {
      const { section } = (await description?.())?.page ?? {};
      const row = { log: 'ADMINISTRATION', kind: 'section.save', subject: `${section}, version 3` } as const;
      expect(subjectText(row, (key) => key)).toBe(`${title}, version 3`);
    },
  );

  test('shows the name of the page in the report', async () => {
    const subject = 'flatFee, version 3';
    const sums = { pages: 0, charged: 0, credited: 0, images: 0 };
    const line: ReportRow = {
      ...{ id: 'f1/0', at: '2026-11-21T20:05:00.000Z', log: 'ADMINISTRATION', kind: 'section.save', subject },
      ...{ user: 'u1', username: 'jane.doe', account: '', accountName: '', ...sums },
    };
    await openPortal('/reports/UserReport?fromDate=11/01/2026&toDate=11/10/2026', {
      user: someUser({ role: 'COUNTY' }),
      handlers: {
        'report/offered': () => ({ reports: [{ report: 'USER', countyNote: '' }] }),
        'report/page': () => ({ rows: [line], types: [], balance: null, total: { count: 1, ...sums } }),
        'report/jobs': () => ({ jobs: [] }),
        'report/schedules': () => ({ schedules: [] }),
      },
    });
    expect(await screen.findByText('Flat Fee Rates, version 3')).toBeTruthy();
  });

  test('shows the stored name of a section that only a newer version of the portal knows', () => {
    const row = { log: 'ADMINISTRATION', kind: 'section.save', subject: 'later, version 1' } as const;
    expect(subjectText(row, (key) => key)).toBe('later, version 1');
  });
});
