import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { setUserStatus } from '@portal/proto/rpc/identity';
import { checkUserPurge, startUserPurge } from '@portal/proto/rpc/user-purge';
import { toggleManagedUser } from '@portal/proto/rpc/user-manager';
import { UserPurgeRepository } from '../src/purges/user-purge.repository.js';
import { UserPurgeWorker } from '../src/purges/user-purge.worker.js';
import {
  addCrowd,
  addPerson,
  archived,
  clerk,
  clock,
  dryRun,
  finished,
  listed,
  run,
  stack,
  standing,
  startPurges,
  unsettled,
  usersGone,
  usersLeft,
  withImages,
} from './purge-steps.js';
import { codeOf, PASSWORD, testAccount, valueOf } from './stack.js';

startPurges();

describe('the users that a purge deletes', () => {
  test('C6-16 are inactive and pending users of card accounts, and no others', async () => {
    const gone = [await addPerson(), await addPerson({ status: 'P' }), await addPerson({ role: 'ACCOUNT' })];
    const stay = [
      await addPerson({ status: 'A' }),
      await addPerson({ status: 'L' }),
      await addPerson({}, { terms: testAccount().terms }),
      await addPerson({}, { county: 'saipan' }),
    ];
    const purge = await run('2020-01-05');
    expect(purge).toMatchObject({ found: 3, checked: 3, deleted: 3, kept: {} });
    expect((await usersLeft()).sort()).toEqual(stay.map(({ id }) => id).sort());
    expect(await archived(purge)).toEqual(
      expect.arrayContaining(gone.map(({ id, username }) => expect.objectContaining({ id, username }))),
    );
  });

  test('have not signed in since the chosen day or, if they never signed in, were registered before that day', async () => {
    const lastSignIn = (at: string) => addPerson({}, { lastSignIn: at });
    // midnight in Chicago is 06:00 UTC
    const before = await lastSignIn('2020-01-05T05:59:59Z');
    const on = await lastSignIn('2020-01-05T06:00:00Z');
    const never = await addPerson({}, { createdAt: '2020-01-05T05:59:59Z' });
    const neverLater = await addPerson({}, { createdAt: '2020-01-05T06:00:00Z' });
    expect((await run('2020-01-05')).deleted).toBe(2);
    expect((await usersGone()).filter((id) => [before.id, never.id].includes(id))).toHaveLength(2);
    expect((await usersLeft()).sort()).toEqual([on.id, neverLater.id].sort());
  });

  test('have no money, holds, orders or debts in their account; users who have any are kept, and counted by reason', async () => {
    const free = await addPerson();
    const reasons = ['MONEY', 'HOLDS', 'PAYING', 'OWES'] as const;
    const others = await Promise.all(reasons.map(() => addPerson()));
    others.forEach(({ account }, at) => unsettled.set(account, reasons[at] ?? 'MONEY'));
    const purge = await run('2020-01-05');
    expect(purge).toMatchObject({ deleted: 1, kept: { MONEY: 1, HOLDS: 1, PAYING: 1, OWES: 1 } });
    expect(await listed(purge.id)).toEqual(
      new Map(
        [
          [free.username, 'DELETED'],
          ...others.map(({ username }, at) => [username, reasons[at] ?? ''] as const),
        ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)) as [string, string][],
      ),
    );
  });

  test('include users with images left over from an earlier flat fee, because nobody can use such images', async () => {
    const { id, account } = await addPerson();
    withImages.add(account);
    expect(await run('2020-01-05')).toMatchObject({ deleted: 1, kept: {} });
    expect(await usersGone()).toContain(id);
  });

  test('do not include a user who has signed in since the chosen day, even if the sign-in attempt is no longer stored', async () => {
    const person = await addPerson({ status: 'A', username: 'long.ago' });
    valueOf(await stack.signIn({ username: 'long.ago', password: PASSWORD }));
    await stack.tables.asAdmin('DELETE FROM identity.login_attempt');
    await stack.tables.asAdmin('UPDATE identity.session SET ended_at = now(), end_reason = $1', ['EXPIRED']);
    await stack.value(setUserStatus, { user: person.id, status: 'I' });
    expect((await run('2026-11-20')).found).toBe(0);
    clock.set('2026-11-22T15:00:00Z');
    expect((await run('2026-11-21')).deleted).toBe(1);
  });
});

