import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openObjectStore, type ObjectStore } from '@portal/infra/storage';
import { describeWithShared, freshDatabase, startS3 } from '@portal/infra/testing';
import { isBefore } from '../local/county-move/facts-drain.mjs';
import {
  answerWorkers,
  askBeforeWork,
  closeGates,
  installGates,
  openGates,
  removeGates,
  showToWorkers,
  switchOver,
  UNLESS_LEAVING,
} from '../local/county-move/gates.mjs';
import { copyFiles, isSameStore, removeFiles } from '../local/county-move/object-copy.mjs';
import { areFilesCopied, arriveAt } from '../local/county-move/standing.mjs';
import { openSession, type Session } from '../local/county-move/sessions.mjs';
import { everyService } from './every-service.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let writer: Session;
let mover: Session;
const addCounty = (id: string) =>
  writer.ask(
    `INSERT INTO admin_config.county (id, name, hosts, origin, time_zone, state, updated_at)
     VALUES ($1, $1, '{}', 'http://x', 'America/Chicago', 'MN', now())`,
    [id],
  );
beforeAll(async () => {
  fresh = await freshDatabase(...(await everyService()));
  writer = await openSession(fresh.adminUrl);
  mover = await openSession(fresh.adminUrl);
  await writer.ask('ALTER TABLE reports.chain_head ALTER seq DROP NOT NULL, ALTER hash DROP NOT NULL');
}, 120_000);
afterAll(async () => {
  await Promise.all([writer.close(), mover.close()]);
  await fresh.drop();
});

describe('the gates of a county that leaves', () => {
  const write = (county: string): Promise<string> =>
    writer
      .ask('INSERT INTO reports.chain_head (county_id) VALUES ($1)', [county])
      .then(() => writer.ask('DELETE FROM reports.chain_head WHERE county_id = $1', [county]))
      .then(
        () => 'written',
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      );

  beforeAll(async () => {
    for (const id of ['lake', 'saipan']) await addCounty(id);
    await installGates(mover, 'lake');
  });

  test('let everything pass until they are closed', async () => {
    expect(await write('lake')).toBe('written');
  });

  test('answer changes of the county with an SQLSTATE that means "try again", and let changes of other counties pass', async () => {
    await closeGates(mover, 'lake', 'late', 1_000);
    expect([await write('lake'), await write('saipan')]).toEqual(['25006', 'written']);
    await openGates(mover, 'lake', 'late');
    expect(await write('lake')).toBe('written');
  });

  test('wait for the end of transactions that have already written, and meanwhile refuse writes of new transactions', async () => {
    const early = await openSession(fresh.adminUrl);
    await early.ask('BEGIN');
    await early.ask(`INSERT INTO reports.chain_head (county_id) VALUES ('lake')`);
    const closed = closeGates(mover, 'lake', 'late', 5_000);
    while ((await write('lake')) !== '25006') await new Promise((resolve) => setTimeout(resolve, 10));
    // the transaction that wrote before the gates began to close may go on
    await early.ask(`DELETE FROM reports.chain_head WHERE county_id = 'lake'`);
    await early.ask('COMMIT');
    await closed;
    await openGates(mover, 'lake', 'late');
    await early.close();
  });

  test('stay open if they could not close within the time limit', async () => {
    const early = await openSession(fresh.adminUrl);
    await early.ask('BEGIN');
    await early.ask(`INSERT INTO reports.chain_head (county_id) VALUES ('lake')`);
    await expect(closeGates(mover, 'lake', 'late', 100)).rejects.toThrow(/lock timeout/);
    await early.ask('ROLLBACK');
    expect(await write('lake')).toBe('written');
    await early.close();
  });

  test('are opened automatically when the command that closed them dies', async () => {
    const killed = await openSession(fresh.adminUrl);
    await closeGates(killed, 'lake', 'late', 1_000);
    expect(await write('lake')).toBe('25006');
    const [self] = await killed.ask<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await writer.ask('SELECT pg_terminate_backend($1, 5000)', [self?.pid]);
    expect(await write('lake')).toBe('written');
    await killed.close();
  });

  test('add a policy to every table that the roles for work across counties can read', async () => {
    await answerWorkers(mover, 'lake', UNLESS_LEAVING('lake'));
    await askBeforeWork(mover, 'lake', { facts: true });
    const open = await mover.ask(
      `SELECT p.polrelid::regclass AS name FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
        WHERE p.polpermissive AND r.rolname LIKE '%\\_worker' AND p.polrelid::regclass::text NOT LIKE '%outbox\\_epoch'
          AND NOT EXISTS (SELECT 1 FROM pg_policy h WHERE h.polrelid = p.polrelid AND h.polname = 'county_move_lake')`,
    );
    expect(open).toEqual([]);
  });

  test('hide the county from the roles for work across counties while it leaves, and never hide other counties', async () => {
    const worker = await openSession(fresh.adminUrl);
    await worker.ask('SET row_security = on');
    for (const county of ['lake', 'saipan'])
      await writer.ask(
        `INSERT INTO reports.outbox (county_id, type, aggregate, sequence, payload, correlation_id)
         VALUES ($1, 't', 'a', 1, '{}', 'c')`,
        [county],
      );
    await worker.ask('SET ROLE reports_worker');
    const seen = async () =>
      (await worker.ask<{ id: string }>('SELECT county_id AS id FROM reports.outbox ORDER BY 1')).map(
        ({ id }) => id,
      );
    expect(await seen()).toEqual(['lake', 'saipan']);
    await closeGates(mover, 'lake', 'workers', 1_000);
    expect(await seen()).toEqual(['saipan']);
    await openGates(mover, 'lake', 'workers');
    expect(await seen()).toEqual(['lake', 'saipan']);
    await worker.close();
  });

  test('refuse all changes of the county after the switch, until the gates are removed', async () => {
    await switchOver(mover, 'lake', { to: 'http://other', key: 'k', areFilesCopied: true });
    expect(await areFilesCopied(mover, 'lake')).toBe(true);
    expect([await write('lake'), await write('saipan')]).toEqual(['25006', 'written']);
    await showToWorkers(mover, 'lake');
    await removeGates(mover, 'lake');
    expect(await write('lake')).toBe('written');
    expect(await mover.ask(`SELECT 1 FROM pg_policy WHERE polname = 'county_move_lake'`)).toEqual([]);
    const [row] = await mover.ask(
      `SELECT standing, moved_to, move_key FROM admin_config.county WHERE id = 'lake'`,
    );
    expect(row).toEqual({ standing: 'MOVED', moved_to: 'http://other', move_key: 'k' });
  });
});

