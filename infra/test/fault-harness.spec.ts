import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../src/testing/index.js';
import { eventTestTables } from './events-fixture.js';
import { temporaryFolder } from './launched-product.js';

const harness = (file: string): string => new URL(`../bench/faults/${file}`, import.meta.url).href;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Mutation {
  readonly edits: readonly { readonly file: string; readonly from: string }[];
}

interface Counted {
  readonly count: number;
  readonly others: number;
}

test('every piece of code that the fault harness can remove from the product exists in the current sources', async () => {
  const { mutations } = (await import(harness('mutations.mjs'))) as { mutations: Record<string, Mutation> };
  const sourceOf = (file: string): string =>
    readFileSync(
      new URL(`../../${file.replace('/dist/', '/src/').replace(/js$/, 'ts')}`, import.meta.url),
      'utf8',
    );
  const missing = Object.values(mutations).flatMap(({ edits }) =>
    edits.filter(({ file, from }) => !sourceOf(file).includes(from)),
  );
  expect(missing).toEqual([]);
});

describe('the check I15 for missing purchases', () => {
  const judge = async (before: Counted, after: Counted): Promise<{ words: string; broken: string[] }> =>
    (await import(harness('calm.mjs'))).judgeSteadiness(before, after);

  test('reports a large drop in purchases after the faults if other programs use few cores', async () => {
    const before = { count: 200, others: 0.02 };
    expect((await judge(before, { count: 100, others: 0.03 })).broken).toEqual([
      'I15 100 purchases succeeded after the faults, 200 before, at least 156 were to',
    ]);
    // 170 is less than 95 % of 200, but chance alone can explain the difference
    expect((await judge(before, { count: 170, others: 0.03 })).broken).toEqual([]);
  });

  test('allows for cores used by other programs, but reports when half of the purchases are missing', async () => {
    const before = { count: 200, others: 0.2 };
    // other programs leave three fifths of the earlier processor time, so 42 % are required (70 % of three fifths)
    expect((await judge(before, { count: 90, others: 0.52 })).broken).toEqual([]);
    expect((await judge(before, { count: 80, others: 0.2 })).broken).toEqual([
      'I15 80 purchases succeeded after the faults, 200 before, at least 111 were to',
    ]);
    expect((await judge(before, { count: 90, others: 0.52 })).words).toBe(
      '0.45, enforced at 42 %: other programs used 20 % of the cores before and 52 % after',
    );
  });

  test.each([
    [0.7, 0],
    [0, 0.7],
  ])(
    'is not enforced when other programs use most of the machine (%d before, %d after), and the table says so',
    async (a, b) => {
      const { words, broken } = await judge({ count: 200, others: a }, { count: 10, others: b });
      expect(broken).toEqual([]);
      expect(words).toMatch(
        /^0\.05, not enforced: other programs used \d+ % of the cores before and \d+ % after/,
      );
    },
  );
});

describe('purchases', () => {
  const counted = async (slices: (readonly [purchases: number, others: number])[]): Promise<Counted> => {
    const { countPurchases } = await import(harness('calm.mjs'));
    const left = slices.values();
    const take = (ms: number): { count: number; ms: number; others: number } => {
      const [count, others] = left.next().value ?? [0, 1];
      return { count, ms, others };
    };
    return countPurchases(undefined, 6_000, { take });
  };

  test('are counted only in moments when other programs leave the cores alone', async () => {
    const busy = [1, 0.8] as const;
    expect(await counted([[10, 0.02], busy, busy, [12, 0.04], busy, [11, 0.03]])).toMatchObject({
      count: 33,
      others: expect.closeTo(0.03),
    });
  });

  test('are counted anyway if other programs stay busy, and the result says how busy those programs were', async () => {
    const slices = Array.from({ length: 40 }, () => [4, 0.5] as const);
    expect(await counted(slices)).toMatchObject({ count: 12, others: expect.closeTo(0.5) });
  });
});

describe('a black hole of the proxy', () => {
  async function echoServer(): Promise<{ server: Server; port: number }> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as { port: number }).port };
  }

  async function open(port: number): Promise<{ socket: Socket; heard: () => string }> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'connect');
    return { socket, heard: () => text };
  }

  test('leaves the broken connections open but silent after its end, and lets new connections through', async () => {
    const { server, port } = await echoServer();
    const { Proxy } = await import(harness('proxy.mjs'));
    const proxy = await Proxy.open(port);
    undo.push(
      () => server.close(),
      () => proxy.close(),
    );
    const old = await open(proxy.port);
    let closed = false;
    old.socket.on('close', () => (closed = true));
    old.socket.write('before');
    await once(old.socket, 'data');
    proxy.blackHole();
    old.socket.write('lost');
    const fresh = await open(proxy.port);
    // `healSilently` counts the connections that have lost bytes; there is none while the text 'lost' is on its way
    while (proxy.healSilently() === 0) proxy.blackHole();
    old.socket.write('after');
    fresh.socket.write('new');
    await once(fresh.socket, 'data');
    expect({ old: old.heard(), fresh: fresh.heard(), closed }).toEqual({
      old: 'before',
      fresh: 'new',
      closed: false,
    });
    for (const { socket } of [old, fresh]) socket.destroy();
  });
});

