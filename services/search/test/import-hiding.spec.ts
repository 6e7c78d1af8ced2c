import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ImportOutcome } from '../src/import/import-bundle.js';
import { visibleText } from '../src/import/unhidden.js';
import { grantor, writeBundle, type DocumentRow } from './bundle-maker.js';
import { writeSearchBundle } from './search-bundle.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const shown = (number: string): DocumentRow => ({ number, parties: [grantor('SHOWN')] });
/** Each of these documents is sealed by only one test, so the index need not be imported again for the other tests. */
const sealedOnce = ['21', '22', '23', '24', '25'];
const entry = { entry_number: '5', type: 'GRANTOR', from_name: 'A', to_name: 'B' };
const days = { from_date: '1900-01-01', to_date: '1901-01-01' };

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
});
afterAll(() => search.close());
/** The records of the live index, each with whether it is sealed. */
async function stored(): Promise<string> {
  const [row] = await search.tables.asAdmin<{ all: string | null }>(
    // leaves out the documents 20 to 29, because single tests add or seal them
    `SELECT string_agg(r.name, ' ' ORDER BY r.name) AS "all" FROM search.live_index JOIN
       (SELECT generation, doc_number || ' ' || sealed AS name FROM search.document
           WHERE doc_number NOT LIKE '2_'
         UNION ALL SELECT generation, 'entry' FROM search.gg_book) r USING (generation)`,
  );
  return row?.all ?? '';
}
/** Every test begins with the same index, which is imported again only if a test has changed it. */
beforeEach(async () => {
  if ((await stored()) === '7 false 8 false entry') return;
  await search.importSearchBundle({
    documents: [
      ...[shown('7'), shown('8')],
      ...sealedOnce.map((number) => ({ number, parties: [grantor('ONCE')] })),
    ],
    files: { 'gg_books.csv': [{ ...entry, ...days }] },
  });
});

async function found(last = 'SHOWN'): Promise<string[]> {
  await noticed();
  return keysOf(await search.byName({ grantorGranteeLastName1: last }, { updateHistory: false }));
}

/** Lines of documents.csv: type, number, action, instrument, day, time, book, page, book type, sealed. */
const delta = (documents: readonly DocumentRow[], ...lines: readonly string[]): Promise<string> =>
  writeBundle(documents, { kind: 'delta', raw: { 'documents.csv': lines } });

const rejectsOf = async ({ rejects }: ImportOutcome): Promise<string[]> =>
  (await readFile(rejects, 'utf8')).trim().split('\n').slice(1);

describe('a document that one row of a delta adds and another row seals', () => {
  const seal = (number: string): string => `A,${number},SEAL,,,,,,,`;
  const add = (number: string): string => `A,${number},,WD,2020-06-15,10:30,,,,N`;

  test.each([
    ['after', '28', [add('28'), seal('28')]],
    ['before', '29', [seal('29'), add('29')]],
  ])(
    'is stored sealed when the row that seals it comes %s the row that adds it',
    async (_, number, lines) => {
      const bundle = await writeBundle([], {
        kind: 'delta',
        raw: { 'documents.csv': lines, 'parties.csv': [`A,${number},GRANTOR,SHOWN,,`] },
      });
      const outcome = await search.importFolder(bundle);
      expect(await rejectsOf(outcome)).toEqual([
        expect.stringMatching(/^documents.csv,\d,document_number,another line of this document applies$/),
      ]);
      expect(outcome.visible).toEqual([]);
      expect(await found()).toEqual(['A7', 'A8']);
      const stored = await search.tables.asAdmin(
        `SELECT sealed, display FROM search.document JOIN search.live_index USING (generation) WHERE doc_number = $1`,
        [number],
      );
      expect(stored).toEqual([{ sealed: true, display: '' }]);
    },
  );
});

