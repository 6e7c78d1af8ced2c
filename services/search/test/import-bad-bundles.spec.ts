import { createWriteStream } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { ImportRefused } from '../src/import/import-refused.js';
import { grantor, writeBundle, type BundleTerms, type DocumentRow } from './bundle-maker.js';
import { keysOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const documents: DocumentRow[] = [1, 2, 3].map((number) => ({
  number: String(number),
  parties: [grantor('PLAIN')],
}));

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows(documents);
});
afterAll(() => search.close());

/** Everything in the county's live index that an import could change. */
async function liveState(): Promise<string> {
  const rows = await search.tables.asAdmin<{ state: string }>(
    `SELECT row(l.*)::text || (SELECT string_agg(d.display || d.details, '' ORDER BY d.sk_doc) FROM search.document d
        WHERE d.generation = l.generation) || (SELECT count(*) FROM search.party p WHERE p.generation = l.generation) AS state
       FROM search.live_index l WHERE county_id = 'lake'`,
  );
  return rows[0]?.state ?? '';
}

/** Tables that exist only during an import. */
async function leftovers(): Promise<string[]> {
  const rows = await search.tables.asAdmin<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'search'::regnamespace AND relkind = 'r' AND relname ~ '_g[0-9]+$'
        AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = c.oid)`,
  );
  return rows.map(({ name }) => name);
}

const fresh = (terms: BundleTerms = {}): Promise<string> =>
  writeBundle(
    documents.map((document) => ({ ...document, parties: [grantor('OTHER')] })),
    terms,
  );

/** Replaces a file with a pipe. A program that opens the pipe waits until another program writes to it. */
async function replaceWithPipe(file: string): Promise<void> {
  await rm(file, { force: true });
  execFileSync('mkfifo', [file]);
}

async function withImages(bundle: string, rows: readonly string[], counted = rows.length): Promise<void> {
  await writeFile(path.join(bundle, 'images.csv'), ['document_key,last_page,file', ...rows].join('\n'));
  await rewrite(path.join(bundle, 'manifest.json'), (text) =>
    text.replace('"counts":{', `"counts":{"images.csv":${counted},`),
  );
}

const rewrite = async (file: string, change: (text: string) => string): Promise<void> =>
  writeFile(file, change(await readFile(file, 'utf8')));

describe('a bundle is refused as a whole, changes nothing and leaves nothing behind,', () => {
  const spoilt: readonly (readonly [
    what: string,
    spoil: (bundle: string) => Promise<void>,
    answer: RegExp,
  ])[] = [
    [
      'with a column missing',
      (bundle) =>
        rewrite(path.join(bundle, 'documents.csv'), (text) => text.replace('recorded_date', 'when')),
      /documents\.csv has no column recorded_date/,
    ],
    [
      'with a column twice',
      (bundle) =>
        rewrite(path.join(bundle, 'parties.csv'), (text) => text.replace('middle_name', 'first_name')),
      /parties\.csv has the column first_name twice/,
    ],
    [
      'in UTF-16',
      async (bundle) =>
        writeFile(
          path.join(bundle, 'parties.csv'),
          Buffer.from(`\ufeff${await readFile(path.join(bundle, 'parties.csv'), 'utf8')}`, 'utf16le'),
        ),
      /parties\.csv has no column document_type/,
    ],
    [
      'cut off in the middle of a row',
      async (bundle) => {
        const file = path.join(bundle, 'parties.csv');
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.slice(0, text.indexOf('A,3')));
      },
      /parties\.csv has 2 rows, manifest\.json says 3/,
    ],
    [
      'with a header whose quotes are broken',
      (bundle) => rewrite(path.join(bundle, 'legals.csv'), (text) => `"${text}`),
      /legals\.csv line 1: a quote opens and never closes/,
    ],
    [
      'with a quote that opens and never closes, even if no row is missing',
      (bundle) =>
        rewrite(path.join(bundle, 'parties.csv'), (text) => text.replace('A,3,GRANTOR,', 'A,3,GRANTOR,"')),
      /parties\.csv line 4: a quote opens and never closes/,
    ],
    [
      'with an empty file where a header should be',
      (bundle) => writeFile(path.join(bundle, 'references.csv'), ''),
      /references\.csv is empty: it has no header/,
    ],
    [
      'with a file that has only a byte order mark',
      (bundle) => writeFile(path.join(bundle, 'references.csv'), '\ufeff'),
      /references\.csv is empty: it has no header/,
    ],
    [
      'with a pipe in place of a file',
      (bundle) => replaceWithPipe(path.join(bundle, 'legals.csv')),
      /legals\.csv is not a file/,
    ],
    [
      'with a pipe in place of its manifest',
      (bundle) => replaceWithPipe(path.join(bundle, 'manifest.json')),
      /manifest\.json is not a file/,
    ],
    [
      'with a pipe where the rejects are written',
      (bundle) => replaceWithPipe(path.join(bundle, 'rejects.csv')),
      /rejects\.csv is not a file; --rejects <file> puts the reports elsewhere/,
    ],
    [
      'with a folder in place of a file',
      async (bundle) => {
        await rm(path.join(bundle, 'legals.csv'));
        await mkdir(path.join(bundle, 'legals.csv'));
      },
      /legals\.csv is not a file/,
    ],
    [
      'with an open quote in the list of its images',
      (bundle) => withImages(bundle, ['A1,1,a.tif', 'A2,1,"b.tif']),
      /images\.csv line 3: a quote opens and never closes/,
    ],
    [
      'with fewer rows in the list of its images than its manifest says',
      (bundle) => withImages(bundle, ['A1,1,a.tif'], 2),
      /images\.csv has 1 rows, manifest\.json says 2/,
    ],
  ];

  test.each(spoilt)('%s', async (_, spoil, answer) => {
    const before = await liveState();
    const bundle = await fresh();
    await spoil(bundle);
    await expect(search.importFolder(bundle)).rejects.toThrow(answer);
    expect(await liveState()).toBe(before);
    expect(await leftovers()).toEqual([]);
  });

  test('if one field has 64 MB, and the refusal needs less than 40 MB of memory', async () => {
    const before = await liveState();
    const bundle = await fresh();
    const out = createWriteStream(path.join(bundle, 'parties.csv'), { flags: 'a' });
    out.write('A,1,GRANTOR,"');
    for (let megabyte = 0; megabyte < 64; megabyte += 1) {
      if (!out.write('X'.repeat(1_048_576))) await once(out, 'drain');
    }
    out.end('",,\n');
    await once(out, 'close');
    const memory = process.memoryUsage().rss;
    await expect(search.importFolder(bundle)).rejects.toThrow(
      /parties\.csv line 5: the record does not end within 1000000 characters/,
    );
    expect(process.memoryUsage().rss - memory).toBeLessThan(40 * 1_048_576);
    expect(await liveState()).toBe(before);
    expect(await leftovers()).toEqual([]);
  });

  test('even when it is a delta', async () => {
    const before = await liveState();
    const bundle = await fresh({ kind: 'delta' });
    await appendFile(path.join(bundle, 'documents.csv'), 'A,9,,WD,2020-01-01,,,,,N\n');
    await expect(search.importFolder(bundle)).rejects.toThrow(
      /documents\.csv has 4 rows, manifest\.json says 3/,
    );
    expect(await liveState()).toBe(before);
  });
});