describe('a dry run of a user purge', () => {
  test('lists the users whom the purge then deletes, and deletes no user itself', async () => {
    for (let n = 0; n < 4; n += 1) await addPerson();
    const rich = await addPerson();
    unsettled.set(rich.account, 'MONEY');
    const checked = await dryRun('2020-01-05');
    expect(checked).toMatchObject({ found: 5, checked: 5, deleted: 0, kept: { MONEY: 1 } });
    expect(await usersLeft()).toHaveLength(5);
    const told = await listed(checked.id);
    const purge = await run('2020-01-05', checked.id);
    expect(purge.deleted).toBe(4);
    const deleted = new Map(
      [...told].map(([name, outcome]) => [name, outcome === 'FREE' ? 'DELETED' : outcome]),
    );
    expect(await listed(purge.id)).toEqual(deleted);
  });

  test('is followed by a purge that keeps users who are activated, sign in or get money in between', async () => {
    const gone = await addPerson();
    const back = await addPerson({ username: 'back.again' });
    const changed = await addPerson();
    const rich = await addPerson();
    const checked = await dryRun('2020-01-05');
    await stack.value(toggleManagedUser, { user: back.id }, clerk());
    valueOf(await stack.signIn({ username: 'back.again', password: PASSWORD }));
    clock.advance(1_000);
    for (const toggled of [1, 2]) {
      clock.advance(toggled);
      await stack.value(toggleManagedUser, { user: changed.id }, clerk());
    }
    unsettled.set(rich.account, 'PAYING');
    const purge = await run('2020-01-05', checked.id);
    expect(purge).toMatchObject({ deleted: 1, kept: { CHANGED: 2, PAYING: 1 } });
    expect((await archived(purge)).map(({ id }) => id)).toEqual([gone.id]);
  });

  test('is followed by a purge that keeps the users of an account that no longer pays by card', async () => {
    const person = await addPerson();
    const checked = await dryRun('2020-01-05');
    expect(checked).toMatchObject({ found: 1 });
    await stack.tables.asAdmin(
      `UPDATE identity.account SET payment_method = 'ESCROW'
        WHERE id = (SELECT account_id FROM identity.app_user WHERE id = $1)`,
      [person.id],
    );
    expect(await run('2020-01-05', checked.id)).toMatchObject({ deleted: 0 });
    expect(await usersLeft()).toEqual([person.id]);
  });

  test('is valid only for a purge with the same day, and only until the next dry run', async () => {
    await addPerson();
    const first = await dryRun('2020-01-05');
    const start = (since: string, checked: string) => stack.call(startUserPurge, { since, checked }, clerk());
    expect(codeOf(await start('2021-01-05', first.id))).toBe('NOT_FOUND');
    const second = await dryRun('2020-01-05');
    expect(codeOf(await start('2020-01-05', first.id))).toBe('NOT_FOUND');
    expect((await run('2020-01-05', second.id)).deleted).toBe(1);
  });

  test('is followed by a purge that is shown as the newest, even if another purge has run since the dry run', async () => {
    await addPerson();
    const checked = await dryRun('2020-01-05');
    clock.advance(60_000);
    expect((await run('2015-01-05')).found).toBe(0);
    clock.advance(60_000);
    const purge = await run('2020-01-05', checked.id);
    expect(purge).toMatchObject({ deleted: 1, startedAt: clock.now().toISOString() });
  });

  test('cannot be followed by its purge if another purge begins at the same moment', async () => {
    await addPerson();
    const since = '2020-01-05';
    const { id: checked } = await dryRun(since);
    const other = {
      ...{ id: randomUUID(), since, signedInBefore: new Date('2020-01-05T06:00:00Z') },
      ...{ dryRun: false, automatic: true, actor: 'system:identity' },
    };
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const asked = await stack.tables.database.withCounty('lake', async (tx) => {
      await stack.running.get(UserPurgeRepository).begin(tx, other, clock.now());
      const answer = stack.call(startUserPurge, { since, checked }, clerk());
      await eventually(async () => expect(await stack.tables.asAdmin(waiting)).not.toEqual([]));
      // the promise is returned inside an object, because `withCounty` would wait for a plain promise, and the purge
      // can begin only after this transaction
      return { answer };
    });
    expect(codeOf(await asked.answer)).toBe('CONFLICT');
    await stack.running.get(UserPurgeWorker).workOn('lake');
    expect((await finished(other.id)).deleted).toBe(1);
  });

  test('S9 is refused for a day after today, and only staff may request it', async () => {
    const ask = (since: string, actor: Actor) => stack.call(checkUserPurge, { since }, actor);
    expect(await ask('2026-11-21', clerk())).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { purgeDate: 'forms:futureDate' },
    });
    for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
      expect(codeOf(await ask('2020-01-05', clerk({ role, account: randomUUID() })))).toBe('NOT_FOUND');
    expect(codeOf(await ask('2026-11-20', clerk({ role: 'TRIMIN' })))).toBe('ok');
  });
});

