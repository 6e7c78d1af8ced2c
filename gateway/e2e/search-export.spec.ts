import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import { DemoRows } from './demo-rows.js';
import { drawnSearches } from './drawn-searches.js';
import { contentOf, hosts, Visitor, type AnswerOf, type CountyHost, type Reply } from './portal.js';
import { anyDay } from './search-samples.js';

const counties = Object.keys(hosts) as CountyHost[];
const visitors = {} as Record<CountyHost, Visitor>;
beforeAll(async () => {
  for (const county of counties) visitors[county] = await Visitor.signedIn('demo.flatfee', county);
});

const print = (county: CountyHost, type: SearchType, body: object): Promise<Reply> =>
  visitors[county].post(`search/${type}Print`, body);

const expectFile = (reply: Reply, extension: string, contentType: string): void => {
  expect([reply.status, reply.headers['content-type']]).toEqual([200, contentType]);
  expect(reply.headers['content-disposition']).toContain(
    `attachment; filename="SearchResultsReport.${extension}"`,
  );
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body.length).toBe(Number(reply.headers['content-length']));
};

const rowsOfCsv = (reply: Reply): Record<string, string>[] => {
  expectFile(reply, 'csv', 'text/csv; charset=utf-8');
  return parse(reply.body, { columns: true, bom: true });
};

/** Finds more than a thousand documents. */
const many = { fromDocumentNumber: '1000001', toDocumentNumber: '9999999' };

describe.each(counties)('in %s', (county) => {
  test('B8-13 every kind of search that is offered can be printed as a PDF, and exported as a table of the records that it finds', async () => {
    const { searchList } = await contentOf<CurrentUser>(visitors[county].get('currentUser/loginStatus'));
    const rows = new DemoRows(county);
    const offered = searchTypes.filter((each) => searchList.includes(each));
    expect(offered.length).toBeGreaterThan(12);
    for (const type of offered) {
      const [drawn] = drawnSearches[type](rows);
      const reply = await print(county, type, drawn?.criteria ?? {});
      expect([type, reply.body.subarray(0, 5).toString()]).toEqual([type, '%PDF-']);
      expectFile(reply, 'pdf', 'application/pdf');
      expect(reply.body.subarray(-8).toString()).toContain('%%EOF');
      const csv = rowsOfCsv(await print(county, type, { ...drawn?.criteria, format: 'CSV' }));
      expect([type, csv.length > 0]).toEqual([type, true]);
    }
  }, 120_000);
});

test('B8-12 page -1 prints everything, at most 1000 rows; any other page prints its own hundred rows', async () => {
  const whole = rowsOfCsv(
    await print('lake', 'searchByDocumentNumber', { ...many, pageNumber: -1, format: 'CSV' }),
  );
  expect(whole).toHaveLength(1_000);
  const second = rowsOfCsv(
    await print('lake', 'searchByDocumentNumber', { ...many, pageNumber: 2, format: 'CSV' }),
  );
  expect(second).toEqual(whole.slice(100, 200));
  const pdf = await print('lake', 'searchByDocumentNumber', { ...many, pageNumber: -1 });
  expectFile(pdf, 'pdf', 'application/pdf');
});

test('a file of search results has the same rows as the screen, in the requested order', async () => {
  const criteria = {
    grantorGranteeLastName1: 'ANDERSON',
    ...anyDay,
    sortKey: 'recordedDate',
    sortDirection: 'DESC',
  };
  const shown = await contentOf<AnswerOf<'documents'>>(
    visitors.lake.post('search/searchByName', { ...criteria, pageNumber: -1 }),
  );
  const rows = rowsOfCsv(await print('lake', 'searchByName', { ...criteria, pageNumber: -1, format: 'CSV' }));
  expect(rows.map((row) => [row['Document #'], row['Recorded Date'], row.Instrument])).toEqual(
    shown.searchResults.searchResultList.map((record) => [
      record.displayDocNumber,
      record.recordedDate,
      record.instrumentDescription,
    ]),
  );
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Instrument',
    'Document #',
    'Recorded Date',
    'Book/page/Type',
    'Grantors',
    'Grantees',
    'References',
    'Legals',
  ]);
});

test('a workbook of search results can be opened by another library, and has the texts of the screen', async () => {
  const body = { ...many, format: 'XLSX' };
  const reply = await print('lake', 'searchByDocumentNumber', body);
  expectFile(reply, 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const files = unzipped(reply.body);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']),
  );
  const texts = [...files.values()].join('');
  for (const row of rowsOfCsv(await print('lake', 'searchByDocumentNumber', { ...many, format: 'CSV' })))
    expect(texts).toContain(row['Document #']);
  expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
});

test('an empty result gives a PDF, and a CSV file that has only the headings', async () => {
  const none = { fromDocumentNumber: '99999999' };
  expectFile(await print('lake', 'searchByDocumentNumber', none), 'pdf', 'application/pdf');
  const csv = await print('lake', 'searchByDocumentNumber', { ...none, format: 'CSV' });
  expect(csv.body.toString()).toMatch(/^\ufeffInstrument,.*Legals\r\n$/);
});

test('a print does not count as a new search and is not added to the history', async () => {
  const history = async () =>
    (await contentOf<CurrentUser>(visitors.lake.get('currentUser/loginStatus'))).searchHistoryList;
  await visitors.lake.post('search/searchByName', { grantorGranteeLastName1: 'BERG', ...anyDay });
  const before = await history();
  await print('lake', 'searchByDocumentNumber', many);
  expect(await history()).toEqual(before);
});

test('an invalid print request is refused with the messages of the search; a request with the timestamp of another user’s search is refused too', async () => {
  const wrong = await print('lake', 'searchByDocumentNumber', { fromDocumentNumber: '', format: 'CSV' });
  expect([wrong.status, Object.keys(wrong.envelope.fields ?? {})]).toEqual([422, ['fromDocumentNumber']]);
  const format = await print('lake', 'searchByDocumentNumber', { ...many, format: 'DOC' });
  expect([format.status, Object.keys(format.envelope.fields ?? {})]).toEqual([422, ['format']]);
  const other = await Visitor.signedIn('demo.escrow');
  const { timestamp } = await contentOf<AnswerOf<'documents'>>(
    other.post('search/searchByDocumentNumber', many),
  );
  const stolen = await print('lake', 'searchByDocumentNumber', { ...many, timestamp });
  expect([stolen.status, stolen.envelope.content]).toEqual([422, null]);
});

test('a visitor who is not signed in is sent to the login page', async () => {
  const reply = await new Visitor().post('search/searchByNamePrint', { grantorGranteeLastName1: 'BERG' });
  expect([reply.status, reply.headers['content-type'], reply.envelope.status]).toEqual([
    403,
    'application/json; charset=utf-8',
    'LOGIN',
  ]);
});

/** Lists the files of a zip archive, read from its central directory (APPNOTE 4.3). */
function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const content = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), content.toString());
    at += 46 + name + extra + comment;
  }
  return files;
}
