import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { stagedFiles } from '../src/import/staged-files.js';
import { bundleFiles } from '../src/import/manifest.js';
import { documentTables, generationTables, standingTables } from '../src/read-model/tables.js';
import { grantee, grantor } from './bundle-maker.js';
import { SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows([
    {
      number: '1',
      parties: [grantor('ONE', 'A', 'Bee'), grantor('TWO "Q"\\'), grantee('THREE')],
      legals: [{ description: 'FIRST', comment: 'c' }, { description: 'SECOND' }],
      columns: {
        sale_price: '1234567.8',
        instrument_date: '2020-06-01',
        verified: 'Y',
        display_only: 'Pages=3|Fee=$4',
      },
    },
    {
      number: '2',
      references: [
        { type: 'A', number: '1' },
        { type: 'A', number: '404' },
      ],
    },
  ]);
  await search.importRows(
    [
      { number: '1', parties: [grantor('CHANGED')] },
      { number: '3', references: [{ type: 'A', number: '1' }] },
    ],
    { kind: 'delta' },
  );
});
afterAll(() => search.close());

interface TextRow {
  readonly sk_doc: string;
  readonly doc_number: string;
  readonly display: string;
  readonly details: string;
  readonly grantors: string[] | null;
  readonly grantees: string[] | null;
  readonly legals: string[] | null;
  readonly references: string[] | null;
}

test('prepared search results have the same values as the tables, after a full import and after a delta', async () => {
  const rows = await search.tables.asAdmin<TextRow>(`
    SELECT d.sk_doc, d.doc_number, d.display, d.details,
      (SELECT array_agg(p.full_last ORDER BY seq) FROM search.party p WHERE p.sk_doc = d.sk_doc AND p.role = 'R') AS grantors,
      (SELECT array_agg(p.full_last ORDER BY seq) FROM search.party p WHERE p.sk_doc = d.sk_doc AND p.role = 'E') AS grantees,
      (SELECT array_agg(l.description ORDER BY seq) FROM search.legal_mb l WHERE l.sk_doc = d.sk_doc) AS legals,
      (SELECT array_agg(f.ref_number ORDER BY seq) FROM search.doc_ref f WHERE f.sk_doc = d.sk_doc) AS "references"
    FROM search.document d ORDER BY d.sk_doc`);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    const [display, details] = [row.display, row.details].map(
      (text) => JSON.parse(text) as Record<string, Record<string, string>[]>,
    );
    const columns = [
      ['grantor', 'lastName', row.grantors, 'grantorCount'],
      ['grantee', 'lastName', row.grantees, 'granteeCount'],
      ['legal', 'description', row.legals, 'legalCount'],
      ['referenceDocument', 'docNumber', row.references, 'referenceCount'],
    ] as const;
    for (const [list, field, stored, count] of columns) {
      const whole = stored ?? [];
      expect(details?.[`${list}SearchResults`]?.map((item) => item[field])).toEqual(whole);
      expect(display?.[`${list}SearchResults`]?.map((item) => item[field])).toEqual(whole.slice(0, 1));
      expect(display?.[count]).toBe(whole.length);
    }
    expect(display).toMatchObject({ docNumber: row.doc_number, docId: `A${row.doc_number}` });
  }
});

test('an import keeps quotes and backslashes, and writes amounts and dates as people read them', async () => {
  await search.importRows(
    [
      {
        number: '9',
        parties: [grantor('TWO "Q"\\', 'A', 'Bee')],
        columns: {
          sale_price: '1234567.8',
          instrument_date: '2020-06-01',
          verified: 'Y',
          display_only: 'Pages=3|Fee=$4',
        },
      },
    ],
    { county: 'saipan' },
  );
  const [row] = await search.tables.asAdmin<{ details: string }>(
    `SELECT details FROM search.document WHERE doc_number = '9'`,
  );
  expect(JSON.parse(row?.details ?? '')).toMatchObject({
    salePrice: '$1,234,567.80',
    mortgageAmount: '',
    instrumentDate: '06/01/2020',
    recordedDate: '06/15/2020',
    verifiedStatus: 'VERIFIED',
    grantorSearchResults: [
      { displayName: 'TWO "Q"\\ A Bee', lastName: 'TWO "Q"\\', firstName: 'A', middleInitial: 'B' },
    ],
    displayOnlySearchResults: [
      { label: 'Pages', value: '3' },
      { label: 'Fee', value: '$4' },
    ],
  });
});

test('the list of partitioned tables matches the database', async () => {
  const rows = await search.tables.asAdmin<{ name: string }>(
    `SELECT c.relname AS name FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
      WHERE c.relnamespace = 'search'::regnamespace`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...generationTables].sort());
});

test('every table with rows about documents is listed in documentTables or standingTables', async () => {
  const rows = await search.tables.asAdmin<{ name: string }>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'sk_doc' AND c.relkind = 'p' AND c.relnamespace = 'search'::regnamespace AND c.relname <> 'document'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...documentTables, ...standingTables].sort());
});

test('the README names every file of a bundle and its columns', async () => {
  const readme = await readFile(path.resolve('services/search/README.md'), 'utf8');
  const columns = stagedFiles.flatMap(({ header }) => header);
  expect([...bundleFiles, ...columns].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('the service’s role may read the index but not write to it', async () => {
  for (const table of [...generationTables, 'live_index', 'generation']) {
    await expect(search.tables.database.query(`DELETE FROM search.${table}`)).rejects.toThrow(
      'permission denied',
    );
  }
});
