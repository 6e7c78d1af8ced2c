import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { eventually, testActor, TestClock } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  endSessions,
  listSignedIn,
  openSession,
  saveAccount,
  saveUser,
  setUserStatus,
  signOut,
  touchSessions,
  type NewUser,
  type Session,
} from '@portal/proto/rpc/identity';
import { CountyRulesReader } from '../src/sessions/county-rules.js';
import { OldSessionsRemoval } from '../src/sessions/old-sessions.removal.js';
import { SessionRepository } from '../src/sessions/session.repository.js';
import { SessionSweep } from '../src/sessions/session.sweep.js';
import { waitersForRows } from './people.js';
import { addUser, startStack, system, testAccount, valueOf, visitor, type Stack } from './stack.js';

const clock = new TestClock('2026-03-02T15:00:00Z');
let stack: Stack;
let cache: SessionCache;
let user: NewUser;

beforeAll(async () => {
  stack = await startStack(clock);
  await stack.startReplica();
  // the cache that a gateway reads
  cache = new SessionCache(stack.config.redisUrl, stack.config.redisNamespace, stack.config.keys);
  await cache.ready();
});
beforeEach(async () => {
  user = await addUser(stack, { username: `user.${randomUUID().slice(0, 8)}` });
});
afterAll(async () => {
  cache.onApplicationShutdown();
  await stack.close();
});

const enter = async (who: NewUser = user): Promise<{ token: string; hash: string; session: Session }> => {
  const opened = valueOf(await stack.signIn({ username: who.username }));
  return { ...opened, hash: hashToken(opened.token) };
};

/** Reads a session as a gateway does: from the cached copy or, if there is none, from the identity service. */
const look = async (hash: string): Promise<Session | null> => {
  const copy = await cache.find(hash, clock.now());
  return copy === undefined ? stack.value(openSession, { tokenHash: hash }, visitor()) : copy;
};

/** Calls `note` whenever a session is about to be read from the database. */
const noteReads = (sessions: SessionRepository, note: () => void) => {
  const { findByToken } = sessions;
  return jest.spyOn(sessions, 'findByToken').mockImplementation(function (this: SessionRepository, ...asked) {
    note();
    return findByToken.apply(this, asked);
  });
};

const rowOf = async (hash: string) =>
  (
    await stack.tables.asAdmin<{ last_seen: Date; ended_at: Date | null; end_reason: string | null }>(
      'SELECT last_seen, ended_at, end_reason FROM identity.session WHERE token_hash = $1',
      [hash],
    )
  )[0];

const facts = async (who: string) =>
  stack.tables.asAdmin<{ reason: string }>(
    `SELECT payload->>'reason' AS reason FROM identity.outbox
      WHERE type = 'identity.session-ended.v1' AND aggregate = $1`,
    [`user:${who}`],
  );

describe('S12 a session ends for every process at the next request after', () => {
  const ways: [string, string, (session: Session) => Promise<unknown>][] = [
    ['sign-out', 'SIGNED_OUT', ({ actor }) => stack.value(signOut, {}, actor)],
    ['deactivation', 'DEACTIVATED', () => stack.value(setUserStatus, { user: user.id, status: 'I' })],
    ['a lock', 'DEACTIVATED', () => stack.value(saveUser, { ...user, status: 'L' })],
    [
      'a new password',
      'ENDED_BY_STAFF',
      () => stack.value(saveUser, { ...user, password: 'New-Horse!2026' }),
    ],
    ['staff ended the user’s sessions', 'ENDED_BY_STAFF', () => stack.value(endSessions, { user: user.id })],
    ['staff ended all sessions', 'ENDED_BY_STAFF', () => stack.value(endSessions, { user: null })],
    [
      'deactivation of the account',
      'DEACTIVATED',
      ({ user: { account } }) =>
        stack.value(
          saveAccount,
          testAccount({ id: account?.id ?? '', name: account?.name ?? '', status: 'I' }),
        ),
    ],
  ];

  test.each(ways)('%s', async (_way, reason, end) => {
    const { hash, session } = await enter();
    expect((await look(hash))?.user.id).toBe(user.id);
    await end(session);
    // the session ends together with the change, even if no request follows, because other services learn of the end
    // only from the event
    expect(await rowOf(hash)).toMatchObject({ end_reason: reason });
    expect(await facts(user.id)).toEqual([{ reason: `SESSION_END_${reason}` }]);
    expect(await look(hash)).toBeNull();
  });

  test('staff ended all sessions, even if another transaction uses the session at that moment', async () => {
    const { hash } = await enter();
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin('UPDATE identity.session SET last_seen = last_seen WHERE token_hash = $1', [
      hash,
    ]);
    const ended = stack.value(endSessions, { user: null });
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('COMMIT');
    expect((await ended).ended).toBeGreaterThan(0);
    expect(await rowOf(hash)).toMatchObject({ end_reason: 'ENDED_BY_STAFF' });
    expect(await look(hash)).toBeNull();
  });

  test('a system lockout, unless the user is staff', async () => {
    const staff = await addUser(stack, { username: `staff.${randomUUID().slice(0, 8)}`, role: 'COUNTY' });
    const [one, other] = [await enter(), await enter(staff)];
    await stack.configure('lake', 'userLockout', { lockoutInPlace: true });
    await eventually(async () => expect(await look(one.hash)).toBeNull(), 1_000);
    expect((await look(other.hash))?.user.id).toBe(staff.id);
    await eventually(async () => expect(await facts(user.id)).toHaveLength(1), 2_000);
    await stack.configure('lake', 'userLockout', { lockoutInPlace: false });
  });
});