describe('a wrong row that says that a live document must not be visible', () => {
  test.each([
    ['has a day that does not exist', '21', 'A,21,,WD,2020-02-30,10:30,,,,Y'],
    ['has an unknown instrument', '22', 'A,22,,NONE,2020-06-15,10:30,,,,Y'],
    ['has an unknown action', '23', 'A,23,SEALING,WD,2020-06-15,10:30,,,,Y'],
  ])('is rejected, but the document is sealed, if the row %s', async (_, number, line) => {
    expect(await found('ONCE')).toContain(`A${number}`);
    const outcome = await search.importFolder(await delta([], line));
    expect(await rejectsOf(outcome)).toHaveLength(1);
    expect(outcome).toMatchObject({ rejected: 1, documents: 1, visible: [] });
    expect(await found('ONCE')).not.toContain(`A${number}`);
    expect(await found()).toEqual(['A7', 'A8']);
  });

  test('is rejected, but the document is sealed, if the row has the action SEAL and a byte that is not UTF-8', async () => {
    const bundle = await delta([], 'A,24,SEAL,W_,,,,,,');
    expect(await found('ONCE')).toContain('A24');
    const file = path.join(bundle, 'documents.csv');
    const bytes = await readFile(file);
    bytes[bytes.lastIndexOf('_')] = 0xff;
    await writeFile(file, bytes);
    const outcome = await search.importFolder(bundle);
    expect(await rejectsOf(outcome)).toEqual(['documents.csv,2,instrument_code,not UTF-8']);
    expect(await found('ONCE')).not.toContain('A24');
  });

  test('seals the document even if the delta also has a valid row that does not seal it', async () => {
    expect(await found('ONCE')).toContain('A25');
    const valid = { number: '25', parties: [grantor('ONCE')] };
    await search.importFolder(await delta([valid], 'A,25,,WD,someday,10:30,,,,Y'));
    expect(await found('ONCE')).not.toContain('A25');
  });
});

describe('a visible record that a rejected row may have been meant to hide', () => {
  test.each([
    ['an unknown action', 'A,7,SEALED,WD,2020-06-15,10:30,,,,N', 'A7 (documents.csv line 3)'],
    ['an unknown value in the column sealed', 'A,7,,WD,2020-06-15,10:30,,,,X', 'A7 (documents.csv line 3)'],
    ['a wrong number', 'A,X-7,SEAL,,,,,,,', 'an unknown record (documents.csv line 3)'],
    ['too few values', 'A,7,SEAL', 'an unknown record (documents.csv line 3)'],
  ])('is reported as still visible if the row has %s', async (_, line, named) => {
    const outcome = await search.importFolder(await delta([shown('8')], line));
    expect(outcome.documents).toBe(1);
    expect(visibleText(outcome.visible)).toContain(`STILL VISIBLE`);
    expect(visibleText(outcome.visible)).toContain(`: ${named}; `);
    expect(await found()).toEqual(['A7', 'A8']);
  });

  test('is reported if it is an entry of a book and its deletion is rejected', async () => {
    const rows = [
      { ...entry, ...days, action: '' },
      { ...entry, ...days, action: 'DELETE' },
    ];
    const files = { 'gg_books.csv': rows };
    const outcome = await search.importSearchBundle({ documents: [], files }, { kind: 'delta' });
    expect(visibleText(outcome.visible)).toContain(': G5 (gg_books.csv line 3); ');
  });

  test('is named in the refusal of a delta in which every row is wrong', async () => {
    const refused = search.importFolder(await delta([], 'A,7,SEALED,WD,2020-06-15,10:30,,,,N'));
    await expect(refused).rejects.toThrow('nothing changed; STILL VISIBLE');
    await expect(refused).rejects.toThrow('A7 (documents.csv line 2)');
  });

  test.each([
    ['a valid row of the delta seals it', ['A,7,SEALED,WD,2020-06-15,10:30,,,,N', 'A,7,SEAL,,,,,,,']],
    [
      'the row says that the document is visible',
      ['A,7,,NONE,2020-06-15,10:30,,,,N', 'A,8,,WD,2020-06-15,10:30,,,,N'],
    ],
    ['there is no such document', ['A,99,DELETE,,,,,,,', 'A,8,,WD,2020-06-15,10:30,,,,N']],
  ])('is not named if %s', async (_, lines) => {
    expect((await search.importFolder(await delta([], ...lines))).visible).toEqual([]);
  });

  test('is not named by a full import, because a full import removes every document whose row it rejects', async () => {
    const bundle = await writeBundle([shown('8')], {
      raw: { 'documents.csv': ['A,7,,WD,someday,10:30,,,,Y', 'A,7'] },
    });
    expect((await search.importFolder(bundle)).visible).toEqual([]);
    expect(await found()).toEqual(['A8']);
  });

  test('is named in the output of the importer, which then exits with 4', async () => {
    const folder = await writeSearchBundle(
      { documents: [shown('8'), { number: '7', action: 'SEALED' as 'SEAL' }], files: {} },
      { kind: 'delta' },
    );
    const importer = path.resolve('services/search/dist/import/import.main.js');
    const { code, told } = await new Promise<{ code: unknown; told: string }>((resolve) => {
      const env = { ...process.env, DATABASE_ADMIN_URL: search.tables.adminUrl };
      execFile(process.execPath, [importer, folder, '--county', 'lake'], { env }, (error, _, stderr) =>
        resolve({ code: error?.code ?? 0, told: stderr }),
      );
    });
    expect(told).toContain('lake: STILL VISIBLE, because a wrong row that may hide it was rejected: A7 ');
    expect(code).toBe(4);
  });
});