test('I12: when the harness pretends that an hour has passed, all jobs are due, and the one that waited longest is first', async () => {
  const database = await testDatabase(eventTestTables);
  undo.push(() => database.close());
  const tables = [
    ['payments.payment_attempt', 'next_look_at'],
    ['payments.webhook_inbox', 'next_try_at'],
    ['payments.card_authorization', 'next_try_at'],
    ['payments.filing_refund', 'next_try_at'],
    ['billing.billing_period', 'next_try_at'],
  ] as const;
  for (const schema of ['payments', 'billing']) await database.asAdmin(`CREATE SCHEMA ${schema}`);
  for (const [table, due] of tables) {
    await database.asAdmin(
      `CREATE TABLE ${table} (id int, ${due} timestamptz, state text DEFAULT 'NEEDS_FUNDS')`,
    );
    // row 1 was checked a moment ago and is due in five minutes; rows 2 and 3 have waited longer
    await database.asAdmin(
      `INSERT INTO ${table} VALUES (1, now() + interval '5 minutes'), (2, now() - interval '1 minute'),
         (3, now() + interval '2 minutes'), (4, NULL)`,
    );
  }
  const { passTime } = await import(harness('checks.mjs'));
  for (const statement of passTime as string[]) await database.asAdmin(statement);
  for (const [table, due] of tables)
    expect(await database.asAdmin(`SELECT id FROM ${table} WHERE ${due} <= now() ORDER BY ${due}`)).toEqual([
      { id: 2 },
      { id: 3 },
      { id: 1 },
    ]);
});

test('F17: a database restored to a point in time has only what was committed before that point', async () => {
  const { PostgresServer } = await import(harness('stack.mjs'));
  const { takeBackup, recoverAt } = await import(harness('restore.mjs'));
  const dataDir = temporaryFolder();
  undo.push(() => rmSync(dataDir, { recursive: true }));
  const postgres = new PostgresServer({
    ...{ dataDir: join(dataDir, 'postgres'), password: 'a password of 20 characters', database: 'portal' },
    maxConnections: 50,
  });
  await postgres.start();
  undo.push(() => postgres.stop());
  await postgres.ask('CREATE TABLE said (word text)');
  await postgres.ask(`INSERT INTO said VALUES ('before the backup')`);
  const backup = await takeBackup({ postgres, dataDir });
  await postgres.ask(`INSERT INTO said VALUES ('before the moment')`);
  await postgres.restart('SIGKILL');
  const [{ moment }] = await postgres.ask(`SELECT clock_timestamp() + interval '10 milliseconds' AS moment`);
  // recovery compares the times of commits with the given time, so the next commit must be later
  await postgres.ask('SELECT pg_sleep(0.05)');
  await postgres.ask(`INSERT INTO said VALUES ('after the moment')`);
  await recoverAt(postgres, backup, moment);
  expect(await postgres.ask('SELECT word FROM said')).toEqual([
    { word: 'before the backup' },
    { word: 'before the moment' },
  ]);
  await postgres.ask(`INSERT INTO said VALUES ('and it goes on')`);
}, 60_000);

describe('the database dump after a violation', () => {
  const rows = (database: TestDatabase): Promise<object[]> =>
    database.asAdmin(
      `SELECT id, large::text, bytes::text, told::text, at::text, twice FROM search.kept ORDER BY at, id`,
    );
  const making = [
    `CREATE TABLE search.kept (id bigint GENERATED ALWAYS AS IDENTITY, large bigint, bytes bytea, told json,
       at timestamptz, twice bigint GENERATED ALWAYS AS (large * 2) STORED) PARTITION BY RANGE (at)`,
  ];

  test('can be loaded into an empty database, with rows, partitions, generated columns and sequence positions', async () => {
    const [kept, empty] = [await testDatabase(eventTestTables), await testDatabase(eventTestTables)];
    undo.push(
      () => kept.close(),
      () => empty.close(),
    );
    for (const statement of making) for (const database of [kept, empty]) await database.asAdmin(statement);
    await kept.asAdmin(
      `CREATE TABLE search.kept_2026 PARTITION OF search.kept FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
    );
    await kept.asAdmin(
      `INSERT INTO search.kept (large, bytes, told, at)
       SELECT 4611686018427387000 + n, '\\x00ff', '{"b": "$rows$", "a": "it''s\\n\\u00e9"}', '2026-05-01'
         FROM generate_series(1, 450) AS n`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'faults-traces-'));
    undo.push(() => rmSync(folder, { recursive: true }));
    const { dumpDatabase, loadDatabase } = await import(harness('traces.mjs'));
    const file = join(folder, 'database.sql');
    await dumpDatabase(kept.adminUrl, file);
    expect(readFileSync(file, 'utf8')).toContain('INSERT INTO search.kept_2026');
    await loadDatabase(empty.adminUrl, file);
    expect(await rows(empty)).toEqual(await rows(kept));
    await empty.asAdmin(`INSERT INTO search.kept (large, at) VALUES (1, '2026-12-31')`);
    expect((await rows(empty)).at(-1)).toMatchObject({ id: '451', twice: '2' });
  });
});
