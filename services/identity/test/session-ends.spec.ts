import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import { hashToken } from '@portal/infra/session-cache';
import { testActor, TestClock } from '@portal/infra/testing';
import { endSessions } from '@portal/proto/rpc/identity';
import { ExchangeSessions } from '../src/ls1-migrations/exchange-sessions.js';
import { END_BATCH, SessionRepository } from '../src/sessions/session.repository.js';
import { SessionSweep } from '../src/sessions/session.sweep.js';
import { waitersForRows } from './people.js';
import { addUser, codeOf, startStack, valueOf, type Stack } from './stack.js';

const clock = new TestClock('2026-03-02T15:00:00Z');
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(clock);
  await stack.configure('lake', 'userAccess', { inactivityTimeLimit: true, inactivityTimeLimitPeriod: 10 });
});
beforeEach(() => stack.tables.asAdmin('BEGIN'));
afterEach(async () => {
  await stack.tables.asAdmin('ROLLBACK');
  await stack.tables.asAdmin('DELETE FROM identity.session');
});
afterAll(() => stack.close());

/** Signs in a new user. @returns the hash of the token of the session */
async function enter(): Promise<string> {
  const { username } = await addUser(stack, { username: `user.${randomUUID().slice(0, 8)}` });
  return hashToken(valueOf(await stack.signIn({ username })).token);
}
/**
 * Signs in a user 1,000 times in the administrator's transaction. The database would find these sessions before others,
 * because their user has the lowest id and they are the first rows of the table.
 */
async function enterMany(): Promise<void> {
  const first = { id: '00000000-0000-4000-8000-000000000000', username: 'first' };
  await addUser(stack, first);
  await stack.tables.asAdmin(
    `INSERT INTO identity.session (county_id, id, token_hash, user_id, language, created_at, last_seen)
     SELECT 'lake', gen_random_uuid(), 'many' || n, $1, 'ENGLISH', $2, $2 FROM generate_series(1, 1000) n`,
    [first.id, clock.now()],
  );
}
/**
 * Records that a session was used now. The statement runs in the administrator's transaction, which begins before each
 * test.
 */
const use = (hash: string) =>
  stack.tables.asAdmin('UPDATE identity.session SET last_seen = $2 WHERE token_hash = $1', [
    ...[hash, clock.now()],
  ]);
const reasonOf = async (hash: string): Promise<string | null | undefined> =>
  (
    await stack.tables.asAdmin<{ end_reason: string | null }>(
      'SELECT end_reason FROM identity.session WHERE token_hash = $1',
      [hash],
    )
  )[0]?.end_reason;
const staff = () => testActor({ user: randomUUID(), role: 'COUNTY', account: null });

describe('the end of all sessions of a county, while another transaction uses a session', () => {
  test('ends that session, even if many people sign in while it waits', async () => {
    await enterMany();
    const hash = await enter();
    await use(hash);
    const ended = stack.value(endSessions, { user: null }, staff());
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('COMMIT');
    expect(await ended).toEqual({ ended: 1 });
    expect(await reasonOf(hash)).toBe('ENDED_BY_STAFF');
  });

  test('ends the other sessions even if that one stays in use, and the audit log names who ended them', async () => {
    const [used, other, clerk] = [await enter(), await enter(), staff()];
    await use(used);
    await stack.tables.asAdmin('SAVEPOINT other');
    await use(other);
    const ended = stack.call(endSessions, { user: null }, clerk);
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('ROLLBACK TO SAVEPOINT other');
    expect(codeOf(await ended)).toBe('SERVICE_BUSY');
    expect([await reasonOf(used), await reasonOf(other)]).toEqual([null, 'ENDED_BY_STAFF']);
    const told = await stack.tables.asAdmin(
      `SELECT payload ->> 'detail' AS detail FROM identity.outbox
        WHERE payload ->> 'action' = 'sessions.end-all' AND actor = $1`,
      [clerk.user],
    );
    expect(told).toEqual([{ detail: '1' }]);
  });

  test('lets a migration from LS1 wait as after every sign-out, because commands of signed-out users may still run', async () => {
    const [used, other] = [await enter(), await enter()];
    await use(used);
    expect(await stack.running.get(ExchangeSessions).endAll('lake', ['TRIMIN', 'GUEST'])).toBe(true);
    expect([await reasonOf(used), await reasonOf(other)]).toEqual([null, 'DEACTIVATED']);
  });
});

test('a transaction ends only as many sessions as a batch has', async () => {
  await enterMany();
  await stack.tables.asAdmin('COMMIT');
  const sessions = stack.running.get(SessionRepository);
  const ended = await stack.running
    .get(Database)
    .withCounty('lake', (tx) => sessions.end(tx, { notStaff: true }, 'ENDED_BY_STAFF', clock.now()));
  expect(ended).toHaveLength(END_BATCH);
});

describe('a sweep, while another transaction uses a session', () => {
  test('leaves a session that was visited in the meantime', async () => {
    const hash = await enter();
    clock.advance(60 * 60_000);
    await use(hash);
    const swept = stack.running.get(SessionSweep).run();
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('COMMIT');
    await swept;
    expect(await reasonOf(hash)).toBeNull();
  });

  test('still ends the idle sessions if an older session stays in use', async () => {
    const old = await enter();
    clock.advance(12 * 60 * 60_000);
    const idle = await enter();
    clock.advance(60 * 60_000);
    await use(old);
    expect(await stack.running.get(SessionSweep).run()).toBe(1);
    expect([await reasonOf(old), await reasonOf(idle)]).toEqual([null, 'EXPIRED']);
  });
});
