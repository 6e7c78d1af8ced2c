import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { getIndexTerms } from '@portal/proto/rpc/search';
import pg from 'pg';
import { grantee, grantor, writeBundle, type DocumentRow } from './bundle-maker.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const numbers = (from: number, count: number, last: string): DocumentRow[] =>
  Array.from({ length: count }, (_, at) => ({ number: String(from + at), parties: [grantor(last)] }));

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
});
afterAll(() => search.close());

const found = async (last: string, county = 'lake'): Promise<string[]> =>
  keysOf(await search.byName({ grantorGranteeLastName1: last }, {}, { ...(await actorOf(county)) }));
const actorOf = async (county: string) => (await import('@portal/infra/testing')).testActor({ county });

const countOf = async (sql: string): Promise<number> => {
  const [row] = await search.tables.asAdmin<{ n: number }>(sql);
  return row?.n ?? 0;
};

/** The UTC day some days from now, as YYYY-MM-DD. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a full import', () => {
  const dirty: DocumentRow[] = [
    { number: '1', parties: [grantor('GOOD')] },
    { number: '2', parties: [grantor('GOOD'), grantor('GOOD')] },
    { number: '0001', parties: [] },
    { number: '3', instrument: 'NOPE', parties: [grantor('GOOD')] },
    { number: '4', recorded: '2023-02-30', parties: [grantor('GOOD')] },
    { number: '5', book: 'IV', page: '2', parties: [grantor('GOOD')] },
    { number: 'X-6', parties: [grantor('GOOD')] },
    { number: '7', columns: { sale_price: 'many' }, parties: [grantor('GOOD')] },
    { number: '8', parties: [grantor("''''"), { ...grantor('GOOD'), role: 'grantor' as 'GRANTOR' }] },
  ];

  test('loads the valid rows and names each rejected row with file, line, column and reason', async () => {
    const bundle = await writeBundle(dirty, {
      raw: { 'parties.csv': ['A,999,GRANTOR,LOST,,', 'A,1,WITNESS,GOOD,,', 'A,1'] },
    });
    const outcome = await search.importFolder(bundle);
    const [header, ...lines] = (await readFile(outcome.rejects, 'utf8')).trim().split('\n');
    expect(header).toBe('file,line,column,reason');
    expect(lines).toHaveLength(outcome.rejected);
    expect(lines).toEqual(
      expect.arrayContaining([
        'documents.csv,4,document_number,another line of this document applies',
        'documents.csv,5,instrument_code,not in instruments.csv',
        'documents.csv,6,recorded_date,no day as YYYY-MM-DD from 1800 on with a time as HH:MM',
        'documents.csv,7,book,book and page are not numbers with at most one letter',
        'documents.csv,8,document_number,not digits with at most one letter behind them',
        'documents.csv,9,sale_price,no amount in dollars',
        'parties.csv,4,last_name,the same row is already in an earlier line',
        'parties.csv,5,document_number,"its document is not in documents.csv, or was rejected"',
        'parties.csv,10,last_name,neither letter nor digit',
        'parties.csv,12,document_number,"its document is not in documents.csv, or was rejected"',
        'parties.csv,13,role,"none of GRANTOR, GRANTEE"',
        'parties.csv,14,,2 values where the header has 6',
      ]),
    );
    expect(outcome.documents).toBe(3);
    expect(await found('GOOD')).toEqual(['A1', 'A2', 'A8']);
  });

  test('rejects rows with a broken quote and continues', async () => {
    const bundle = await writeBundle([{ number: '1', parties: [grantor('FINE')] }], {
      raw: { 'parties.csv': ['A,1,GRANTOR,BR"OKEN,,'] },
    });
    const outcome = await search.importFolder(bundle);
    expect(outcome).toMatchObject({ documents: 1, rejected: 1 });
    await noticed();
    expect(await found('FINE')).toEqual(['A1']);
  });

  test('replaces the county’s index completely and leaves other counties unchanged', async () => {
    await search.importRows(numbers(1, 3, 'OTHERS'), { county: 'saipan' });
    await search.importRows(numbers(10, 2, 'FRESH'));
    await noticed();
    expect(await found('FRESH')).toEqual(['A10', 'A11']);
    expect(await found('FINE')).toEqual([]);
    expect(await found('OTHERS', 'saipan')).toEqual(['A1', 'A2', 'A3']);
  });

  test.each([
    ['of another county', { manifest: { county: 'saipan' } }, /of county saipan/],
    ['of an unknown format', { manifest: { format: 2 } }, /does not parse/],
    [
      'with fewer rows than its manifest counts',
      {
        manifest: {
          counts: {
            'documents.csv': 9,
            'parties.csv': 0,
            'references.csv': 0,
            'legals.csv': 0,
            'instruments.csv': 3,
          },
        },
      },
      /has 2 rows, manifest.json says 9/,
    ],
    [
      'with a file that its manifest does not name',
      { manifest: { counts: { 'documents.csv': 2 } } },
      /no count of parties.csv/,
    ],
    [
      'that begins on a day that does not exist',
      { manifest: { indexBegins: '1900-02-29' } },
      /indexBegins no day as YYYY-MM-DD/,
    ],
    [
      'that is verified through a day that does not exist',
      { manifest: { verifiedThrough: { abstract: '2026-09-31' } } },
      /verifiedThrough\.abstract no day as YYYY-MM-DD/,
    ],
    [
      'with a date that does not exist',
      { manifest: { dates: { lien: { posted: '0000-01-01' } } } },
      /dates\.lien\.posted no day as YYYY-MM-DD/,
    ],
    ['whose name has a zero character', { manifest: { name: 'night\0ly' } }, /name has a zero character/],
    [
      'that is verified through a day in the future',
      { manifest: { verifiedThrough: { abstract: '2026-10-30', torrens: dayFromNow(2) } } },
      /torrens is verified through \d{4}-\d\d-\d\d, a day in the future: correct verifiedThrough/,
    ],
  ])('refuses a bundle %s and changes nothing', async (_, terms, reason) => {
    const before = await countOf('SELECT max(generation) AS n FROM search.live_index');
    const bundle = await writeBundle(numbers(1, 2, 'REFUSED'), terms);
    await expect(search.importFolder(bundle)).rejects.toThrow(reason);
    expect(await countOf('SELECT max(generation) AS n FROM search.live_index')).toBe(before);
    expect(await found('REFUSED')).toEqual([]);
  });

  test('accepts a manifest with today as the verified day, and with a byte order mark, which Windows programs write', async () => {
    const bundle = await writeBundle(numbers(10, 2, 'FRESH'), {
      manifest: { verifiedThrough: { abstract: dayFromNow(0) } },
    });
    const file = path.join(bundle, 'manifest.json');
    await writeFile(file, `\ufeff${await readFile(file, 'utf8')}`);
    expect(await search.importFolder(bundle)).toMatchObject({ documents: 2, rejected: 0 });
  });

  test('refuses a bundle without a file that its manifest counts, or without a required column', async () => {
    const bundle = await writeBundle(numbers(1, 2, 'REFUSED'));
    await rm(path.join(bundle, 'parties.csv'));
    await expect(search.importFolder(bundle)).rejects.toThrow('parties.csv is missing');
    await writeFile(
      path.join(bundle, 'parties.csv'),
      'document_type,document_number,role\nA,1,GRANTOR\nA,2,GRANTOR\n',
    );
    await expect(search.importFolder(bundle)).rejects.toThrow('parties.csv has no column last_name');
    await expect(search.importFolder('/nowhere')).rejects.toThrow('no manifest.json');
  });

  test('does not empty the index when all documents of the bundle are wrong', async () => {
    const wrong = numbers(1, 2, 'WRONG').map((document) => ({ ...document, recorded: 'never' }));
    await expect(search.importRows(wrong)).rejects.toThrow('every document of the bundle was rejected');
    expect(await found('FRESH')).toEqual(['A10', 'A11']);
  });

  test('sends an event that says that a new generation is live', async () => {
    const [fact] = await search.tables.asAdmin<{ payload: { documents: string } }>(
      `SELECT payload FROM search.outbox WHERE type = 'search.generation-swapped.v1' AND county_id = 'lake' ORDER BY id DESC LIMIT 1`,
    );
    expect(fact?.payload).toMatchObject({ documents: '2' });
  });

  test('waits for another import of the same county', async () => {
    const [one, two] = await Promise.all([
      search.importRows(numbers(1, 40, 'TWICE')),
      search.importRows(numbers(1, 40, 'TWICE')),
    ]);
    expect([one.documents, two.documents]).toEqual([40, 40]);
    await noticed();
    expect(await found('TWICE')).toHaveLength(25);
    expect(
      await countOf(
        `SELECT count(*)::int AS n FROM search.generation WHERE county_id = 'lake' AND state = 'LIVE'`,
      ),
    ).toBe(1);
  });
});

describe('the list of rejected rows', () => {
  test('is not touched while the import waits for another import of the county', async () => {
    const bundle = await writeBundle([...numbers(1, 40, 'TWICE'), { number: 'none' }]);
    const file = path.join(bundle, 'rejects.csv');
    await writeFile(file, 'the rows of the import that has the turn');
    const other = new pg.Client(search.tables.adminUrl);
    await other.connect();
    await other.query(`SELECT pg_advisory_lock(hashtext('search import'), hashtext('lake'))`);
    const waiting = search.importFolder(bundle);
    await eventually(async () =>
      expect(
        await countOf(
          `SELECT count(*)::int AS n FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock(hashtext($4)%' AND pid <> pg_backend_pid()`,
        ),
      ).toBe(1),
    );
    expect(await readFile(file, 'utf8')).toBe('the rows of the import that has the turn');
    await other.end();
    expect(await waiting).toMatchObject({ documents: 40, rejected: 1 });
    expect(await readFile(file, 'utf8')).toContain('documents.csv,42,document_number');
  });

  test.each(['documents.csv', 'manifest.json', 'reconcile.csv'])(
    'does not overwrite %s, which the import needs',
    async (name) => {
      const bundle = await writeBundle(numbers(1, 40, 'TWICE'));
      const file = path.join(bundle, name);
      const before = await readFile(file).catch(() => undefined);
      await expect(search.importFolder(bundle, 'lake', file)).rejects.toThrow(
        `the rejects would overwrite ${name}`,
      );
      expect(await readFile(file).catch(() => undefined)).toEqual(before);
    },
  );
});

describe('a delta', () => {
  const before: DocumentRow[] = [
    { number: '1', parties: [grantor('FIRST', 'PARTY'), grantee('KEPT')] },
    { number: '2', parties: [grantor('SECOND')], references: [{ type: 'A', number: '1' }] },
    { number: '3', parties: [grantor('THIRD')] },
  ];

  beforeAll(async () => {
    await search.importRows(before);
    await noticed();
  });

  test('replaces, adds and deletes documents in the live generation', async () => {
    const delta: DocumentRow[] = [
      { number: '1', parties: [grantor('RENAMED')], instrument: 'NEWI', recorded: '2022-01-02' },
      { number: '3', action: 'DELETE' },
      { number: '4', parties: [grantor('FOURTH')], sealed: false },
      { number: '5', action: 'DELETE' },
    ];
    const outcome = await search.importRows(delta, {
      kind: 'delta',
      instruments: [['NEWI', 'NEW INSTRUMENT', 'NEWGROUP']],
      manifest: {
        verifiedThrough: { abstract: '2026-11-01' },
        dates: { abstract: { imageThru: '2026-11-02' } },
      },
    });
    expect(outcome).toMatchObject({ rejected: 1 });
    await noticed();
    const terms = await search.rpc.callOrThrow(getIndexTerms, {}, { actor: await actorOf('lake') });
    expect(terms.dates).toEqual({ abstract: { imageThru: '11/02/2026' }, torrens: {}, lien: {} });
    expect([await found('FIRST'), await found('KEPT'), await found('THIRD')]).toEqual([[], [], []]);
    expect([await found('RENAMED'), await found('FOURTH')]).toEqual([['A1'], ['A4']]);
    expect(await found('RENAMD', 'lake')).toEqual([]);
    const grouped = await search.byName({ grantorGranteeLastName1: 'RENAMED', instrumentGroup: 'NEWGROUP' });
    expect(grouped.searchResults.searchResultList[0]).toMatchObject({
      instrumentDescription: 'NEW INSTRUMENT',
      recordedDate: '01/02/2022',
    });
  });

  test('shows the new values of a changed document in the documents that refer to it', async () => {
    const details = await search.details('A2');
    expect(details).toMatchObject({
      ok: true,
      value: {
        referenceDocumentSearchResults: [
          { docId: 'A1', instrumentDescription: 'NEW INSTRUMENT', recordedDate: '01/02/2022' },
        ],
      },
    });
  });

  test('sorts new instruments among the old ones', async () => {
    const sorted = await search.byName(
      { grantorGranteeLastName1: 'RENAMED', grantorGranteeLastName2: 'SECOND' },
      { sortKey: 'instrument' },
    );
    expect(
      sorted.searchResults.searchResultList.map(({ instrumentDescription }) => instrumentDescription),
    ).toEqual(['NEW INSTRUMENT', 'WARRANTY DEED']);
  });

  test('is refused before the first full import', async () => {
    await expect(search.importRows(before, { kind: 'delta', county: 'empty' })).rejects.toThrow(
      'needs a full import',
    );
  });
});

describe('the generations of an index', () => {
  test('are dropped when they are retired and their hit lists have expired', async () => {
    await search.importRows(numbers(1, 2, 'OLD'));
    await search.tables.asAdmin(
      `UPDATE search.generation SET retired_at = now() - interval '1 hour' WHERE state = 'RETIRED'`,
    );
    await search.importRows(numbers(1, 2, 'NEW'));
    expect(await countOf(`SELECT count(*)::int AS n FROM search.generation WHERE county_id = 'lake'`)).toBe(
      2,
    );
    expect(
      await countOf(
        `SELECT count(*)::int AS n FROM pg_class c WHERE c.relname ~ '^party_g' AND c.relkind = 'r'`,
      ),
    ).toBe(3);
  });

  test('may change between two batches of a search: the second batch comes from the live generation, with a new timestamp', async () => {
    await search.importRows(numbers(1, 60, 'PAGED'));
    await noticed();
    const first = await search.byName({ grantorGranteeLastName1: 'PAGED' });
    await search.importRows(numbers(500, 60, 'PAGED'));
    await noticed();
    const second = await search.byName(
      { grantorGranteeLastName1: 'PAGED' },
      { timestamp: first.timestamp, batch: 2 },
    );
    expect(keysOf(second)[0]).toBe('A525');
    expect(second.timestamp).not.toBe(first.timestamp);
    expect(keysOf(await search.byName({ grantorGranteeLastName1: 'PAGED' }))[0]).toBe('A500');
  });

  test('let each search during a swap see either the old index or the new one, and no search fails', async () => {
    const actor = await actorOf('lake');
    let going = true;
    const seen = new Set<string>();
    const reader = (async () => {
      while (going) {
        const answer = await search.byName(
          { grantorGranteeLastName1: 'SWAP' },
          { pageNumber: -1, updateHistory: false },
          actor,
        );
        const decades = new Set(keysOf(answer).map((key) => key.slice(1, 2)));
        expect(decades.size).toBeLessThanOrEqual(1);
        expect([0, 300]).toContain(answer.searchResults.totalRecordCount);
        seen.add([...decades].join());
      }
    })();
    for (const thousand of [1, 2]) {
      await search.importRows(numbers(thousand * 1_000, 300, 'SWAP'));
      await noticed();
    }
    going = false;
    await reader;
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });
});