test('page images of documents that do not exist are rejected and listed; those of other documents are accepted', async () => {
  const bundle = await fresh();
  await withImages(bundle, ['A1,1,a.tif', 'A404,1,a.tif', 'C1,1,a.tif', 'a3,1,a.tif', 'no key,1,a.tif']);
  const { rejects, rejected } = await search.importFolder(bundle);
  const lines = (await readFile(rejects, 'utf8')).trim().split('\n').slice(1);
  expect(lines.sort()).toEqual([
    'images.csv,3,document_key,there is no such document',
    'images.csv,4,document_key,there is no such document',
    'images.csv,6,document_key,no document key',
  ]);
  expect(rejected).toBe(3);
  const delta = await writeBundle([{ number: '2', action: 'DELETE' }], { kind: 'delta' });
  await withImages(delta, ['A1,1,a.tif', 'A2,1,a.tif']);
  const after = await search.importFolder(delta);
  expect((await readFile(after.rejects, 'utf8')).trim().split('\n').slice(1)).toEqual([
    'images.csv,3,document_key,there is no such document',
  ]);
});

describe('a delta with wrong rows', () => {
  const wrong: readonly (readonly [what: string, rows: DocumentRow[], lines: string[]])[] = [
    [
      'documents to delete that do not exist',
      [
        { number: '77', action: 'DELETE' },
        { number: '78', action: 'SEAL' },
      ],
      [
        'documents.csv,2,action,there is no such document to seal or delete',
        'documents.csv,3,action,there is no such document to seal or delete',
      ],
    ],
    [
      'a document that has a party and an unknown instrument',
      [{ number: '1', instrument: 'NONE', parties: [grantor('LOST')] }],
      [
        'documents.csv,2,instrument_code,not in instruments.csv',
        'parties.csv,2,document_number,its document is not in documents.csv, or was rejected',
      ],
    ],
  ];

  test.each(wrong)('is refused and its rows are listed when no row is valid: %s', async (_, rows, lines) => {
    await search.importRows(documents);
    const before = await liveState();
    const bundle = await writeBundle(rows, { kind: 'delta' });
    const refused = search.importFolder(bundle);
    await expect(refused).rejects.toThrow(ImportRefused);
    await expect(refused).rejects.toThrow('every row of documents.csv was rejected; nothing changed');
    const named = await readFile(path.join(bundle, 'rejects.csv'), 'utf8');
    expect(named.replaceAll('"', '').trim().split('\n').slice(1)).toEqual(lines);
    expect(await liveState()).toBe(before);
  });

  test('is imported if one row is valid, and only the other rows are listed and left out', async () => {
    const rows: DocumentRow[] = [
      { number: '77', action: 'DELETE' },
      { number: '1', parties: [grantor('RIGHT')] },
    ];
    expect(await search.importRows(rows, { kind: 'delta' })).toMatchObject({ documents: 1, rejected: 1 });
  });
});

