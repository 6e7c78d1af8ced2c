import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { grantor, writeBundle, type DocumentRow } from './bundle-maker.js';
import { keysOf, SearchUnderTest } from './search-under-test.js';

// imports take a second, on a busy machine many
jest.setTimeout(120_000);

const importer = path.resolve('services/search/dist/import/import.main.js');
const documents = (from: number, last: string): DocumentRow[] =>
  Array.from({ length: 1_500 }, (_, at) => ({
    number: String(from + at),
    parties: [grantor(last, `N${at}`)],
  }));

let search: SearchUnderTest;
let bundle: string;
beforeAll(async () => {
  if (!existsSync(importer)) throw new Error(`${importer} is missing: npm run build`);
  search = await SearchUnderTest.start();
  await search.importRows(documents(1, 'LIVE'));
  bundle = await writeBundle(documents(5_000, 'NEXT'));
});
afterAll(() => search.close());

interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
}

/** Runs the importer in a process of its own and kills it as soon as it says what is given. */
function runImport(killAt?: string): Promise<Ended> {
  const child = spawn(process.execPath, [importer, bundle, '--county', 'lake'], {
    env: { ...process.env, DATABASE_ADMIN_URL: search.tables.adminUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
    if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL');
  });
  return new Promise((resolve, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => resolve({ killed: signal === 'SIGKILL', code }));
  });
}

const found = async (last: string): Promise<number> =>
  (await search.byName({ grantorGranteeLastName1: last }, { updateHistory: false })).searchResults
    .totalRecordCount;

test.each(['rows/s', 'checking', 'loading', 'writing', 'indexing'])(
  'an import killed at %p leaves the live index untouched',
  async (moment) => {
    const ended = await runImport(moment);
    expect(ended.killed).toBe(true);
    expect([await found('LIVE'), await found('NEXT')]).toEqual([1_000, 0]);
  },
);

test('an import killed while it goes live is wholly old or wholly new', async () => {
  await runImport('going live');
  await eventually(async () => {
    const [row] = await search.tables.asAdmin<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%ATTACH%' AND pid <> pg_backend_pid()`,
    );
    expect(row?.n).toBe(0);
  }, 20_000);
  await new Promise((done) => setTimeout(done, 300));
  expect([
    [1_000, 0],
    [0, 1_000],
  ]).toContainEqual([await found('LIVE'), await found('NEXT')]);
});

test('the run after it ends right and leaves nothing of the killed ones', async () => {
  expect(await runImport()).toEqual({ killed: false, code: 0 });
  await new Promise((done) => setTimeout(done, 300));
  expect([await found('LIVE'), await found('NEXT')]).toEqual([0, 1_000]);
  expect(keysOf(await search.byName({ grantorGranteeLastName1: 'NEXT' }))[0]).toBe('A5000');
  const states = await search.tables.asAdmin<{ state: string; partitions: number }>(
    `SELECT g.state, count(c.oid)::int AS partitions FROM search.generation g
       LEFT JOIN pg_class c ON c.relname = 'party_g' || g.generation AND c.relkind = 'r' GROUP BY g.generation, g.state`,
  );
  expect(states.filter(({ state }) => state === 'LOADING')).toEqual([]);
  const [tables] = await search.tables.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_class WHERE relname ~ '^party_g\\d+$' AND relkind = 'r'`,
  );
  expect(tables?.n).toBe(states.length);
});
