import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Catalogue } from '@portal/infra/catalogue';
import { workbookOf } from '@portal/infra/spreadsheet';
import type { ReportRow } from '@portal/proto/http/reports';
import { readSheet } from 'read-excel-file/node';
import { reportSheet } from '../src/county-reports/report-sheet.js';

const line: ReportRow = {
  ...{ id: 'f/0', at: '2026-11-01T06:30:00.000Z', log: 'PURCHASES', kind: 'IMAGES', user: 'u' },
  ...{ username: 'jane.doe', account: 'a', accountName: 'Aurora Title', subject: '=DEED A1000001' },
  ...{ pages: 2, charged: 450, credited: 0, images: -2 },
};

test('B11-30 an exported line has its time by the county’s clock, and numbers as numbers', async () => {
  const lines: ReportRow[] = [
    line,
    // an hour after the line above, the clock shows the same time, because daylight saving time has ended
    { ...line, at: '2026-11-01T07:30:00.000Z', username: '', user: '' },
    { ...line, log: 'SEARCHES', kind: 'searchByName', subject: '1', pages: 0, charged: 0, images: 0 },
    ...['section.save', 'section.plan.withdraw', 'user.password'].map((kind) => ({
      ...{
        ...line,
        log: 'ADMINISTRATION' as const,
        kind,
        subject: 'escrow, version 3',
        pages: 0,
        charged: 0,
        images: 0,
      },
    })),
  ];
  const parts = (async function* () {
    yield lines;
  })();
  const sheet = reportSheet('STATEMENT', parts, { catalogue: new Catalogue(), timeZone: 'America/Chicago' });
  const [head, ...rows] = await readSheet(await buffer(Readable.from(workbookOf(sheet))));
  expect(head?.[0]).toBe('Date and time');
  const moment = new Date('2026-11-01T01:30:00Z');
  expect(rows).toEqual([
    [moment, 'jane.doe', 'Aurora Title', 'Purchases', 'Document images', '=DEED A1000001', 2, 4.5, 0, -2],
    [
      moment,
      'County office',
      'Aurora Title',
      'Purchases',
      'Document images',
      '=DEED A1000001',
      2,
      4.5,
      0,
      -2,
    ],
    [moment, 'jane.doe', 'Aurora Title', 'Searches', 'Search by Name', '1 record found', 0, 0, 0, 0],
    ...[
      ['Settings saved', 'Escrow, version 3'],
      ['Planned settings taken back', 'Escrow, version 3'],
      ['User password', 'escrow, version 3'],
    ].map((texts) => [...[moment, 'jane.doe', 'Aurora Title', 'Administration', ...texts, 0, 0, 0, 0]]),
  ]);
});