test('a bundle is refused if rejects.csv cannot be written into its folder, and the message says what to do', async () => {
  const before = await liveState();
  const bundle = await fresh();
  await mkdir(path.join(bundle, 'rejects.csv'));
  const refused = search.importFolder(bundle);
  await expect(refused).rejects.toThrow(ImportRefused);
  await expect(refused).rejects.toThrow(
    /rejects\.csv cannot be written .*--rejects <file> puts it elsewhere/,
  );
  expect(await liveState()).toBe(before);
});

test.each(['full', 'delta'] as const)(
  'a %s import whose report cannot be written goes live, and its result names the error',
  async (kind) => {
    const bundle = await fresh({ kind, county: 'saipan' });
    await mkdir(path.join(bundle, 'reconcile.csv'));
    const outcome = await search.importFolder(bundle, 'saipan');
    expect(outcome).toMatchObject({ documents: 3, unreported: expect.stringContaining('EISDIR') });
    const live = await search.tables.asAdmin(
      `SELECT documents FROM search.live_index WHERE county_id = 'saipan'`,
    );
    expect(live).toEqual([{ documents: 3 }]);
  },
);

test('a failed swap leaves the live index unchanged and removes the tables of the new index', async () => {
  const before = await liveState();
  await search.tables.asAdmin(
    `ALTER TABLE search.live_index ADD CONSTRAINT no_swap CHECK (verified_through IS NULL)`,
  );
  try {
    const bundle = await fresh({ manifest: { verifiedThrough: { abstract: '2026-10-01' } } });
    await expect(search.importFolder(bundle)).rejects.toThrow(/no_swap/);
  } finally {
    await search.tables.asAdmin('ALTER TABLE search.live_index DROP CONSTRAINT no_swap');
  }
  expect(await liveState()).toBe(before);
  expect(await leftovers()).toEqual([]);
  expect(await search.tables.asAdmin(`SELECT 1 FROM search.generation WHERE state = 'LOADING'`)).toEqual([]);
});

