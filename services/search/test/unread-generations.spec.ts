import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { asOwner } from '@portal/infra/db';
import { eventually } from '@portal/infra/testing';
import { openGeneration } from '../src/import/generations.js';
import { UnreadGenerations } from '../src/live-index/unread-generations.js';
import { grantor, type DocumentRow } from './bundle-maker.js';
import { keysOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
let unread: UnreadGenerations;
let retired: number;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  unread = new UnreadGenerations(search.tables.database);
  await search.importRows(rows('BEFORE'));
});
afterAll(() => search.close());

const rows = (last: string): DocumentRow[] => [{ number: '1', parties: [grantor(last)] }];
const tablesOf = async (generation: number): Promise<number> => {
  const [found] = await search.tables.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'search'::regnamespace AND relkind = 'r'
        AND relname ~ ('_g' || $1 || '$')`,
    [generation],
  );
  return found?.n ?? 0;
};
const statesOf = async (generation: number): Promise<string[]> => {
  const found = await search.tables.asAdmin<{ state: string }>(
    'SELECT state FROM search.generation WHERE generation = $1',
    [generation],
  );
  return found.map(({ state }) => state);
};
const swapsThatWait = async (): Promise<number> => {
  const [found] = await search.tables.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%live_index%FOR UPDATE%'`,
  );
  return found?.n ?? 0;
};
const retiredSince = (minutes: number) =>
  search.tables.asAdmin(
    `UPDATE search.generation SET retired_at = now() - make_interval(mins => $1) WHERE generation = $2`,
    [minutes, retired],
  );

async function liveGeneration(): Promise<number> {
  const [live] = await search.tables.asAdmin<{ generation: number }>(
    `SELECT generation FROM search.live_index WHERE county_id = 'lake'`,
  );
  return live?.generation ?? 0;
}

/** Retires the live generation by an import, which has ended when the promise settles. */
async function retire(): Promise<void> {
  retired = await liveGeneration();
  await search.importRows(rows('AFTER'));
}

describe('a generation of the index that a newer one has replaced', () => {
  test('is dropped on time without another import, and searches continue', async () => {
    await retire();
    expect(await tablesOf(retired)).toBeGreaterThan(10);
    await retiredSince(12);
    expect(await unread.drop()).toBeGreaterThan(10);
    expect([await tablesOf(retired), await statesOf(retired)]).toEqual([0, []]);
    expect(keysOf(await search.byName({ grantorGranteeLastName1: 'AFTER' }))).toEqual(['A1']);
    expect(await unread.drop()).toBe(0);
  });

  test('stays as long as hit lists may read it', async () => {
    await retire();
    await retiredSince(10);
    expect(await unread.drop()).toBe(0);
    expect(await statesOf(retired)).toEqual(['RETIRED']);
  });

  test('is kept for the full time even if the swap to the newer one had to wait: the time counts from the end of the swap', async () => {
    const holder = new pg.Client({ connectionString: search.tables.adminUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT 1 FROM search.live_index WHERE county_id = 'lake' FOR UPDATE`);
      const imported = search.importRows(rows('LATER'));
      await eventually(async () => expect(await swapsThatWait()).toBe(1), 60_000);
      const { rows: ended } = await holder.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
      await holder.query('COMMIT');
      await imported;
      const [last] = await search.tables.asAdmin<{ after: boolean }>(
        `SELECT max(retired_at) > $1 AS after FROM search.generation WHERE state = 'RETIRED'`,
        [ended[0]?.at],
      );
      expect(last).toEqual({ after: true });
    } finally {
      await holder.end();
    }
  });

  test('is not dropped while a long search reads it, and other searches do not wait for the drop', async () => {
    await retire();
    await retiredSince(12);
    const reader = new pg.Client({ connectionString: search.tables.adminUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN');
      await reader.query('SELECT count(*) FROM search.document');
      await unread.drop();
      expect(await tablesOf(retired)).toBeGreaterThan(0);
      expect(keysOf(await search.byName({ grantorGranteeLastName1: 'AFTER' }))).toEqual(['A1']);
    } finally {
      await reader.end();
    }
    await unread.drop();
    expect([await tablesOf(retired), await statesOf(retired)]).toEqual([0, []]);
  });
});

describe('a generation of the index that a dead import left half loaded', () => {
  test('is dropped, but not while an import of the county runs', async () => {
    const generation = await asOwner(search.tables.adminUrl, 'search', async (importing) => {
      await importing.query(`SELECT pg_advisory_lock(hashtext('search import'), hashtext('lake'))`);
      const opened = await openGeneration(importing, 'lake', 'bundle');
      await importing.query(`CREATE UNLOGGED TABLE search.staged_party_g${opened} (sk_doc bigint)`);
      expect(await unread.drop()).toBe(0);
      return opened;
    });
    expect(await tablesOf(generation)).toBeGreaterThan(10);
    expect(await unread.drop()).toBeGreaterThan(10);
    expect([await tablesOf(generation), await statesOf(generation)]).toEqual([0, []]);
  });
});

test('a new generation stays if its import ends while the removal of unread generations is running', async () => {
  const admin = search.tables.asAdmin;
  const generation = await liveGeneration();
  const setState = (state: string) =>
    admin('UPDATE search.generations SET state = $1 WHERE generation = $2', [state, generation]);
  const importing = new pg.Client({ connectionString: search.tables.adminUrl });
  const pause = `SELECT %s(hashtext('pause of the test'), 0)`;
  const [tables, states] = [await tablesOf(generation), await statesOf(generation)];
  // a query waits at each row of the view `search.generation` while the test holds the lock 'pause of the test'
  for (const statement of [
    'ALTER TABLE search.generation RENAME TO generations',
    `CREATE FUNCTION search.pauses() RETURNS boolean LANGUAGE plpgsql COST 100000 AS $$ BEGIN
       WHILE NOT pg_try_advisory_xact_lock_shared(hashtext('pause of the test'), 0) LOOP PERFORM pg_sleep(0.01); END LOOP;
       RETURN true; END $$`,
    'CREATE VIEW search.generation AS SELECT * FROM search.generations WHERE search.pauses()',
    'ALTER VIEW search.generation OWNER TO search_owner',
  ])
    await admin(statement);
  await importing.connect();
  try {
    await setState('LOADING');
    await importing.query(`SELECT pg_advisory_lock(hashtext('search import'), hashtext('lake'))`);
    await importing.query(pause.replace('%s', 'pg_advisory_lock'));
    const dropping = unread.drop();
    await eventually(async () => {
      const waiting = await admin(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%drop_unread_table%' AND wait_event = 'PgSleep'`,
      );
      expect(waiting).toHaveLength(1);
    });
    // the import ends: its generation is live, and the lock of the county is free
    await setState('LIVE');
    await importing.query(`SELECT pg_advisory_unlock(hashtext('search import'), hashtext('lake'))`);
    await importing.query(pause.replace('%s', 'pg_advisory_unlock'));
    await dropping;
    expect(await tablesOf(generation)).toBe(tables);
  } finally {
    await importing.end();
    await setState(states[0] ?? '');
    await admin('DROP VIEW search.generation');
    await admin('ALTER TABLE search.generations RENAME TO generation');
    await admin('DROP FUNCTION search.pauses()');
  }
});

test('the search service can drop no tables except those of generations that nobody reads', async () => {
  await expect(
    search.tables.database.query(`DROP TABLE search.document_g${await liveGeneration()}`),
  ).rejects.toThrow('must be owner');
});
