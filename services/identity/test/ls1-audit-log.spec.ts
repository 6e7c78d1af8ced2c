import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually, fillLs1, fillLs1Log } from '@portal/infra/testing';
import { cancelLs1Migration } from '@portal/proto/rpc/ls1-migration';
import { Ls1MigrationWorker } from '../src/ls1-migrations/ls1-migration.worker.js';
import {
  beginAccounts,
  beginAudit,
  clock,
  dieAt,
  inState,
  ls1,
  provider,
  reported,
  slowly,
  stack,
  standing,
  startLs1,
} from './ls1-steps.js';

startLs1();

const numbers = (): number[] => reported.entries.map(({ number }) => Number(number));

describe('a migration of the audit log', () => {
  test('C8-16 deletes the entries of an earlier migration, then imports every entry, in batches', async () => {
    await fillLs1Log(ls1, 250);
    await beginAudit({ batchSize: 100 });
    const done = await inState('AUDIT_LOG', 'DONE');
    expect(done).toMatchObject({ found: 250, read: 250, taken: 250, removed: 7, refused: 0 });
    const begunAt = '2026-11-20T15:00:00.000Z';
    expect(reported.deletions).toEqual([
      { from: null, until: null, begunAt },
      { from: null, until: null, begunAt },
    ]);
    expect([...reported.began]).toEqual([begunAt]);
    expect(numbers()).toEqual(Array.from({ length: 250 }, (_each, at) => at + 1));
    expect(reported.entries[3]).toEqual({
      ...{ number: '4', at: '2009-01-05T12:04:00.000Z', log: 'PURCHASES', kind: 'IMAGES', user: 'ls1:5' },
      ...{ username: 'former.user5', account: 'ls1:1', accountName: 'Title Company 1', subject: 'A4' },
      ...{ pages: 2, charged: 200, credited: 0, images: 0 },
    });
  });

  test('includes its first and last day in the county’s time zone, and can be limited to transactions', async () => {
    // at both ends of the period, one entry is a minute before midnight in Chicago and one is at midnight
    await ls1.run(
      `INSERT INTO log (entry_id, entry_at, log_type, kind) VALUES
         (1, '2009-01-05 05:59:00Z', 'PURCHASES', 'IMAGES'), (2, '2009-01-05 06:00:00Z', 'PURCHASES', 'IMAGES'),
         (3, '2009-01-05 12:00:00Z', 'SIGN_IN', 'SIGNED_IN'), (4, '2009-01-07 05:59:00Z', 'PURCHASES', 'IMAGES'),
         (5, '2009-01-07 06:00:00Z', 'PURCHASES', 'IMAGES')`,
    );
    await beginAudit({ from: '2009-01-05', to: '2009-01-06', dataType: 'TRANSACTIONS' });
    expect(await inState('AUDIT_LOG', 'DONE')).toMatchObject({ found: 2, taken: 2 });
    expect(numbers()).toEqual([2, 4]);
    expect(reported.deletions[0]).toMatchObject({
      from: '2009-01-05T06:00:00.000Z',
      until: '2009-01-07T06:00:00.000Z',
    });
  });

  test('has no end if its last day is 12/31/9999, the last day that a date can name', async () => {
    await fillLs1Log(ls1, 3);
    await beginAudit({ to: '9999-12-31' });
    expect(await inState('AUDIT_LOG', 'DONE')).toMatchObject({ found: 3, taken: 3 });
    expect(reported.deletions[0]).toMatchObject({ from: null, until: null });
  });

  test('assigns an entry to the user of the portal who was migrated from the user of LS1', async () => {
    await fillLs1(ls1, 2, 3);
    await fillLs1Log(ls1, 4);
    await beginAccounts();
    await inState('ACCOUNTS_USERS', 'DONE');
    await beginAudit();
    await inState('AUDIT_LOG', 'DONE');
    const users = await stack.tables.asAdmin<{ id: string; username: string }>(
      'SELECT id, username FROM identity.app_user',
    );
    const nameOf = new Map(users.map(({ id, username }) => [id, username]));
    expect(reported.entries.map(({ user, username }) => [nameOf.get(user) ?? user, username])).toEqual([
      ['former.user2', 'former.user2'],
      ['former.user3', 'former.user3'],
      ['ls1:4', 'former.user4'],
      ['ls1:5', 'former.user5'],
    ]);
  });

  test('continues after it is killed at 50 %, and sends entries again with the same numbers as before', async () => {
    await fillLs1Log(ls1, 1_000);
    // the process stops after it has sent the fifth batch and before it records that the batch was sent
    const process = dieAt('ls1-sent', 5);
    await beginAudit({ batchSize: 100 });
    await process.died;
    expect(await standing('AUDIT_LOG')).toMatchObject({ state: 'COPYING', read: 400 });
    expect(await inState('AUDIT_LOG', 'DONE')).toMatchObject({ read: 1_000, taken: 1_000 });
    expect(numbers()).toHaveLength(1_100);
    expect(new Set(numbers()).size).toBe(1_000);
    process.wakeUp();
  });

  test('is not taken over by another process while a batch is sent, even if sending takes longer than the lease', async () => {
    await fillLs1Log(ls1, 2_500);
    // each part takes as long as the lease, and another process looks for work in the meantime
    slowly.adds = async () => {
      await stack.tables.asAdmin(`UPDATE identity.ls1_migration SET lease_until = clock_timestamp()
                                   WHERE lease_until < clock_timestamp() + interval '30 seconds'`);
      await stack.running.get(Ls1MigrationWorker).work('lake');
      await stack.tables.asAdmin(
        `UPDATE identity.ls1_migration SET lease_until = clock_timestamp() + interval '20 seconds'`,
      );
    };
    await beginAudit({ batchSize: 2_500 });
    expect(await inState('AUDIT_LOG', 'DONE')).toMatchObject({ read: 2_500, taken: 2_500 });
    expect(numbers()).toHaveLength(2_500);
  });

  test('pauses after each part of a batch for as long as sending the part took, so that sign-ins do not become slower', async () => {
    await fillLs1Log(ls1, 3_000);
    const parts: { began: number; ended: number }[] = [];
    slowly.adds = async () => {
      const began = performance.now();
      await sleep(150);
      parts.push({ began, ended: performance.now() });
    };
    await beginAudit({ batchSize: 3_000 });
    await inState('AUDIT_LOG', 'DONE');
    expect(parts).toHaveLength(3);
    for (const [nth, { ended }] of parts.slice(0, -1).entries())
      expect((parts[nth + 1]?.began ?? 0) - ended).toBeGreaterThan(145);
  });

  test('sends no further part of a batch after the migration is canceled', async () => {
    await fillLs1Log(ls1, 2_500);
    let migration = '';
    const begun = Promise.withResolvers<void>();
    slowly.adds = async () => {
      await begun.promise;
      await stack.call(cancelLs1Migration, { migration }, provider());
    };
    migration = await beginAudit({ batchSize: 2_500 });
    begun.resolve();
    await inState('AUDIT_LOG', 'CANCELED');
    await stack.running.get(Ls1MigrationWorker).work('lake');
    expect(numbers()).toHaveLength(1_000);
  });

  test('counts and skips rows that do not fit, and sends nothing in a dry run', async () => {
    await ls1.run(
      `INSERT INTO log (entry_id, entry_at, log_type, kind, charged) VALUES
         (1, now(), 'PURCHASES', 'COFFEE', 1), (2, NULL, 'SIGN_IN', 'SIGNED_IN', 0), (3, now(), 'OTHER', 'X', 0),
         (4, now(), 'PURCHASES', 'IMAGES', 9223372036854775807), (5, now(), 'ADMINISTRATION', 'user.save', 0),
         (0, now(), 'ADMINISTRATION', 'user.save', 0)`,
    );
    await beginAudit({ dryRun: true });
    expect(await inState('AUDIT_LOG', 'CHECKED')).toMatchObject({
      ...{ found: 6, read: 6, taken: 1, refused: 5, removed: 0 },
      reasons: { TYPE: 2, DATE: 1, AMOUNT: 1, INCOMPLETE: 1 },
    });
    expect(reported).toEqual({ entries: [], began: new Set(), deletions: [] });
  });

  test('reports that the source stopped answering, waits, and then resumes at the same point', async () => {
    await fillLs1Log(ls1, 300);
    let lost = false;
    armFailpoints((name) => {
      if (name !== 'ls1-copied' || lost) return undefined;
      lost = true;
      return ls1.dropConnections();
    });
    await beginAudit({ batchSize: 100 });
    await eventually(async () => expect((await standing('AUDIT_LOG'))?.fault).toBe('BROKEN_OFF'), 20_000);
    expect(await standing('AUDIT_LOG')).toMatchObject({ state: 'COPYING', taken: 100 });
    clock.advance(60_000);
    expect(await inState('AUDIT_LOG', 'DONE')).toMatchObject({ taken: 300, fault: null });
    expect(numbers()).toHaveLength(300);
  });
});