test('a county that moves in gets this move’s key, and keeps no key of an earlier move', async () => {
  await addCounty('attic');
  await writer.ask(`UPDATE admin_config.county SET move_key = 'former' WHERE id = 'attic'`);
  // one database is both source and target, so a transaction keeps the county visible to the source after its deletion
  const from = await openSession(fresh.adminUrl);
  await from.ask('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await from.ask(`SELECT 1 FROM admin_config.county WHERE id = 'attic'`);
  await writer.ask(`DELETE FROM admin_config.county WHERE id = 'attic'`);
  await arriveAt(mover, { county: 'attic', from, key: 'k' });
  await from.close();
  const [row] = await mover.ask(
    `SELECT name, standing, move_key FROM admin_config.county WHERE id = 'attic'`,
  );
  expect(row).toEqual({ name: 'attic', standing: 'ARRIVING', move_key: 'k' });
});

const newStore = () => openObjectStore({ kind: 'folder', root: mkdtempSync(path.join(tmpdir(), 'move-')) });
const keysOf = async (store: ObjectStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  return keys;
};

describe('the files of a county', () => {
  test('are copied once, including files that are added later, but no files of other counties', async () => {
    const [from, to] = [newStore(), newStore()];
    for (const key of ['lake/pages/a', 'lake/site/b', 'lakeside/pages/c'])
      await from.put(key, Buffer.from(key));
    const first = await copyFiles({ from, to, county: 'lake' });
    expect([first.files, first.copied, first.bytes]).toEqual([2, 2, 23]);
    await from.put('lake/exports/d', Buffer.from('late'));
    const rest = await copyFiles({ from, to, county: 'lake', known: first.known });
    expect(rest.copied).toBe(1);
    expect((await to.get('lake/exports/d')).toString()).toBe('late');
    expect(await to.find('lakeside/pages/c')).toBeUndefined();
    expect((await copyFiles({ from, to, county: 'lake' })).copied).toBe(0);
    expect(await removeFiles(to, 'lake')).toBe(3);
  });
});

test.each([
  ['5-0', '6-0', true],
  ['5-9', '5-10', true],
  ['5-0', '5-0', false],
  ['10-0', '9-5', false],
])('the fact %s is older than the fact %s: %s', (one, other, before) => {
  expect(isBefore(one, other)).toBe(before);
});

describe('the object stores of two installations', () => {
  test('are different if each has its own folder, and the check leaves no file behind', async () => {
    const [one, other] = [newStore(), newStore()];
    expect(await isSameStore(one, other)).toBe(false);
    expect([await keysOf(one), await keysOf(other)]).toEqual([[], []]);
  });

  describeWithShared('in S3', ['tools/s3-server'], (program) => {
    test('are the same if two addresses lead to one bucket', async () => {
      const s3 = await startS3(program);
      const one = openObjectStore(s3.storage);
      const other = openObjectStore({
        ...s3.storage,
        endpoint: s3.endpoint.replace('127.0.0.1', 'localhost'),
      });
      expect(await isSameStore(one, other)).toBe(true);
      expect(await keysOf(one)).toEqual([]);
      await s3.close();
    }, 400_000);
  });
});
