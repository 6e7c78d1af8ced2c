import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database, secretOf } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { startServiceInProcess, type RpcClient, type RunningService } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import {
  entitiesMatchMigrations,
  eventually,
  testActor,
  testClient,
  testConfig,
  testDatabase,
  type TestDatabase,
} from '@portal/infra/testing';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import { serviceOf } from '@portal/proto/rpc/contract';
import { contracts as everyContract } from '@portal/proto/rpc/registry';
import { verifyAudit } from '@portal/proto/rpc/reports';
import { AnchorService } from '../src/audit/anchor.service.js';
import { AuditRepository } from '../src/audit/audit.repository.js';
import { chained } from '../src/audit/audit.rules.js';
import { ReportsModule } from '../src/reports.module.js';
import { tables } from '../src/tables.js';
import { CountyStubModule } from './neighbours.js';

const contracts = everyContract.filter((contract) => serviceOf(contract) === 'reports');
let db: TestDatabase;
let service: RunningService;
let counties: RunningService;
let rpc: RpcClient;

beforeAll(async () => {
  db = await testDatabase(tables);
  const config = testConfig({ databaseUrl: db.adminUrl, databaseSecret: secretOf(db.adminUrl) });
  counties = await startServiceInProcess('admin-config', CountyStubModule, {
    config,
    contracts: [listCounties, getSections],
  });
  service = await startServiceInProcess('reports', ReportsModule, { config, contracts });
  rpc = await testClient(config);
});
afterAll(async () => {
  await service.close();
  await counties.close();
  await rpc.onApplicationShutdown();
  await db.close();
});

const staff = testActor({ role: 'COUNTY', terms: null });
const verify = (over = {}) => rpc.callOrThrow(verifyAudit, {}, { actor: { ...staff, ...over } });
const rowsIn = async (county: string): Promise<number> =>
  (
    await db.asAdmin<{ n: number }>('SELECT count(*)::int AS n FROM reports.audit_log WHERE county_id = $1', [
      county,
    ])
  )[0]?.n ?? 0;

/** Sends actions to the log in the same way as in production: through an outbox, the relay and Redis. */
async function act(county: string, count: number): Promise<void> {
  const before = await rowsIn(county);
  await db.database.withCounty(county, async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await emit(tx, {
        type: 'audit.action-taken.v1',
        aggregate: `account:${n % 3}`,
        actor: 'user-1',
        payload: {
          action: 'balance.override',
          object: `account:${n}`,
          beforeHash: 'b',
          afterHash: 'a',
          detail: 'test',
        },
      });
    }
  });
  await eventually(async () => expect(await rowsIn(county)).toBe(before + count), 15_000);
}

describe('the audit log', () => {
  test('stores each action once, in one unbroken chain per county', async () => {
    await Promise.all([act('lake', 30), act('saipan', 10)]);
    expect(await verify()).toEqual({ ok: true, rows: 30, firstBroken: null, reason: '' });
    expect(await verify({ county: 'saipan' })).toEqual({ ok: true, rows: 10, firstBroken: null, reason: '' });
    const [row] = await db.asAdmin(
      `SELECT action, object, actor FROM reports.audit_log WHERE county_id = 'lake' AND seq = 1`,
    );
    expect(row).toEqual({
      action: 'balance.override',
      object: expect.stringMatching(/^account:/),
      actor: 'user-1',
    });
  });

  test('stores the fields of events about payments and failed sign-ins', async () => {
    await db.database.withCounty('kept', async (tx) => {
      const order = {
        order: 'o',
        user: 'u',
        account: 'a',
        documentKey: 'A1',
        amount: 400n,
        asset: 'USD',
        funding: 'ESCROW',
      };
      await emit(tx, {
        type: 'payments.order-paid.v1',
        aggregate: 'order:o',
        payload: { ...order, pages: [1, 3] },
      });
      const failed = { username: 'who', reason: 'WRONG_CREDENTIALS', address: '10.0.0.0' };
      await emit(tx, { type: 'identity.sign-in-failed.v1', aggregate: 'user:who', payload: failed });
    });
    await eventually(async () => expect(await rowsIn('kept')).toBe(2));
    const rows = await db.asAdmin<{ action: string; detail: string; ip_trunc: string }>(
      `SELECT action, detail, ip_trunc FROM reports.audit_log WHERE county_id = 'kept' ORDER BY action DESC`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['payments.order-paid', 'identity.sign-in-failed']);
    expect(JSON.parse(rows[0]?.detail ?? '')).toMatchObject({ order: 'o', amount: '400', pages: [1, 3] });
    expect(rows[1]?.ip_trunc).toBe('10.0.0.0');
    // the failed sign-in adds a line to the reports; the line of a paid order comes only with its ledger entry
    await eventually(async () =>
      expect(await db.asAdmin(`SELECT log, kind FROM reports.activity WHERE county_id = 'kept'`)).toEqual([
        { log: 'SIGN_IN', kind: 'SIGN_IN_FAILED' },
      ]),
    );
  });

  test.each(['UPDATE reports.audit_log SET actor = $1', 'DELETE FROM reports.audit_log WHERE actor = $1'])(
    'does not let its own service run the statement %s',
    async (statement) => {
      const change = db.database.withCounty('lake', (tx) => tx.run(statement, ['x']));
      await expect(change).rejects.toThrow('permission denied');
    },
  );

  test('cannot be truncated by its own service', async () => {
    const truncate = db.database.withCounty('lake', (tx) => tx.run('TRUNCATE reports.audit_log'));
    await expect(truncate).rejects.toThrow('permission denied');
  });

  test('S9 can be verified only by staff', async () => {
    const answer = await rpc.call(verifyAudit, {}, { actor: testActor() });
    expect(answer).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });
});

