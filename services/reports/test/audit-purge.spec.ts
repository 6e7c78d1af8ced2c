import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { entitiesMatchMigrations, eventually } from '@portal/infra/testing';
import { checkAuditPurge, listPurgedRecords } from '@portal/proto/rpc/audit-purge';
import { AuditPurgeWorker } from '../src/audit-purge/audit-purge.worker.js';
import { sha256 } from '../src/audit/audit-archive.rules.js';
import { tables } from '../src/tables.js';
import {
  addRecords,
  addYears,
  begin,
  clerk,
  clock,
  dryRun,
  inState,
  numbersArchived,
  numbersLeft,
  purge,
  reports,
  schedule,
  startAuditPurges,
  store,
  told,
  upTo,
  verify,
} from './audit-purge-steps.js';

startAuditPurges();

const whole = { ok: true, firstBroken: null, reason: '' };
const asAdmin = (statement: string, values: readonly unknown[] = []) =>
  reports.tables.asAdmin(statement, [...values]);

describe('a purge of the audit log', () => {
  test('C6-19 deletes records that are 60 calendar days old in the county, and none that are 59 days old', async () => {
    // today is June 30 in Chicago, and May 1 is 60 days earlier
    await addRecords(['2025-12-01T12:00:00Z', '2026-05-02T04:59:59Z', '2026-05-02T05:00:00Z']);
    expect(await purge()).toMatchObject({ before: '2026-05-02', first: 1, found: 2, deleted: 2 });
    expect(await numbersLeft()).toEqual([3, 4]);
    expect(await numbersArchived()).toEqual([1, 2]);
  });

  test('S31 keeps the hash chain of the log valid through several purges, and new records continue the chain', async () => {
    await addYears(20, 5);
    await purge();
    // the purge itself adds a record of today
    expect(await verify()).toEqual({ ...whole, rows: 26 });
    expect(await verify(false)).toEqual({ ...whole, rows: 26 });
    await addRecords(['2026-06-30T12:00:00Z']);
    clock.set('2026-09-05T15:00:00Z');
    expect(await purge()).toMatchObject({ first: 21, found: 5, deleted: 5 });
    expect(await verify()).toEqual({ ...whole, rows: 28 });
    expect(await verify(false)).toEqual({ ...whole, rows: 28 });
    expect(await numbersArchived()).toEqual(upTo(25));
  });

  test('deletes only records before the first record that is too young, even if old records follow that one', async () => {
    await addRecords(['2025-01-01T12:00:00Z', '2026-06-29T12:00:00Z', '2025-01-02T12:00:00Z']);
    expect(await purge()).toMatchObject({ found: 1, deleted: 1 });
    expect(await numbersLeft()).toEqual([2, 3, 4]);
  });

  test('does not change the log of another county', async () => {
    await addYears(10, 2);
    await addYears(10, 2, 'saipan');
    await purge();
    expect(await numbersLeft('saipan')).toEqual(upTo(12));
    expect(await verify(true, 'saipan')).toEqual({ ...whole, rows: 12 });
  });

  test('stops if one of the old records was changed, and deletes nothing', async () => {
    await addYears(10, 2);
    await asAdmin(`UPDATE reports.audit_log SET actor = 'nobody' WHERE county_id = 'lake' AND seq = 4`);
    await begin();
    await inState('STOPPED');
    expect((await numbersLeft()).slice(0, 12)).toEqual(upTo(12));
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 4, reason: 'ROW_CHANGED' });
  });
});