test('a user purge archives each user whom it deletes, even a user whose session ends only after the archive is written', async () => {
  const { id } = await addPerson();
  // a process that was killed has deactivated the account but ended no session
  await stack.tables.asAdmin(
    `INSERT INTO identity.session (county_id, id, token_hash, user_id, language, created_at, last_seen)
     VALUES ('lake', $1, 'a token', $2, 'ENGLISH', now(), now())`,
    [randomUUID(), id],
  );
  armFailpoints((name) =>
    name === 'user-purge-archived'
      ? stack.tables
          .asAdmin(
            `UPDATE identity.session SET ended_at = now(), end_reason = 'EXPIRED' WHERE user_id = $1`,
            [id],
          )
          .then(() => {})
      : undefined,
  );
  const purge = await run('2020-01-05');
  expect(purge.deleted).toBe(1);
  expect((await archived(purge)).map((user) => user.id)).toEqual([id]);
});

describe('a user purge that is killed', () => {
  /** Stops the process at the failpoint as if it had died: its lease runs out and nothing else happens. */
  async function killedAt(name: string, time = 1): Promise<() => void> {
    let reached = 0;
    let wake: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => (wake = resolve));
    let stopped: () => void = () => undefined;
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    armFailpoints((at) => {
      if (at !== name || (reached += 1) !== time) return undefined;
      stopped();
      return dead;
    });
    await stack.value(startUserPurge, { since: '2020-01-05', checked: null }, clerk());
    await isStopped;
    await stack.tables.asAdmin(`UPDATE identity.user_purge SET lease_until = '-infinity'`);
    return wake;
  }

  test.each([
    ['between the archive and the first deletion', 'user-purge-archived', 1, 0],
    ['in the middle of the deletions', 'user-purge-deleted', 2, 200],
  ])(
    'continues after it was killed %s, and the archive has each deleted user once',
    async (_, name, time, deletedBefore) => {
      const stays = await addPerson({ status: 'A' });
      await addCrowd(250);
      const everybody = await usersLeft();
      const wake = await killedAt(name, time);
      expect(await usersLeft()).toHaveLength(251 - deletedBefore);
      await stack.running.get(UserPurgeWorker).workOn('lake');
      const purge = (await standing()).current;
      expect(purge).toMatchObject({ state: 'DONE', found: 250, deleted: 250, kept: {} });
      // the process that lost its lease wakes and does nothing
      wake();
      await stack.running.get(UserPurgeWorker).workOn('lake');
      expect((await standing()).current).toEqual(purge);
      expect(await usersLeft()).toEqual([stays.id]);
      if (!purge) throw new Error('no purge');
      const ids = (await archived(purge)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(250);
      expect(ids.toSorted()).toEqual(everybody.filter((id) => id !== stays.id).toSorted());
    },
  );

  test('continues after a step has failed, and deletes no user until that step has succeeded', async () => {
    await addCrowd(3);
    armFailpoints((at) => {
      if (at === 'user-purge-archived') throw new Error('the process fails');
      return undefined;
    });
    await stack.value(startUserPurge, { since: '2020-01-05', checked: null }, clerk());
    await eventually(async () => {
      const [row] = await stack.tables.asAdmin<{ state: string }>('SELECT state FROM identity.user_purge');
      expect(row?.state).toBe('DELETING');
    }, 10_000);
    expect(await usersLeft()).toHaveLength(3);
    armFailpoints(undefined);
    await eventually(async () => {
      await stack.running.get(UserPurgeWorker).run({ county: 'lake' });
      expect((await standing()).current).toMatchObject({ state: 'DONE', deleted: 3 });
    }, 10_000);
  });
});

test('a user purge runs once even if two replicas work on it at the same time', async () => {
  await addCrowd(120);
  const replica = await stack.startReplica();
  const { purge } = await stack.value(startUserPurge, { since: '2020-01-05', checked: null }, clerk());
  await Promise.all([stack.running, replica].map((each) => each.get(UserPurgeWorker).workOn('lake')));
  expect(await finished(purge)).toMatchObject({ deleted: 120 });
  expect(codeOf(await stack.call(checkUserPurge, { since: '2020-01-05' }, clerk()))).toBe('ok');
  const [told] = await stack.tables.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.outbox WHERE payload->>'action' = 'user.purge' AND aggregate IN
       (SELECT 'user:' || user_id FROM identity.user_purge_subject WHERE purge_id = $1)`,
    [purge],
  );
  expect(told?.n).toBe(120);
});
