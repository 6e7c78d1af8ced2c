import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { buildServer } from '../local/build-server.mjs';
import { deploymentEnvironment } from '../local/deployment.mjs';
import { startPostgres } from '../local/embedded-pg.mjs';
import { startRedis } from '../local/embedded-redis.mjs';
import { examine } from '../local/operator/doctor.mjs';
import { verify } from '../local/operator/verify.mjs';
import { root, temporaryFolder } from './launched-product.js';

interface Finding {
  readonly about: string;
  readonly ok: boolean;
  readonly text: string;
  readonly todo?: string;
}

const undo: (() => unknown)[] = [];
let given: Record<string, string>;
let environment: Record<string, string>;
let admin: pg.Client;
/** What `portal doctor` found before the tables existed. */
let unprepared: string[];
/** The results of two simultaneous runs of `migrate`. */
let runs: { code: number; output: string }[];

/** The time limit for running all migrations of all services twice. */
const PREPARED_WITHIN_MS = 300_000;
/** The time limit of a command that loads every service. */
const COMMAND_MS = 120_000;

beforeAll(async () => {
  await buildServer();
  const folder = temporaryFolder();
  undo.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'objects'));
  const [postgres, redis] = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'postgres'),
      password: 'a long password',
      database: 'portal',
      durable: false,
    }),
    startRedis({ dir: join(folder, 'redis'), password: 'another long one' }),
  ]);
  undo.push(postgres.stop, redis.stop);
  given = {
    OPERATOR_SECRET: 'a secret of the operator with forty signs',
    DATABASE_ADMIN_URL: postgres.url,
    REDIS_URL: redis.url,
    OBJECTS_DIR: join(folder, 'objects'),
    CARD_PROVIDER: 'authorizenet',
    PAYMENT_ORIGIN: 'https://accept.authorize.net',
  };
  environment = await deploymentEnvironment(given);
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  undo.push(() => admin.end());
  unprepared = await examined();
  runs = await Promise.all([portal('migrate'), portal('migrate')]);
}, PREPARED_WITHIN_MS);
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Runs the operator's command line as a process of its own. */
async function portal(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'infra/local/portal.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  return { code, output };
}

const wrong = (findings: Finding[]): string[] =>
  findings.filter(({ ok }) => !ok).map(({ about, text }) => `${about}: ${text}`);
/** The findings without those about processes, because no process runs in these tests. */
const examined = async (changes: Record<string, string> = {}): Promise<string[]> =>
  wrong(await examine({ ...environment, ...changes })).filter((line) => !line.startsWith('processes:'));
const verified = async (): Promise<string[]> =>
  wrong(
    await verify({
      adminUrl: given.DATABASE_ADMIN_URL ?? '',
      storage: { kind: 'folder', root: given.OBJECTS_DIR ?? '' },
    }),
  );

describe('portal migrate', () => {
  test(
    'prepares everything once when two runs start at the same time',
    async () => {
      expect(unprepared.filter((line) => line.startsWith('tables:'))).toHaveLength(7);
      expect(runs.map(({ code }) => code)).toEqual([0, 0]);
      expect(await examined()).toEqual([]);
      expect((await portal('migrate')).output).toContain('The tables are up to date.');
    },
    COMMAND_MS,
  );
});

