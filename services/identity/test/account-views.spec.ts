import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openConnection, whenReady } from '@portal/infra/redis';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { TestClock } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  deleteManagedAccount,
  listManagedAccounts,
  toggleManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { beginAccountView, endAccountView } from '@portal/proto/rpc/account-views';
import {
  endSessions,
  listUserCodes,
  openSession,
  saveAccount,
  saveUser,
  signOut,
  signOutEverywhere,
  type Account,
  type NewUser,
  type Session,
} from '@portal/proto/rpc/identity';
import { SessionEnder } from '../src/sessions/session.ender.js';
import { SessionSweep } from '../src/sessions/session.sweep.js';
import { addUser, codeOf, startStack, system, testAccount, valueOf, visitor, type Stack } from './stack.js';

const MINUTE = 60_000;
const clock = new TestClock('2026-03-02T15:00:00Z');
let stack: Stack;
let cache: SessionCache;
let clerk: NewUser;
let account: Account;

beforeAll(async () => {
  stack = await startStack(clock);
  cache = new SessionCache(stack.config.redisUrl, stack.config.redisNamespace, stack.config.keys);
  await cache.ready();
});
beforeEach(async () => {
  clerk = await staffUser('COUNTY');
  account = testAccount({ searchList: ['searchByName'] });
  await stack.value(saveAccount, account);
});
afterAll(async () => {
  cache.onApplicationShutdown();
  await stack.close();
});

const staffUser = (role: 'COUNTY' | 'TRIMIN'): Promise<NewUser> =>
  addUser(stack, { username: `clerk.${randomUUID().slice(0, 8)}`, role, account: null });

interface Entered {
  readonly hash: string;
  readonly session: Session;
}

const enter = async (who = clerk): Promise<Entered> => {
  const { token, session } = valueOf(await stack.signIn({ username: who.username }));
  return { hash: hashToken(token), session };
};

/** Reads a session as a gateway does. */
const look = async (hash: string): Promise<Session | null> => {
  const copy = await cache.find(hash, clock.now());
  return copy === undefined ? stack.value(openSession, { tokenHash: hash }, visitor()) : copy;
};

const begin = (actor: Actor, id = account.id) => stack.call(beginAccountView, { account: id }, actor);

/** Signs staff in and begins a view of the account. */
const viewing = async (who = clerk): Promise<Entered & { seen: Session }> => {
  const entered = await enter(who);
  valueOf(await begin(entered.session.actor));
  const seen = await look(entered.hash);
  expect(seen?.user.view).toBeDefined();
  return { ...entered, seen: seen as Session };
};

const isViewing = async (hash: string): Promise<boolean> => (await look(hash))?.actor.viewing === true;

const audited = (who = clerk) =>
  stack.tables.asAdmin<{ action: string; object: string; detail: string }>(
    `SELECT payload->>'action' AS action, payload->>'object' AS object, payload->>'detail' AS detail
       FROM identity.outbox WHERE type = 'audit.action-taken.v1' AND actor = $1
        AND payload->>'action' LIKE 'account.view-%' ORDER BY id`,
    [who.id],
  );

