import { createHash, randomUUID } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { Handle, startServiceInProcess, type Call, type Reply, type RunningService } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { eventually, TestClock, testActor } from '@portal/infra/testing';
import type { UserPurge, UserPurgeStanding } from '@portal/proto/http/purges';
import { ok } from '@portal/proto/result';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import { saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { listUnsettledAccounts, type UnsettledReason } from '@portal/proto/rpc/payments';
import { checkUserPurge, getUserPurge, listPurgedUsers, startUserPurge } from '@portal/proto/rpc/user-purge';
import { startStack, system, testAccount, testUser, type Stack } from './stack.js';

/**
 * The accounts that the stand-in for the payments service reports as not settled, each with the reason; tests add the
 * entries.
 */
export const unsettled = new Map<string, UnsettledReason>();
/** The accounts that have only images. They are reported as not settled only if the caller sets `countImages`. */
export const withImages = new Set<string>();

@Controller()
class PaymentsStub {
  @Handle(listUnsettledAccounts)
  async list(
    { accounts, countImages }: Parsed<typeof listUnsettledAccounts>,
    _call: Call,
  ): Promise<Reply<typeof listUnsettledAccounts>> {
    return ok(
      accounts.flatMap((account) => {
        const images = countImages && withImages.has(account) ? ('MONEY' as const) : undefined;
        const reason = unsettled.get(account) ?? images;
        return reason ? [{ account, reason }] : [];
      }),
    );
  }
}
@Module({ controllers: [PaymentsStub] })
class PaymentsStubModule {}

export const clock = new TestClock('2026-11-20T15:00:00Z');
export let stack: Stack;
let payments: RunningService;
let store: ObjectStore;

/** Starts the identity service with a stand-in for the payments service; removes all users before each test. */
export function startPurges(): void {
  beforeAll(async () => {
    stack = await startStack(clock);
    payments = await startServiceInProcess('payments', PaymentsStubModule, {
      config: stack.config,
      contracts: [listUnsettledAccounts],
    });
    store = stack.running.get(OBJECT_STORE);
  });
  afterAll(async () => {
    await payments.close();
    await stack.close();
  });
  beforeEach(async () => {
    clock.set('2026-11-20T15:00:00Z');
    unsettled.clear();
    withImages.clear();
    await stack.tables.asAdmin(
      'TRUNCATE identity.app_user, identity.user_purge, identity.last_sign_in CASCADE',
    );
  });
  afterEach(() => armFailpoints(undefined));
}

export const clerk = (over: Partial<Actor> = {}): Actor =>
  testActor({
    user: randomUUID(),
    username: 'anna.berg',
    role: 'COUNTY',
    county: 'lake',
    account: null,
    ...over,
  });
const CARD: AccountTerms = { ...testAccount().terms, paymentMethod: 'CREDIT_CARD' };

/** Adds a user of a card account, by default inactive, who was created long ago and never signed in. */
export async function addPerson(
  over: Partial<ReturnType<typeof testUser>> = {},
  { county = 'lake', terms = CARD, lastSignIn = '', createdAt = '2019-03-01T12:00:00Z' } = {},
): Promise<{ id: string; account: string; username: string }> {
  const account = testAccount({ terms });
  await stack.value(saveAccount, account, system(county));
  const user = testUser({
    username: `u${randomUUID().replaceAll('-', '').slice(0, 12)}`,
    status: 'I',
    account: account.id,
    ...over,
  });
  await stack.value(saveUser, user, system(county));
  await stack.tables.asAdmin('UPDATE identity.app_user SET created_at = $2 WHERE id = $1', [
    user.id,
    createdAt,
  ]);
  if (lastSignIn !== '')
    await stack.tables.asAdmin('INSERT INTO identity.last_sign_in VALUES ($1, $2, $3)', [
      county,
      user.id,
      lastSignIn,
    ]);
  return { id: user.id, account: account.id, username: user.username };
}

/** Adds many inactive users of one card account. */
export async function addCrowd(count: number): Promise<void> {
  const account = testAccount({ terms: CARD });
  await stack.value(saveAccount, account);
  await stack.tables.asAdmin(
    `INSERT INTO identity.app_user (county_id, id, username, first_name, last_name, email, role, status, language,
       account_id, created_at, updated_at)
     SELECT 'lake', gen_random_uuid(), 'crowd' || n, 'One', 'Of many', 'c' || n || '@example.test', 'USER', 'I',
            'ENGLISH', $1, '2018-01-01', '2018-01-01' FROM generate_series(1, $2::int) n`,
    [account.id, count],
  );
}

export const standing = (county = 'lake'): Promise<UserPurgeStanding> =>
  stack.value(getUserPurge, {}, clerk({ county }));
export async function finished(purge: string, state: UserPurge['state'] = 'DONE'): Promise<UserPurge> {
  let found: UserPurge | null = null;
  await eventually(async () => {
    found = (await standing()).current;
    expect(found).toMatchObject({ id: purge, state });
  }, 20_000);
  if (!found) throw new Error('no purge');
  return found;
}
export const dryRun = async (since: string): Promise<UserPurge> => {
  const { purge } = await stack.value(checkUserPurge, { since }, clerk());
  return finished(purge, 'CHECKED');
};
export const run = async (since: string, checked: string | null = null): Promise<UserPurge> => {
  const { purge } = await stack.value(startUserPurge, { since, checked }, clerk());
  return finished(purge);
};
export const listed = async (purge: string): Promise<Map<string, string>> => {
  const { users } = await stack.value(listPurgedUsers, { purge, offset: 0, limit: 100 }, clerk());
  return new Map(users.map(({ username, outcome }) => [username, outcome]));
};
export const usersLeft = async (): Promise<string[]> =>
  (await stack.tables.asAdmin<{ id: string }>('SELECT id FROM identity.app_user')).map(({ id }) => id);
export const usersGone = async (): Promise<string[]> =>
  (await stack.tables.asAdmin<{ id: string }>('SELECT id FROM identity.former_user')).map(({ id }) => id);
export async function archived(purge: UserPurge): Promise<{ id: string; username: string }[]> {
  const bytes = await store.get(`lake/purges/users/${purge.id}.jsonl`);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(purge.archiveHash);
  return bytes
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { id: string; username: string });
}
