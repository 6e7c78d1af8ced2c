import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { taxLienResult } from '@portal/proto/http/search-results';
import { noDay } from '../src/read-model/tables.js';
import type { DocumentRow } from './bundle-maker.js';
import {
  certificate,
  documents,
  entry,
  files,
  keyed,
  lien,
  LiveRecords,
  ordinal,
  torrens,
  tract,
} from './records-bundle.js';
import type { CsvRow } from './search-bundle.js';
import { noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
let live: LiveRecords;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  live = new LiveRecords(search);
  await search.importSearchBundle({ documents, files });
});
afterAll(() => search.close());

describe('a delta', () => {
  const delta = (change: Record<string, readonly CsvRow[]>, changed: readonly DocumentRow[] = []) =>
    search.importSearchBundle(
      { documents: changed, files: change },
      { kind: 'delta', manifest: { verifiedThrough: { torrens: '2026-10-01' } } },
    );

  test('replaces a certificate completely, with its texts and its documents', async () => {
    const change = {
      'certificates.csv': [
        certificate('501', { short_status: 'X' }),
        certificate('502', { action: 'DELETE' }),
      ],
      'certificate_texts.csv': [{ certificate_number: '501', section: 'LEGAL', text: 'Outlot A' }],
      'certificate_documents.csv': [{ certificate_number: '501', ...keyed('T11') }],
    };
    expect(await delta(change)).toMatchObject({ rejected: 0 });
    expect(await live.rows('certificate_text', 'sk_cert, txt')).toEqual([
      { sk_cert: ordinal('C501'), txt: ' OUTLOT A ' },
    ]);
    expect(await live.rows('certificate', 'sk_cert, short_status')).toEqual([
      { sk_cert: ordinal('C501'), short_status: 'X' },
    ]);
    expect(await search.details('T10')).toMatchObject({ ok: true, value: { torrensSearchResults: [] } });
    expect(await search.details('T11')).toMatchObject({
      ok: true,
      value: { torrensSearchResults: [{ certificateNumber: '501', status: 'X' }] },
    });
    const [index] = await search.tables.asAdmin<{ torrens: string }>(
      `SELECT torrens_verified_through::text AS torrens FROM search.live_index WHERE county_id = 'lake'`,
    );
    expect(index?.torrens).toBe('2026-10-01');
  });

  test('keeps certificates and liens of documents that are imported again, and a lien shows the new values of its document', async () => {
    const outcomeOf = await delta({}, [
      { ...torrens('11'), recorded: '2021-02-03' },
      { number: '20', instrument: 'MTG', recorded: '2021-02-03', book: '8', page: '9' },
    ]);
    expect(outcomeOf.rejected).toBe(0);
    expect(await search.details('T11')).toMatchObject({
      ok: true,
      value: { recordedDate: '02/03/2021', torrensSearchResults: [{ certificateNumber: '501' }] },
    });
    const [found] = (await live.texts('tax_lien', 'sk_doc')).map((text) => taxLienResult.parse(text));
    expect(found).toMatchObject({
      instrumentDescription: 'MORTGAGE',
      recordedDate: '02/03/2021',
      displayBookAndPage: '8/9',
      lienNumber: 'F-77',
    });
    expect(found?.releaseSearchResults).toHaveLength(3);
  });

  test('replaces and deletes liens and book entries together with the rows that belong to them', async () => {
    const change = {
      'tax_liens.csv': [lien('A20', { lien_number: 'NEW', expire_date: '' })],
      'gg_books.csv': [entry('1', { action: 'DELETE' }), entry('3')],
      'tract_books.csv': [tract('9', { kind: 'MB', section: '6', township: '110', range: '15' })],
    };
    expect(await delta(change)).toMatchObject({ rejected: 0 });
    expect(await live.rows('tax_lien', 'lien_no, expire_day, release_day')).toEqual([
      { lien_no: 'NEW', expire_day: noDay, release_day: noDay },
    ]);
    expect(await live.rows('tax_lien_party', 'last_name')).toEqual([]);
    expect(await live.rows('gg_book', 'sk_entry')).toEqual([
      { sk_entry: ordinal('G2') },
      { sk_entry: ordinal('G3') },
    ]);
    expect(await live.rows('tract_legal', 'section')).toEqual([{ section: 6 }]);
    await delta({
      'tax_liens.csv': [keyed('A20', { lien_number: '', lien_date: '', lien_type: '', action: 'DELETE' })],
    });
    expect(await live.rows('tax_lien', 'sk_doc')).toEqual([]);
  });

  test('removes a deleted book entry from hit lists and their totals', async () => {
    const entries = Array.from({ length: 30 }, (_, at) =>
      entry(String(100 + at), { from_name: 'Zug', to_name: 'Zug' }),
    );
    await delta({ 'gg_books.csv': entries });
    await noticed();
    const criteria = {
      grantorGranteeLastName: 'zug',
      fromRecordedDate: '01/01/1900',
      toRecordedDate: '11/01/2026',
    };
    const { timestamp } = await search.run('searchByGrantorGranteeBook', criteria);
    await delta({ 'gg_books.csv': [entry('100', { action: 'DELETE' })] });
    await noticed();
    const again = await search.run('searchByGrantorGranteeBook', criteria, { timestamp });
    expect(again.searchResults).toMatchObject({ totalRecordCount: 29, currentRecordCount: 25 });
    expect(again.timestamp).toBe(timestamp);
  });

  test('rejects invalid rows and rows that belong to no record, and lists them with line and reason', async () => {
    const result = await delta({
      'certificates.csv': [certificate('777', { action: 'DELETE' })],
      'certificate_texts.csv': [{ certificate_number: '777', section: 'LEGAL', text: 'lost' }],
      'certificate_documents.csv': [{ certificate_number: '501', ...keyed('T99') }],
      'tax_liens.csv': [lien('A404'), lien('C5')],
      'tax_lien_parties.csv': [keyed('A404', { last_name: 'LOST' })],
      'gg_books.csv': [
        entry('4', { to_date: '1899-01-01' }),
        entry('5'),
        entry('5'),
        entry('6', { to_name: '***' }),
      ],
      'tract_books.csv': [
        tract('12', { kind: 'LB', plat_number: '404' }),
        tract('13', { kind: 'MB', section: '1', township: '1', range: '1' }),
        tract('13', { kind: 'MB', section: '2', township: '1', range: '1', recorded_date: '1950-01-01' }),
      ],
    });
    const lines = (await readFile(result.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(lines.sort()).toEqual([
      'certificate_documents.csv,2,certificate_number,"its record is not in certificates.csv, or was rejected"',
      'certificate_texts.csv,2,certificate_number,"its record is not in certificates.csv, or was rejected"',
      'certificates.csv,2,certificate_number,there is no such record to delete',
      'gg_books.csv,2,to_date,before from_date',
      'gg_books.csv,4,entry_number,this entry is already in an earlier line',
      'gg_books.csv,5,to_name,neither letter nor digit',
      'tax_lien_parties.csv,2,document_number,"its record is not in tax_liens.csv, or was rejected"',
      'tax_liens.csv,2,document_number,there is no such document',
      'tax_liens.csv,3,document_type,reserved for certificates and books',
      'tract_books.csv,2,plat_number,not in plats.csv',
      'tract_books.csv,4,recorded_date,"this entry has another action, number or time in an earlier line"',
    ]);
  });
});