describe('a view of an account', () => {
  test('makes the session act as a user of the account, with a user id that no real user has', async () => {
    const { seen } = await viewing();
    expect(seen.user).toMatchObject({
      ...{ role: 'USER', account: { id: account.id, name: account.name }, terms: account.terms },
      view: { until: new Date(clock.now().getTime() + 30 * MINUTE).toISOString() },
    });
    expect(seen.actor).toMatchObject({ role: 'USER', account: account.id, viewing: true });
    const users = await stack.tables.asAdmin('SELECT 1 FROM identity.app_user WHERE id = $1', [
      seen.actor.user,
    ]);
    expect(users).toEqual([]);
  });

  test('is recorded in the audit log with the staff user, the account, and the times of its beginning and end', async () => {
    const { seen } = await viewing();
    const from = clock.now().toISOString();
    clock.advance(5 * MINUTE);
    await stack.value(endAccountView, {}, seen.actor);
    expect(await audited()).toEqual([
      { action: 'account.view-begin', object: account.id, detail: account.name },
      {
        ...{ action: 'account.view-end', object: account.id },
        detail: `${account.name} (${from} - ${clock.now().toISOString()})`,
      },
    ]);
  });

  test('ends when the staff user leaves it, and leaving it a second time changes nothing', async () => {
    const { hash, seen } = await viewing();
    await stack.value(endAccountView, {}, seen.actor);
    expect((await look(hash))?.user).toMatchObject({ id: clerk.id, role: 'COUNTY' });
    await stack.value(endAccountView, {}, seen.actor);
    expect(await audited()).toHaveLength(2);
  });

  test('ends after 30 minutes, even if no request is sent', async () => {
    const { hash } = await viewing();
    clock.advance(30 * MINUTE - 1);
    expect(await isViewing(hash)).toBe(true);
    clock.advance(1);
    expect(await isViewing(hash)).toBe(false);
    await stack.running.get(SessionSweep).run();
    expect((await audited()).map(({ action }) => action)).toEqual(['account.view-begin', 'account.view-end']);
  });

  test('is recorded in the audit log as ended after exactly 30 minutes if nobody leaves it, even if that entry is written later', async () => {
    const until = new Date(clock.now().getTime() + 30 * MINUTE).toISOString();
    await viewing();
    clock.advance(45 * MINUTE);
    await stack.running.get(SessionSweep).run();
    expect((await audited()).at(-1)?.detail).toMatch(new RegExp(` - ${until}\\)$`));
  });

  test('has its end recorded in the audit log even if a process of an earlier version has ended the session', async () => {
    const { session } = await viewing();
    await stack.tables.asAdmin(
      `UPDATE identity.session SET ended_at = now(), end_reason = 'SIGNED_OUT' WHERE id = $1`,
      [session.actor.session],
    );
    await enter();
    await stack.running.get(SessionSweep).run();
    await stack.running.get(SessionSweep).run();
    expect((await audited()).map(({ action }) => action)).toEqual(['account.view-begin', 'account.view-end']);
  });

  test('lets the copy of the session in Redis expire no later than the view ends', async () => {
    const { hash } = await viewing();
    clock.advance(30 * MINUTE - 5_000);
    expect(await isViewing(hash)).toBe(true);
    const redis = openConnection(stack.config.redisUrl);
    await whenReady(redis);
    const seconds = await redis.ttl(`${stack.config.redisNamespace}:session:${hash}`);
    redis.disconnect();
    expect(seconds).toBeLessThanOrEqual(5);
  });

  test('is not ended by a page that still shows an earlier view of the same session', async () => {
    const { hash, session, seen } = await viewing();
    valueOf(await begin(session.actor));
    await stack.value(endAccountView, {}, seen.actor);
    expect(await isViewing(hash)).toBe(true);
  });

  test('ends when the staff user begins a view of another account in the same session', async () => {
    const { hash, session } = await viewing();
    const other = testAccount();
    await stack.value(saveAccount, other);
    valueOf(await begin(session.actor, other.id));
    expect((await look(hash))?.user.account?.id).toBe(other.id);
    expect((await audited()).map(({ action, object }) => [action, object])).toEqual([
      ['account.view-begin', account.id],
      ['account.view-end', account.id],
      ['account.view-begin', other.id],
    ]);
  });
});