describe('a sign-in at the same moment as', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['the user’s deactivation', () => stack.value(setUserStatus, { user: user.id, status: 'I' })],
    [
      'the account’s deactivation',
      () =>
        stack.value(
          saveAccount,
          testAccount({ id: user.account ?? '', name: `Closed ${user.id}`, status: 'I' }),
        ),
    ],
  ];
  test.each(changes)('%s leaves no session behind', async (_change, deactivate) => {
    const signIns = Array.from({ length: 4 }, () => stack.signIn({ username: user.username }));
    const [answers] = await Promise.all([Promise.all(signIns), deactivate()]);
    for (const answer of answers) {
      if (answer.ok) expect(await look(hashToken(answer.value.token))).toBeNull();
      else expect(answer.code).toBe('USER_INACTIVE');
    }
  });
});

describe('a session', () => {
  test('gets new terms of the account, another role and another name at the next request', async () => {
    const { hash, session } = await enter();
    const account = testAccount({
      id: session.user.account?.id ?? '',
      name: session.user.account?.name ?? '',
    });
    await stack.value(saveAccount, { ...account, terms: { ...account.terms, imageRetrieval: false } });
    expect((await look(hash))?.actor.terms?.imageRetrieval).toBe(false);
    await stack.value(saveUser, { ...user, role: 'ACCOUNT', lastName: 'Roe' });
    expect(await look(hash)).toMatchObject({ actor: { role: 'ACCOUNT' }, user: { lastName: 'Roe' } });
  });

  test('is not restored by a slow process that writes its copy of the session to the cache after the sign-out', async () => {
    const { hash, session } = await enter();
    await stack.value(signOut, {}, session.actor);
    await cache.keep(hash, session, 60, performance.now());
    expect(await look(hash)).toBeNull();
  });

  test('is copied with the time at which its reading began, so that a slow reader writes no outdated copy', async () => {
    // the spies watch both processes, because either may answer
    const keep = jest.spyOn(SessionCache.prototype, 'keep');
    let began = 0;
    const finds = noteReads(SessionRepository.prototype, () => void (began = performance.now()));
    const { hash } = await enter();
    expect(keep.mock.lastCall?.[3]).toBeLessThanOrEqual(began);
    await stack.value(openSession, { tokenHash: hash }, visitor());
    expect(keep).toHaveBeenCalledTimes(2);
    expect(keep.mock.lastCall?.[3]).toBeLessThanOrEqual(began);
    for (const spy of [keep, finds]) spy.mockRestore();
  });

  test('does not get its old role back from a slow process that writes an outdated copy to the cache', async () => {
    const { hash, session } = await enter();
    await stack.value(saveUser, { ...user, role: 'ACCOUNT' });
    await cache.keep(hash, session, 60, performance.now());
    expect((await look(hash))?.actor.role).toBe('ACCOUNT');
  });

  test('offers the searches that the county enables, the account allows and the index supports', async () => {
    const enabled = ['searchByName', 'searchByTorrensText', 'searchByDocumentNumber'];
    await stack.configure('lake', 'search', { enabled });
    expect((await enter()).session.user.searchList).toEqual(['searchByName', 'searchByDocumentNumber']);
    await stack.configure('lake', 'index', { torrens: true });
    expect((await enter()).session.user.searchList).toEqual(enabled);
    const account = testAccount({ searchList: ['searchByTorrensText', 'searchByDate'] });
    await stack.value(saveAccount, account);
    await stack.value(saveUser, { ...user, account: account.id });
    // C5-08: while `searchAccess` is 'same', every account has the searches that the county enables
    expect((await enter()).session.user.searchList).toEqual(enabled);
    await stack.configure('lake', 'search', { enabled, searchAccess: 'configurable' });
    expect((await enter()).session.user.searchList).toEqual(['searchByTorrensText']);
  });
});