describe('a dry run of a purge of the audit log', () => {
  test('lists the records that the next purge deletes, and deletes none itself', async () => {
    await schedule(false);
    await addYears(30, 3);
    const checked = await dryRun();
    expect(checked).toMatchObject({
      ...{ first: 1, found: 30, deleted: 0 },
      ...{ oldest: '2025-01-01T12:00:00.000Z', newest: '2025-01-01T12:00:00.000Z' },
    });
    expect(await numbersLeft()).toEqual(upTo(33));
    const page = (offset: number) =>
      reports.value(listPurgedRecords, { purge: checked.id, offset, limit: 25 }, clerk());
    const [first, second] = [await page(0), await page(25)];
    expect([first.total, first.records.length, second.records.length]).toEqual([30, 25, 5]);
    const told = [...first.records, ...second.records].map(({ number }) => number);
    await purge();
    expect(await numbersArchived()).toEqual(told);
  });

  test('S9 is available only to staff of the county, and is refused while a purge runs', async () => {
    await addYears(1, 1);
    for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
      expect(await reports.call(checkAuditPurge, {}, clerk({ role }))).toMatchObject({ code: 'NOT_FOUND' });
    await asAdmin(
      `INSERT INTO reports.audit_purge (county_id, id, state, dry_run, automatic, actor, before, older_than,
         started_at, first, lease_until) VALUES ('lake', $1, 'DELETING', false, true, '', '2026-01-01', now(), now(),
         1, 'infinity')`,
      [randomUUID()],
    );
    expect(await reports.call(checkAuditPurge, {}, clerk())).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a killed purge of the audit log', () => {
  test.each([
    ['between the archive and the deletion', 'audit-purge-archived', 1, 0],
    ['between two parts', 'audit-purge-deleted', 2, 10_000],
  ])(
    'continues after it was killed %s, and the archive has each deleted record once',
    async (_, name, time, deletedBefore) => {
      await addYears(12_000, 10);
      let reached = 0;
      let wake: () => void = () => undefined;
      const dead = new Promise<void>((resolve) => (wake = resolve));
      armFailpoints((at) => (at === name && (reached += 1) === time ? dead : undefined));
      await begin();
      await eventually(() => expect(reached).toBe(time), 20_000);
      expect((await numbersLeft()).length).toBe(12_010 - deletedBefore);
      expect(await verify()).toEqual({ ...whole, rows: 12_010 });
      await asAdmin(`UPDATE reports.audit_purge SET lease_until = '-infinity'`);
      await reports.running.get(AuditPurgeWorker).workOn('lake');
      // the process that has lost its lease continues, but changes nothing
      wake();
      await reports.running.get(AuditPurgeWorker).workOn('lake');
      const done = await inState('DONE');
      expect(done).toMatchObject({ found: 12_000, deleted: 12_000 });
      await told(done);
      expect(await numbersArchived()).toEqual(upTo(12_000));
      expect(await verify()).toEqual({ ...whole, rows: 12_011 });
    },
    60_000,
  );
});

describe('S31 the verification of the audit log after a purge', () => {
  const part = 'lake/audit/archive/000000000000001-000000000000020.jsonl';
  async function purged(): Promise<string> {
    await addYears(20, 5);
    await purge();
    return (await store.get(part)).toString();
  }

  test('reveals that the archive was changed', async () => {
    const lines = await purged();
    await store.put(part, Buffer.from(lines.replace('anna', 'emma')));
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 1, reason: 'ARCHIVE_CHANGED' });
  });

  test('reveals that the archive is missing', async () => {
    await purged();
    await store.remove(part);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 1, reason: 'ARCHIVE_MISSING' });
    expect(await verify(false)).toEqual({ ...whole, rows: 26 });
  });

  test('reveals that the archive was changed together with its hash in the database', async () => {
    const lines = (await purged()).split('\n');
    lines[6] = (lines[6] ?? '').replace('anna', 'emma');
    const bytes = Buffer.from(lines.join('\n'));
    await store.put(part, bytes);
    await asAdmin('UPDATE reports.audit_checkpoint SET archive_hash = $1', [sha256(bytes)]);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 7, reason: 'ROW_CHANGED' });
  });

  test('reveals that a checkpoint was changed', async () => {
    await purged();
    await asAdmin(`UPDATE reports.audit_checkpoint SET hash = decode(repeat('00', 32), 'hex')`);
    const found = { ok: false, firstBroken: 20, reason: 'CHECKPOINT_DIFFERS' };
    expect([await verify(), await verify(false)]).toEqual([
      expect.objectContaining(found),
      expect.objectContaining(found),
    ]);
  });

  test('reveals that somebody changed a row that the purge did not delete', async () => {
    await purged();
    await asAdmin(`UPDATE reports.audit_log SET object = 'user:0' WHERE county_id = 'lake' AND seq = 23`);
    const found = { ok: false, firstBroken: 23, reason: 'ROW_CHANGED' };
    expect(await verify()).toMatchObject(found);
    expect(await verify(false)).toMatchObject(found);
  });

  test('reveals that rows were deleted without a purge', async () => {
    await purged();
    await asAdmin(`DELETE FROM reports.audit_log WHERE county_id = 'lake' AND seq = 21`);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 21, reason: 'ROW_MISSING' });
  });
});

describe('S30 S31 the reports service itself', () => {
  const inLake = (work: (run: (statement: string) => Promise<number>) => Promise<unknown>) =>
    reports.tables.database.withCounty('lake', (tx) => work((statement) => tx.run(statement)));
  const forged = (seq: number, hash = `(SELECT hash FROM audit_log WHERE seq = ${seq})`) =>
    `INSERT INTO audit_checkpoint (county_id, seq, hash, first, archive_key, archive_hash, cut_at)
     VALUES ('lake', ${seq}, ${hash}, 1, 'none', repeat('0', 64), now())`;

  test('cannot delete rows of the log, and cannot change or delete a checkpoint', async () => {
    await addYears(3, 0);
    for (const statement of [
      'DELETE FROM audit_log WHERE seq = 1',
      'DELETE FROM audit_checkpoint',
      'UPDATE audit_checkpoint SET seq = 1',
    ])
      await expect(inLake((run) => run(statement))).rejects.toThrow('permission denied');
  });

  test('cannot delete anything without a checkpoint that fits the chain', async () => {
    await addYears(3, 0);
    const remove = 'SELECT purge_audit_log()';
    await expect(inLake((run) => run(remove))).rejects.toThrow('no rows');
    await expect(
      inLake(async (run) => {
        await run(forged(2, `decode(repeat('00', 32), 'hex')`));
        await run(remove);
      }),
    ).rejects.toThrow('does not fit');
    expect(await numbersLeft()).toEqual(upTo(3));
  });

  test('cannot delete rows of the last 59 days, whatever its own clock shows', async () => {
    await addRecords([new Date(Date.now() - 58 * 86_400_000).toISOString()]);
    await expect(
      inLake(async (run) => {
        await run(forged(1));
        await run('SELECT purge_audit_log()');
      }),
    ).rejects.toThrow('too young');
    clock.set(new Date(Date.now() + 400 * 86_400_000).toISOString());
    await begin();
    await eventually(
      () => expect(reports.running.get(AuditPurgeWorker).workOn('lake')).rejects.toThrow('too young'),
      10_000,
    );
    expect(await numbersLeft()).toEqual([1]);
  });
});

test('the entities of the reports service match the migrations', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
});