describe('a view cannot begin', () => {
  test.each(['ACCOUNT', 'USER'] as const)('for a user with the role %s', async (role) => {
    const own = await addUser(stack, {
      ...{ username: `own.${randomUUID().slice(0, 8)}`, role, account: account.id },
    });
    const { hash, session } = await enter(own);
    expect(codeOf(await begin(session.actor))).toBe('NOT_FOUND');
    expect(await isViewing(hash)).toBe(false);
    expect(await audited(own)).toEqual([]);
  });

  test('for an account of another county, or one that does not exist', async () => {
    const abroad = testAccount();
    await stack.value(saveAccount, abroad, system('saipan'));
    const { session } = await enter();
    expect(codeOf(await begin(session.actor, abroad.id))).toBe('NOT_FOUND');
    expect(codeOf(await begin(session.actor, randomUUID()))).toBe('NOT_FOUND');
  });

  test('for an inactive account', async () => {
    await stack.value(saveAccount, { ...account, status: 'I' });
    const { session } = await enter();
    expect(codeOf(await begin(session.actor))).toBe('ACCOUNT_INACTIVE');
  });

  test('from within another account view', async () => {
    const { seen } = await viewing();
    expect(codeOf(await begin(seen.actor))).toBe('UNEXPECTED');
  });

  test('in a session that has ended', async () => {
    const { session } = await enter();
    await stack.value(signOut, {}, session.actor);
    expect(codeOf(await begin(session.actor))).toBe('NOT_FOUND');
  });
});

describe('an account that changes while it is viewed', () => {
  test('ends the view when it is deactivated, and the staff user stays signed in', async () => {
    const { hash } = await viewing();
    const other = await enter(await staffUser('TRIMIN'));
    await stack.value(toggleManagedAccount, { account: account.id, status: 'I' }, other.session.actor);
    expect((await look(hash))?.user).toMatchObject({ id: clerk.id, role: 'COUNTY' });
    await stack.running.get(SessionSweep).run();
    expect((await audited()).at(-1)?.action).toBe('account.view-end');
  });

  test('does not sign out a staff user who leaves the view during the change', async () => {
    const { hash, seen } = await viewing();
    const ender = stack.running.get(SessionEnder);
    await ender.change('lake', { account: account.id }, () => stack.value(endAccountView, {}, seen.actor));
    expect((await look(hash))?.user).toMatchObject({ id: clerk.id, role: 'COUNTY' });
  });

  test('shows its new terms at the next request', async () => {
    const { hash } = await viewing();
    await stack.value(saveAccount, { ...account, terms: { ...account.terms, paymentMethod: 'INVOICE' } });
    expect((await look(hash))?.user.terms?.paymentMethod).toBe('INVOICE');
  });
});

describe('the session of a staff user who views an account', () => {
  const ends: [string, (seen: Session) => Promise<unknown>][] = [
    ['sign-out', ({ actor }) => stack.value(signOut, {}, actor)],
    ['sign-out everywhere', ({ actor }) => stack.value(signOutEverywhere, {}, actor)],
    ['other staff', () => stack.value(endSessions, { user: clerk.id })],
    ['a lock of the user', () => stack.value(saveUser, { ...clerk, status: 'I' })],
  ];
  test.each(ends)('is ended by %s, together with the view', async (_by, end) => {
    const { hash, seen } = await viewing();
    await end(seen);
    expect(await look(hash)).toBeNull();
    expect((await audited()).map(({ action }) => action)).toEqual(['account.view-begin', 'account.view-end']);
  });

  test('lets the staff user sign out everywhere, which also ends the user’s other sessions', async () => {
    const other = await enter();
    const { seen } = await viewing();
    await stack.value(signOutEverywhere, {}, seen.actor);
    expect(await look(other.hash)).toBeNull();
  });

  test('may send only commands that users may send; commands that are only for staff are refused', async () => {
    const { seen } = await viewing();
    const refused = [
      stack.call(saveAccount, account, seen.actor),
      stack.call(deleteManagedAccount, { account: account.id }, seen.actor),
      stack.call(endSessions, { user: null }, seen.actor),
      stack.call(listManagedAccounts, { offset: 0, limit: 10 }, seen.actor),
    ];
    for (const answer of refused) expect(codeOf(await answer)).toBe('UNEXPECTED');
    expect(await stack.value(listUserCodes, { filterText: '' }, seen.actor)).toEqual([]);
  });
});
