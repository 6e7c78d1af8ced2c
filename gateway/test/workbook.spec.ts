import { describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { Catalogue } from '@portal/infra/catalogue';
import { workbookOf, type Sheet, type SheetColumn } from '@portal/infra/spreadsheet';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { readSheet } from 'read-excel-file/node';
import { ExportSheets } from '../src/http/export-sheets.js';
import { allOf } from '../src/spreadsheet/send-workbook.js';

async function* partOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}
const columns: SheetColumn[] = [
  { head: 'Name', width: 20, kind: 'text' },
  { head: 'Fee', width: 10, kind: 'money' },
  { head: 'Users', width: 8, kind: 'count' },
  { head: 'Since', width: 12, kind: 'day' },
];
const bytesOf = (sheet: Sheet): Promise<Buffer> => buffer(Readable.from(workbookOf(sheet)));
const read = async (sheet: Sheet): Promise<unknown[][]> => readSheet(await bytesOf(sheet));

describe('a workbook', () => {
  test('C1-45 C2-63 lets another library read numbers as numbers, days as days and text as text', async () => {
    const parts = partOf([
      ['Birch & <Hollow> "Trust"', 123_456, 3, '2026-11-23'],
      ['Größe 山\u0007', 0, null, null],
      ['00447', -5, 1_000_000, '2024-02-29'],
    ]);
    expect(await read({ name: 'Accounts', columns, parts })).toEqual([
      ['Name', 'Fee', 'Users', 'Since'],
      ['Birch & <Hollow> "Trust"', 1234.56, 3, new Date('2026-11-23T00:00:00Z')],
      ['Größe 山', 0, null, null],
      ['00447', -0.05, 1_000_000, new Date('2024-02-29T00:00:00Z')],
    ]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("https://x.example","y")'])(
    'has %j as text, not as a formula, even after a user edits the cell',
    async (text) => {
      const sheet = () => ({ name: 'Users', columns, parts: partOf([[text, 1, 1, null]]) });
      const [, row] = await read(sheet());
      expect(String(row?.[0]).trim()).toBe(text.trim());
      const xml = sheetXmlOf(await bytesOf(sheet()));
      expect(xml).not.toContain('<f>');
      expect(xml).toMatch(/<c r="A2" s="5" t="inlineStr">/);
    },
  );

  test('keeps all spaces and line ends of its texts', async () => {
    const parts = partOf(['  two before', 'two after  ', 'a\n b'].map((text) => [text, 1, 1, null]));
    const xml = sheetXmlOf(await bytesOf({ name: 'Users', columns, parts }));
    expect(xml).toContain('<t xml:space="preserve">  two before</t>');
    expect(xml).toContain('<t xml:space="preserve">two after  </t>');
    expect(xml).toContain('<t>a\n b</t>');
  });

  test('has a header row that stays visible while scrolling, and a width for each column', async () => {
    const xml = sheetXmlOf(await bytesOf({ name: 'Users', columns, parts: partOf([]) }));
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<col min="1" max="1" width="20" customWidth="1"/>');
  });

  test('is not written when its rows cannot be read', async () => {
    const parts = (async function* () {
      yield [['one', 1, 1, null]];
      throw new Error('the service is away');
    })();
    await expect(bytesOf({ name: 'Users', columns, parts })).rejects.toThrow('the service is away');
  });
});

describe('the export of a list', () => {
  const user = (at: number): ManagedUser => ({
    ...{ id: `u${at}`, username: `user.${String(at).padStart(6, '0')}`, firstName: 'Jane', lastName: 'Doe' },
    ...{ accountId: 'a1', accountName: 'Birch Hollow Land Trust', role: 'USER', status: 'A' },
    ...{ company: 'Split Rock Title', address: '12 Shore Road', city: 'Two Harbors', state: 'MN' },
    ...{ zip: '55616', email: `user.${at}@example.com`, phoneFormatType: 'STANDARD' },
    ...{ phone: '(218) 555-0101', createdAt: '2026-11-01T03:00:00.000Z', lastSignIn: '' },
  });
  const size = 500;
  /** Produces this many users, each when the export reads it. */
  const usersOf = (total: number) => {
    const partFrom = (from: number) =>
      Array.from({ length: Math.min(size, total - from) }, (_, at) => user(from + at));
    const behind = async (after: string) => partFrom(Number(after.slice(5)) + 1);
    return allOf(partFrom(0), behind, { size, keyOf: ({ username }) => username });
  };
  const sheets = new ExportSheets(new Catalogue(), 'America/Chicago');

  test("reads batches until a batch is not full, and shows days in the county's time zone", async () => {
    const rows = await read(sheets.users(usersOf(1_200)));
    expect(rows).toHaveLength(1_201);
    expect(rows[0]).toEqual([
      ...['Username', 'Name', 'Account', 'User Type', 'Status', 'Company', 'Address', 'City', 'State', 'Zip'],
      ...['Phone', 'E-mail', 'Created'],
    ]);
    expect(rows.at(-1)).toEqual([
      ...['user.001199', 'Doe, Jane', 'Birch Hollow Land Trust', 'User', 'Active', 'Split Rock Title'],
      ...['12 Shore Road', 'Two Harbors', 'MN', '55616', '(218) 555-0101', 'user.1199@example.com'],
      new Date('2026-10-31T00:00:00Z'),
    ]);
  });

  test('adds less than 100 MB to the memory of the process for 50,000 users', async () => {
    const before = process.memoryUsage().rss;
    let [most, bytes] = [0, 0];
    for await (const part of workbookOf(sheets.users(usersOf(50_000)))) {
      bytes += part.length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(bytes).toBeGreaterThan(500_000);
    expect(most / 1_048_576).toBeLessThan(100);
  }, 60_000);
});

/** Extracts the sheet from the workbook's zip archive: the last entry before the directory. */
function sheetXmlOf(workbook: Buffer): string {
  const name = workbook.indexOf('xl/worksheets/sheet1.xml');
  return inflateRawSync(workbook.subarray(name + 'xl/worksheets/sheet1.xml'.length)).toString();
}