describe('portal doctor', () => {
  test('names the services whose tables lack a migration of the server image, or have one that the image does not know', async () => {
    const { rows } = await admin.query<{ id: number; timestamp: string; name: string }>(
      'DELETE FROM search.migration WHERE id = (SELECT max(id) FROM search.migration) RETURNING *',
    );
    await admin.query(
      `INSERT INTO billing.migration (timestamp, name) VALUES (2999123123590, 'Later2999123123590')`,
    );
    expect(await examined()).toEqual([
      'tables: billing has 1 migrations that this image does not know, such as Later2999123123590',
      `tables: search lacks 1 migrations, the first ${rows[0]?.name}`,
    ]);
    await admin.query(`DELETE FROM billing.migration WHERE name = 'Later2999123123590'`);
    const { timestamp, name } = rows[0] ?? {};
    await admin.query('INSERT INTO search.migration (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
    expect(await examined()).toEqual([]);
  });

  test('names the services that a wrong secret keeps out of the database and Redis', async () => {
    const other = await deploymentEnvironment({
      ...given,
      OPERATOR_SECRET: 'another secret of forty signs or more…',
    });
    const found = wrong(await examine(other));
    expect(found.filter((line) => line.startsWith('roles:'))).toHaveLength(14);
    expect(found).toContainEqual(expect.stringMatching(/^roles: search_app cannot sign in: password/));
    expect(found).toContainEqual(expect.stringMatching(/^Redis: gateway cannot sign in: /));
  });

  test('says what to check for every server that is down, and checks the others', async () => {
    const findings: Finding[] = await examine({
      ...environment,
      DATABASE_ADMIN_URL: 'postgres://postgres:x@127.0.0.1:1/portal',
      REDIS_URL: 'redis://127.0.0.1:1',
      OBJECTS_DIR: '/nowhere',
    });
    const away = findings.filter(({ ok, about }) => !ok && !about.startsWith('environment'));
    expect(away.map(({ about }) => about)).toEqual(['PostgreSQL', 'Redis', 'files']);
    for (const { text, todo } of away) {
      expect(text).not.toBe('');
      expect(todo).toContain('Check that the server runs');
    }
  });

  test('names the variables that a process would lack at its start', async () => {
    expect(await examined({ PAYMENT_ORIGIN: 'https://evil.example' })).toEqual([
      expect.stringMatching(/^environment of gateway: PAYMENT_ORIGIN must be/),
      expect.stringMatching(/^environment of payments: PAYMENT_ORIGIN must be/),
    ]);
  });

  test(
    'exits with 1 and names the processes that do not run',
    async () => {
      const { code, output } = await portal('doctor');
      expect(code).toBe(1);
      expect(output).toContain('WRONG processes: gateway does not run');
    },
    COMMAND_MS,
  );
});

describe('portal verify', () => {
  test(
    'exits with 0 when it finds nothing wrong',
    async () => {
      const { code, output } = await portal('verify', '--json');
      expect(JSON.parse(output)).toMatchObject({ ok: true });
      expect(code).toBe(0);
    },
    COMMAND_MS,
  );

  /** Rows that no service would write. They are inserted while triggers and foreign keys are off. */
  const broken: [string, string, string, string][] = [
    [
      'money that came from nowhere',
      `INSERT INTO payments.posting VALUES ('lake', gen_random_uuid(), 1, gen_random_uuid(), 'USD', 100)`,
      'DELETE FROM payments.posting',
      'money: I1 every entry sums to zero in each asset: 1 rows',
    ],
    [
      'a fact that nobody published',
      `INSERT INTO imaging.outbox (county_id, type, aggregate, sequence, payload, occurred_at, correlation_id)
       VALUES ('lake', 'x', 'x', 1, '{}', now() - interval '1 hour', 'x')`,
      'DELETE FROM imaging.outbox',
      'facts: imaging: 1 facts are not published',
    ],
    [
      'a fact that could not be applied',
      `INSERT INTO search.dead_event VALUES ('lake', 'x', gen_random_uuid(), 'x', 'x', '{}')`,
      'DELETE FROM search.dead_event',
      'facts: search: 1 facts could not be applied',
    ],
    [
      'a page without its file',
      `INSERT INTO imaging.page_image VALUES ('lake', repeat('ab', 32), 'G4', 1, 1, 1, 1, 1, 0, 1, 1, false, 1)`,
      'DELETE FROM imaging.page_image',
      `files: lake: 1 pages are missing, such as lake/pages/${'ab'.repeat(32)}`,
    ],
    [
      'a changed row of the audit log',
      `WITH row AS (INSERT INTO reports.audit_log VALUES ('lake', 1, gen_random_uuid(), now(), '', 'x', 'x', '', '', '',
         'x', '{}', decode(repeat('00', 32), 'hex'), decode(repeat('11', 32), 'hex')))
       INSERT INTO reports.chain_head VALUES ('lake', 1, decode(repeat('11', 32), 'hex'))`,
      'TRUNCATE reports.audit_log, reports.chain_head',
      'audit log: lake: row 1 ROW_CHANGED',
    ],
    [
      'an audit log without its newest row',
      `INSERT INTO reports.chain_head VALUES ('lake', 3, decode(repeat('11', 32), 'hex'))`,
      'TRUNCATE reports.chain_head',
      'audit log: lake: row 1 NEWEST_MISSING',
    ],
    [
      'a fact that the audit log lacks',
      `INSERT INTO billing.outbox (county_id, type, aggregate, sequence, payload, correlation_id, published_at)
       VALUES ('lake', 'audit.action-taken.v1', 'x', 1, '{}', 'x', now() - interval '1 hour')`,
      'DELETE FROM billing.outbox',
      'audit log: 1 facts are missing, such as one of audit.action-taken.v1',
    ],
  ];

  test.each(broken)('finds %s, and changes nothing', async (_, breaks, mends, finding) => {
    await admin.query(`SET session_replication_role = replica`);
    await admin.query(breaks);
    try {
      const [first = ''] = await verified();
      expect(first).toContain(finding);
    } finally {
      await admin.query(mends);
    }
    expect(await verified()).toEqual([]);
  });

  test('reports no missing page when the file of the page exists', async () => {
    const sha256 = 'cd'.repeat(32);
    await admin.query(
      `INSERT INTO imaging.page_image VALUES ('lake', $1, 'G4', 1, 1, 1, 1, 1, 0, 1, 1, false, 1)`,
      [sha256],
    );
    mkdirSync(join(given.OBJECTS_DIR ?? '', 'lake/pages'), { recursive: true });
    writeFileSync(join(given.OBJECTS_DIR ?? '', 'lake/pages', sha256), 'x');
    expect(await verified()).toEqual([]);
  });
});

test('the command line has one help text, and exits with 2 for a wrong call', async () => {
  const [help, unknown] = await Promise.all([portal('--help'), portal('nothing')]);
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('portal <command>') });
  expect(unknown).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no command "nothing"'),
  });
});
