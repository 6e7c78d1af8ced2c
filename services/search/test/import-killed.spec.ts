import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually, testActor } from '@portal/infra/testing';
import type { ImportRun } from '@portal/proto/http/monitoring';
import { listImports } from '@portal/proto/rpc/search';
import { grantor, type DocumentRow } from './bundle-maker.js';
import { writeSearchBundle, type SearchBundle } from './search-bundle.js';
import { keysOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(300_000);
/** Waits as long as a slow machine may need. */
const patiently = <T>(assertion: () => Promise<T>): Promise<T> => eventually(assertion, 240_000);

const importer = path.resolve('services/search/dist/import/import.main.js');
const documents = (from: number, last: string): DocumentRow[] =>
  Array.from({ length: 150 }, (_, at) => ({
    number: String(from + at),
    parties: [grantor(last, `N${at}`)],
  }));

/** A certificate, a lien and books with the same name. */
const records = (name: string, number: number): SearchBundle['files'] => {
  const key = { document_type: 'A', document_number: String(number) };
  const entry = { entry_number: '1', from_date: '1900-01-01', to_date: '1910-01-01', type: 'GRANTOR' };
  const certificate = {
    certificate_number: '1',
    certified_date: '2000-01-01',
    status: name,
    short_status: 'A',
  };
  return {
    'certificates.csv': [certificate],
    'certificate_texts.csv': [{ certificate_number: '1', section: 'LEGAL', text: name }],
    'certificate_documents.csv': [{ certificate_number: '1', ...key }],
    'tax_liens.csv': [{ ...key, lien_number: name, lien_date: '2000-01-01', lien_type: 'STATE' }],
    'tax_lien_parties.csv': [{ ...key, last_name: name }],
    'gg_books.csv': [{ ...entry, from_name: name, to_name: name }],
    'tract_books.csv': [
      { entry_number: '1', recorded_date: '2000-01-01', kind: 'MB', section: '1', base: name },
    ],
  };
};

/** Every name in the live rows about certificates, liens and books. */
async function namesOfRecords(): Promise<string[]> {
  const [row] = await search.tables.asAdmin<{ names: string[] }>(
    `WITH live AS (SELECT generation AS g FROM search.live_index WHERE county_id = 'lake'), named AS (
       SELECT display::json ->> 'status' AS name FROM search.certificate, live WHERE generation = g
       UNION ALL SELECT btrim(txt) FROM search.certificate_text, live WHERE generation = g
       UNION ALL SELECT lien_no FROM search.tax_lien, live WHERE generation = g
       UNION ALL SELECT last_name FROM search.tax_lien_party, live WHERE generation = g
       UNION ALL SELECT from_name FROM search.gg_book, live WHERE generation = g
       UNION ALL SELECT base FROM search.tract_legal, live WHERE generation = g
       UNION ALL SELECT code FROM search.code_value, live WHERE generation = g AND list = 'base')
     SELECT array_agg(name) AS names FROM named`,
  );
  return row?.names ?? [];
}

const seven = (name: string): string[] => Array<string>(7).fill(name);

let search: SearchUnderTest;
/** The bundle that is imported. */
let bundle: string;
/** The staging tables that the import of the live index left, because it was killed after the index went live. */
let leftByFirst: string[];
beforeAll(async () => {
  if (!existsSync(importer)) throw new Error(`${importer} is missing: npm run build`);
  search = await SearchUnderTest.start();
  bundle = await writeSearchBundle({ documents: documents(1, 'LIVE'), files: records('LIVE', 1) });
  await killAt('DROP TABLE', '%search.staged\\_%');
  leftByFirst = await staged();
  bundle = await writeSearchBundle({ documents: documents(5_000, 'NEXT'), files: records('NEXT', 5_000) });
});
afterAll(() => search.close());

interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
}

/**
 * Runs the importer as a process, and kills it when it prints the text `killAt` or when `held` settles. Each bundle
 * here replaces all records of the county.
 */
function runImport(killAt?: string, held?: Promise<void>): Promise<Ended> {
  const child = spawn(process.execPath, [importer, bundle, '--county', 'lake', '--accept-removals'], {
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
    held?.then(() => child.kill('SIGKILL'), fail);
    child.once('close', (code, signal) => resolve({ killed: signal === 'SIGKILL', code }));
  });
}

/**
 * Returns the number of hits for a last name. Searches again after a failure, because a very busy machine may lose
 * Redis for a moment.
 */
const found = (last: string): Promise<number> =>
  patiently(async () => {
    const answer = await search.byName({ grantorGranteeLastName1: last }, { updateHistory: false });
    return answer.searchResults.totalRecordCount;
  });

/** Makes imports wait before each SQL command of this kind that matches the LIKE pattern. */
async function hold(command: 'CREATE INDEX' | 'DROP TABLE', pattern: string): Promise<void> {
  await search.tables.asAdmin(
    `CREATE OR REPLACE FUNCTION public.hold_import() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_query() LIKE '${pattern}' THEN PERFORM pg_sleep(600); END IF; END $$`,
  );
  await search.tables.asAdmin(
    `CREATE EVENT TRIGGER hold_import ON ddl_command_start WHEN TAG IN ('${command}') EXECUTE FUNCTION public.hold_import()`,
  );
}