describe('the verifier of the audit log', () => {
  /** Damages the log, verifies it, and restores it. */
  async function damaged(county: string, damage: string): Promise<unknown> {
    await db.asAdmin('CREATE TEMP TABLE kept_log AS SELECT * FROM reports.audit_log');
    await db.asAdmin('CREATE TEMP TABLE kept_head AS SELECT * FROM reports.chain_head');
    try {
      await db.asAdmin(damage);
      return await verify({ county });
    } finally {
      await db.asAdmin('DELETE FROM reports.audit_log');
      await db.asAdmin('INSERT INTO reports.audit_log SELECT * FROM kept_log');
      await db.asAdmin('DELETE FROM reports.chain_head');
      await db.asAdmin('INSERT INTO reports.chain_head SELECT * FROM kept_head');
      await db.asAdmin('DROP TABLE kept_log, kept_head');
    }
  }

  beforeAll(async () => {
    await act('owner', 20);
    await service.get(AnchorService).anchorAll();
  });

  test('names a row that the owner of the database changed', async () => {
    const damage = `UPDATE reports.audit_log SET actor = 'me' WHERE county_id = 'owner' AND seq = 7`;
    expect(await damaged('owner', damage)).toMatchObject({
      ok: false,
      firstBroken: 7,
      reason: 'ROW_CHANGED',
    });
  });

  test('detects by an anchor outside the database that the newest rows were deleted and the head moved', async () => {
    const damage = `
      DELETE FROM reports.audit_log WHERE county_id = 'owner' AND seq > 10;
      UPDATE reports.chain_head SET seq = 10, hash = (SELECT hash FROM reports.audit_log WHERE county_id = 'owner' AND seq = 10)
       WHERE county_id = 'owner'`;
    expect(await damaged('owner', damage)).toMatchObject({
      ok: false,
      firstBroken: 11,
      reason: 'NEWEST_MISSING',
    });
  });

  test('S30 detects by an anchor outside the database that the chain was rewritten with valid hashes', async () => {
    const rows = await service
      .get(Database)
      .withCounty('owner', (tx) => service.get(AuditRepository).listAfter(tx, 0n, 100));
    const start = { seq: 0n, hash: rows[0]?.prevHash ?? Buffer.alloc(0) };
    const forged = chained(
      start,
      rows.map((row) => (row.seq === '7' ? { ...row, actor: 'me' } : row)),
    );
    const hex = (bytes: Buffer | undefined): string => `'\\x${bytes?.toString('hex') ?? ''}'`;
    const changes = forged.map(
      ({ seq, actor, prevHash, hash }) =>
        `UPDATE reports.audit_log SET actor = '${actor}', prev_hash = ${hex(prevHash)}, hash = ${hex(hash)}
          WHERE county_id = 'owner' AND seq = ${seq};`,
    );
    const head = `UPDATE reports.chain_head SET hash = ${hex(forged.at(-1)?.hash)} WHERE county_id = 'owner'`;
    expect(await damaged('owner', `${changes.join('\n')} ${head}`)).toMatchObject({
      ok: false,
      reason: 'ANCHOR_DIFFERS',
    });
  });

  test('accepts an unchanged log', async () => {
    expect(await verify({ county: 'owner' })).toMatchObject({ ok: true, rows: 20 });
  });
});

test('the anchor of a county is written even if that of another county cannot be written', async () => {
  await act('anchored', 1);
  await act('anchored-too', 1);
  const objects = service.get<ObjectStore>(OBJECT_STORE);
  const put = jest.spyOn(objects, 'put').mockRejectedValueOnce(new Error('a folder that cannot be written'));
  try {
    await expect(service.get(AnchorService).anchorAll()).rejects.toThrow('was not written');
    expect(put.mock.calls.length).toBeGreaterThan(1);
  } finally {
    put.mockRestore();
  }
});

test('the entities match the migrations', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
});