describe('the limit of inactivity', () => {
  test('S12 ends a session after the minutes that the county sets', async () => {
    await stack.configure('lake', 'userAccess', { inactivityTimeLimit: true, inactivityTimeLimitPeriod: 10 });
    const { hash } = await enter();
    clock.advance(10 * 60_000);
    expect(await look(hash)).not.toBeNull();
    clock.advance(11 * 60_000 + 1);
    expect(await look(hash)).toBeNull();
    expect(await rowOf(hash)).toMatchObject({ end_reason: 'EXPIRED' });
  });

  test('is not reached by an active user whose requests are answered from cached copies of the session', async () => {
    const { hash } = await enter();
    for (let minute = 0; minute < 40; minute += 4) {
      clock.advance(4 * 60_000);
      expect(await stack.value(openSession, { tokenHash: hash }, visitor())).not.toBeNull();
    }
  });

  test('is counted from visits, which the gateway collects and the identity service records at most once a minute', async () => {
    const { hash } = await enter();
    clock.advance(30_000);
    await stack.value(touchSessions, { tokenHashes: [hash, 'unknown'] }, visitor());
    expect((await rowOf(hash))?.last_seen).toEqual(new Date(clock.now().getTime() - 30_000));
    clock.advance(31_000);
    await stack.value(touchSessions, { tokenHashes: [hash] }, visitor());
    expect((await rowOf(hash))?.last_seen).toEqual(clock.now());
  });

  test('ends a session even if a visit is recorded after the limit', async () => {
    const { hash } = await enter();
    clock.advance(30 * 60_000);
    await stack.value(touchSessions, { tokenHashes: [hash] }, visitor());
    expect(await look(hash)).toBeNull();
  });

  test('ends an unused session with a single event, even if two sweeps run at the same moment', async () => {
    const { hash } = await enter();
    clock.advance(30 * 60_000);
    const sweep = stack.running.get(SessionSweep);
    await Promise.all([sweep.run(), sweep.run()]);
    expect(await rowOf(hash)).toMatchObject({ end_reason: 'EXPIRED' });
    expect(await facts(user.id)).toEqual([{ reason: 'SESSION_END_EXPIRED' }]);
  });

  test('ends the sessions of a county even if the settings of another county cannot be read', async () => {
    const { hash } = await enter();
    const { username } = await addUser(stack, { username: `user.${randomUUID().slice(0, 8)}` }, 'saipan');
    expect((await stack.signIn({ username }, 'saipan')).ok).toBe(true);
    clock.advance(30 * 60_000);
    const rules = stack.running.get(CountyRulesReader);
    const read = rules.read.bind(rules);
    const broken = jest
      .spyOn(rules, 'read')
      .mockImplementation((county) =>
        county === 'saipan' ? Promise.reject(new Error('no settings')) : read(county),
      );
    try {
      await stack.running.get(SessionSweep).run();
    } finally {
      broken.mockRestore();
    }
    expect(await rowOf(hash)).toMatchObject({ end_reason: 'EXPIRED' });
  });

  test('is not the only limit: without it, a session ends after twelve hours', async () => {
    await stack.configure('lake', 'userAccess', { inactivityTimeLimit: false });
    const { hash } = await enter();
    clock.advance(11 * 60 * 60_000);
    expect(await look(hash)).not.toBeNull();
    clock.advance(60 * 60_000);
    expect(await look(hash)).toBeNull();
  });
});