const untilHeld = (): Promise<void> =>
  patiently(async () => {
    const held = await search.tables.asAdmin(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    expect(held).toHaveLength(1);
  });

/** Waits until PostgreSQL has ended the sessions of the killed importer, which takes up to a second. */
const untilGone = (): Promise<void> =>
  patiently(async () => {
    const connected = await search.tables.asAdmin(
      `SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    expect(connected).toEqual([]);
  });

/** Runs the importer until it reaches an SQL command of this kind that matches the LIKE pattern, and kills it there. */
async function killAt(command: 'CREATE INDEX' | 'DROP TABLE', pattern: string): Promise<void> {
  await hold(command, pattern);
  try {
    expect((await runImport(undefined, untilHeld())).killed).toBe(true);
    await untilGone();
  } finally {
    await search.tables.asAdmin('DROP EVENT TRIGGER hold_import');
  }
}

/** The staging tables that still exist. */
async function staged(): Promise<string[]> {
  const rows = await search.tables.asAdmin<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'search'::regnamespace AND relkind = 'r' AND relname ~ '^(staged|made|sealed)_'`,
  );
  return rows.map(({ name }) => name);
}

test('an import that is killed after it went live is complete, and its staging tables are gone after the next import, even if that one is killed while it reads rows', async () => {
  expect(leftByFirst).not.toEqual([]);
  await patiently(async () => expect(await found('LIVE')).toBe(150));
  expect(await namesOfRecords()).toEqual(seven('LIVE'));
  expect((await runImport('rows/s')).killed).toBe(true);
  await untilGone();
  expect((await staged()).filter((name) => leftByFirst.includes(name))).toEqual([]);
  expect([await found('LIVE'), await found('NEXT')]).toEqual([150, 0]);
  expect(await namesOfRecords()).toEqual(seven('LIVE'));
});

test.each(['tract_legal', 'document'])(
  'an import killed before it builds the indexes of %s leaves the live index untouched',
  async (table) => {
    await killAt('CREATE INDEX', `%ON search.${table}\\_g%`);
    expect([await found('LIVE'), await found('NEXT')]).toEqual([150, 0]);
    expect(await namesOfRecords()).toEqual(seven('LIVE'));
  },
);

test('an import killed while it checks its rows leaves the live index untouched', async () => {
  expect((await runImport('checking')).killed).toBe(true);
  expect([await found('LIVE'), await found('NEXT')]).toEqual([150, 0]);
  expect(await namesOfRecords()).toEqual(seven('LIVE'));
});

/** The newest import, as TRIMIN users see it on the page Monitoring. */
const newestRun = async (): Promise<ImportRun | undefined> => {
  const actor = testActor({ county: 'lake', role: 'TRIMIN' });
  return (await search.rpc.callOrThrow(listImports, {}, { actor })).imports[0];
};
/** Acts as if the last heartbeat of a running import were two minutes older. */
const passMinute = () =>
  search.tables.asAdmin(
    `UPDATE search.import_run SET seen_at = seen_at - interval '2 minutes' WHERE state = 'RUNNING'`,
  );

test('an import that is shown as running is shown as interrupted after it is killed, and leaves the live index untouched', async () => {
  const heard = async (): Promise<void> => {
    await untilHeld();
    await passMinute();
    // only the import's own heartbeat can show it as running again
    await patiently(async () =>
      expect(await newestRun()).toMatchObject({ state: 'RUNNING', step: 'LOADING' }),
    );
  };
  await hold('CREATE INDEX', '%ON search.party\\_g%');
  try {
    expect((await runImport(undefined, heard())).killed).toBe(true);
    await untilGone();
  } finally {
    await search.tables.asAdmin('DROP EVENT TRIGGER hold_import');
  }
  await passMinute();
  const interrupted = await newestRun();
  expect(interrupted).toMatchObject({ state: 'INTERRUPTED', kind: 'full', documents: null });
  expect(interrupted?.startedBy).toMatch(/./);
  expect(interrupted?.endedAt).not.toBeNull();
  expect([await found('LIVE'), await found('NEXT')]).toEqual([150, 0]);
  expect(await namesOfRecords()).toEqual(seven('LIVE'));
});

test('an import killed while it goes live leaves either the whole old index or the whole new one', async () => {
  await runImport('going live');
  await untilGone();
  const names = await namesOfRecords();
  expect([seven('LIVE'), seven('NEXT')]).toContainEqual(names);
  const isNew = names[0] === 'NEXT';
  // the service learns of a new index a moment later
  await patiently(async () =>
    expect([await found('LIVE'), await found('NEXT')]).toEqual(isNew ? [0, 150] : [150, 0]),
  );
});

test('the next import succeeds, is shown as done, and leaves nothing of the killed imports', async () => {
  expect(await staged()).not.toEqual([]);
  expect(await runImport()).toEqual({ killed: false, code: 0 });
  expect(await newestRun()).toMatchObject({ state: 'DONE', documents: 150, rejected: 0, failure: '' });
  await patiently(async () => expect([await found('LIVE'), await found('NEXT')]).toEqual([0, 150]));
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
  expect(await namesOfRecords()).toEqual(seven('NEXT'));
  expect(await staged()).toEqual([]);
});