const odd: DocumentRow[] = [
  { number: '1', parties: [grantor('FIRST, LINE\nSECOND "LINE"'), grantor('ZOË')] },
  { number: '2', parties: [grantor('SECOND')] },
];
const saipan = testActor({ county: 'saipan' });
const found = async (last: string): Promise<string[]> =>
  keysOf(await search.byName({ grantorGranteeLastName1: last }, { updateHistory: false }, saipan));

test('a bundle may have a byte order mark, CRLF line ends, quotes and values over several lines', async () => {
  const bundle = await writeBundle(odd, { county: 'saipan' });
  for (const file of ['documents.csv', 'parties.csv', 'instruments.csv']) {
    await rewrite(path.join(bundle, file), (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
  }
  const outcome = await search.importFolder(bundle, 'saipan');
  expect(outcome).toMatchObject({ documents: 2, rejected: 0 });
  expect([await found('FIRST LINE SECOND'), await found('ZOE')]).toEqual([['A1'], ['A1']]);
});

describe('a bundle with bad rows loads its valid rows', () => {
  const withLatin = async (): Promise<string> => {
    const bundle = await writeBundle(odd, { county: 'saipan' });
    const latin = Buffer.from('A,2,GRANTOR,ZO\xcb,,\n', 'latin1');
    await appendFile(path.join(bundle, 'parties.csv'), latin);
    await rewrite(path.join(bundle, 'manifest.json'), (text) =>
      text.replace('"parties.csv":3', '"parties.csv":4'),
    );
    return bundle;
  };
  const notLatin = 'parties.csv,6,last_name,not UTF-8';

  test('and rejects a row with bytes that are not UTF-8', async () => {
    const outcome = await search.importFolder(await withLatin(), 'saipan');
    const lines = (await readFile(outcome.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(lines).toEqual([notLatin]);
    expect([await found('ZOE'), await found('SECOND')]).toEqual([['A1'], ['A2']]);
  });

  test('and rejects keys that occur twice, references to documents that do not exist, and reserved types', async () => {
    const bundle = await writeBundle(
      [
        {
          number: '1',
          parties: [grantor('FIRST')],
          references: [
            { type: 'A', number: '404' },
            { type: 'A', number: '2' },
          ],
        },
        { number: '2', references: [{ type: 'C', number: '1' }] },
        { number: '02', parties: [] },
        { type: 'G', number: '7' },
      ],
      {
        county: 'saipan',
        instruments: [
          ['WD', 'WARRANTY DEED', 'DEED'],
          ['wd', 'AGAIN', 'DEED'],
        ],
      },
    );
    const outcome = await search.importFolder(bundle, 'saipan');
    const lines = (await readFile(outcome.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(lines.sort()).toEqual([
      'documents.csv,4,document_number,another line of this document applies',
      'documents.csv,5,document_type,reserved for certificates and books',
      'instruments.csv,3,code,this code is already in an earlier line',
      'references.csv,2,reference_document_number,there is no such document',
      'references.csv,4,reference_document_type,reserved for certificates and books',
    ]);
    expect(outcome.documents).toBe(2);
  });

  test('and removes control characters and NUL, and rejects a row with a text that is too long', async () => {
    const bundle = await writeBundle(
      [{ number: '1', parties: [grantor('NUL\u0000 AND\tTAB'), grantor('X'.repeat(501))] }],
      { county: 'saipan' },
    );
    const outcome = await search.importFolder(bundle, 'saipan');
    const lines = (await readFile(outcome.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(lines).toEqual(['parties.csv,3,last_name,longer than 500 characters']);
    const [row] = await search.tables.asAdmin<{ name: string }>(
      `SELECT full_last AS name FROM search.party JOIN search.live_index USING (generation) WHERE county_id = 'saipan'`,
    );
    expect(row?.name).toBe('NUL AND TAB');
  });

  test('and writes the rejected rows where the operator wants them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rejects-'));
    const [rejects, reconcile] = [path.join(folder, 'mine.csv'), path.join(folder, 'reconcile.csv')];
    const outcome = await search.importFolder(await withLatin(), 'saipan', rejects);
    expect(outcome).toMatchObject({ rejects, reconcile, rejected: 1 });
    expect(await readFile(rejects, 'utf8')).toContain(notLatin);
    expect(await readFile(reconcile, 'utf8')).toContain('parties.csv,,4,3,1,3');
  });
});