describe('the right to end sessions of others', () => {
  const someone = (role: Actor['role']): Actor => ({ ...testActor({ user: randomUUID() }), role });

  test.each(['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)('is not given to %s', async (role) => {
    const { hash } = await enter();
    expect(await stack.call(endSessions, { user: user.id }, someone(role))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await stack.call(endSessions, { user: null }, someone(role))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await look(hash)).not.toBeNull();
  });

  test('belongs to staff, and covers the users of their own county who are not staff', async () => {
    const staff = await addUser(stack, { username: `staff.${randomUUID().slice(0, 8)}`, role: 'COUNTY' });
    const [one, own] = [await enter(), await enter(staff)];
    const elsewhere = { ...someone('COUNTY'), county: 'saipan' };
    expect(await stack.call(endSessions, { user: user.id }, elsewhere)).toMatchObject({ code: 'NOT_FOUND' });
    await stack.value(endSessions, { user: null }, system('saipan'));
    expect(await look(one.hash)).not.toBeNull();
    expect(valueOf(await stack.call(endSessions, { user: null }, own.session.actor)).ended).toBeGreaterThan(
      0,
    );
    expect(await look(one.hash)).toBeNull();
    expect(await look(own.hash)).not.toBeNull();
  });
});

describe('the list of signed-in users', () => {
  test('C6-06 shows the number of sessions of each role and the newest sessions; staff can end all sessions except those of staff', async () => {
    const staff = await addUser(stack, { username: `staff.${randomUUID().slice(0, 8)}`, role: 'COUNTY' });
    const own = await enter(staff);
    await enter();
    const second = await enter();
    const { roles, newest } = await stack.value(listSignedIn, {}, own.session.actor);
    const users = roles.find(({ role }) => role === 'USER');
    expect(users?.sessions).toBeGreaterThanOrEqual(2);
    expect(users?.sessions).toBeGreaterThan(users?.people ?? 0);
    expect(newest.map(({ username }) => username)).toEqual(
      expect.arrayContaining([staff.username, user.username]),
    );
    await stack.value(endSessions, { user: null }, own.session.actor);
    const after = await stack.value(listSignedIn, {}, own.session.actor);
    expect(after.roles.map(({ role }) => role)).toEqual(['COUNTY']);
    expect(await look(second.hash)).toBeNull();
    const [kept] = await stack.tables.asAdmin<{ actor: string; detail: string }>(
      `SELECT actor, payload ->> 'detail' AS detail FROM identity.outbox
        WHERE type = 'audit.action-taken.v1' AND payload ->> 'action' = 'sessions.end-all' AND actor = $1`,
      [own.session.actor.user],
    );
    expect(Number(kept?.detail)).toBeGreaterThanOrEqual(2);
  });

  test.each(['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)('S9 is not shown to %s', async (role) => {
    const someone: Actor = { ...testActor({ user: randomUUID() }), role };
    expect(await stack.call(listSignedIn, {}, someone)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('ended sessions are deleted after 30 days and sign-in attempts after 400, even where nobody is signed in', async () => {
  const { username, id } = await addUser(stack, { username: `user.${randomUUID().slice(0, 8)}` }, 'saipan');
  expect((await stack.signIn({ username }, 'saipan')).ok).toBe(true);
  await stack.value(endSessions, { user: id }, system('saipan'));
  const leftAfterDays = async (days: number): Promise<number[]> => {
    clock.advance(days * 24 * 60 * 60_000);
    await stack.running.get(SessionSweep).run();
    await stack.running.get(OldSessionsRemoval).run();
    const rows = ['session', 'login_attempt'].map((table) =>
      stack.tables.asAdmin(`SELECT 1 FROM identity.${table} WHERE user_id = $1`, [id]),
    );
    return (await Promise.all(rows)).map(({ length }) => length);
  };
  expect(await leftAfterDays(29)).toEqual([1, 1]);
  expect(await leftAfterDays(2)).toEqual([0, 1]);
  expect(await leftAfterDays(368)).toEqual([0, 1]);
  expect(await leftAfterDays(2)).toEqual([0, 0]);
});
