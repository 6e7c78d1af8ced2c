import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { RedisEventLog } from '@portal/infra/events';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import {
  Handle,
  startServiceInProcess,
  systemActor,
  type Reply,
  type RunningService,
} from '@portal/infra/rpc';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { eventually, testActor, TestClock } from '@portal/infra/testing';
import { fail, ok } from '@portal/proto/result';
import {
  deleteManagedAccount,
  listManagedAccounts,
  openManagedAccount,
} from '@portal/proto/rpc/account-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Input, Parsed } from '@portal/proto/rpc/contract';
import { listUsernames, openSession, saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { listLandLinkAccounts } from '@portal/proto/rpc/landlink';
import { closeAccount } from '@portal/proto/rpc/payments';
import { AccountRemover } from '../src/account-manager/account-remover.js';
import { SessionEnder } from '../src/sessions/session.ender.js';
import { codeOf, startStack, testAccount, testUser, visitor, type Stack } from './stack.js';

/** A stand-in for the payments service that closes every account unless a test sets a reason to refuse. */
const books = {
  reason: undefined as ErrorOf<typeof closeAccount> | undefined,
  closed: [] as string[],
  images: [] as (number | undefined)[],
};

@Controller()
class PaymentsStub {
  @Handle(closeAccount)
  async close({ account, images }: Parsed<typeof closeAccount>): Promise<Reply<typeof closeAccount>> {
    books.images.push(images);
    if (books.reason) return fail(books.reason);
    books.closed.push(account);
    return ok({});
  }
}
@Module({ controllers: [PaymentsStub] })
class PaymentsStubModule {}

const clock = new TestClock('2026-06-10T15:00:00.000Z');
let stack: Stack;
let payments: RunningService;
let facts: RedisEventLog;
const startPayments = () =>
  startServiceInProcess('payments', PaymentsStubModule, { config: stack.config, contracts: [closeAccount] });
beforeAll(async () => {
  stack = await startStack(clock);
  payments = await startPayments();
  const { redisUrl, redisNamespace: namespace } = stack.config;
  facts = new RedisEventLog({ redisUrl, namespace, log: openLog('payments') });
});
afterEach(() => {
  armFailpoints(undefined);
  jest.restoreAllMocks();
  Object.assign(books, { reason: undefined, closed: [], images: [] });
});
afterAll(async () => {
  await facts.close();
  await payments.close();
  await stack.close();
});

/** Publishes the event that says that the payments service has closed an account. */
const tellClosed = (account: string, county = 'lake', id: string = randomUUID()) => {
  const aggregate = `account:${account}`;
  const body = {
    ...{ id, type: 'payments.account-closed.v1', version: 1, county, aggregate, sequence: 1 },
    ...{ time: new Date().toISOString(), correlationId: 'test', actor: 'anna' },
    payload: { account },
  };
  return facts.publish([{ topic: 'office', key: aggregate, body: JSON.stringify(body) }]);
};

const staff = (over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role: 'COUNTY', account: null, ...over });
const mark = (): string => `q${randomUUID().replaceAll('-', '').slice(0, 10)}`;

interface Member {
  readonly account: string;
  readonly name: string;
  readonly user: string;
  readonly username: string;
}
async function newMember(over: object = {}): Promise<Member> {
  const account = testAccount({ name: `${mark()} Abstract`, ...over });
  await stack.value(saveAccount, account);
  const user = testUser({ username: `${mark()}.user`, account: account.id });
  await stack.value(saveUser, user);
  return { account: account.id, name: account.name, user: user.id, username: user.username };
}
type Seen = Input<typeof deleteManagedAccount>['seen'];
const remove = (account: string, actor = staff(), seen?: Seen) =>
  stack.call(deleteManagedAccount, { account, seen }, actor);
const open = async (account: string): Promise<string> =>
  codeOf(await stack.call(openManagedAccount, { account }, staff()));
const rows = async (table: string, column: string, id: string): Promise<number> =>
  (await stack.tables.asAdmin(`SELECT 1 FROM identity.${table} WHERE ${column} = $1`, [id])).length;
const factsAbout = async (aggregate: string): Promise<string[]> =>
  (
    await stack.tables.asAdmin<{ type: string }>(
      `SELECT coalesce(payload->>'action', type) AS type FROM identity.outbox WHERE aggregate = $1 ORDER BY sequence`,
      [aggregate],
    )
  ).map(({ type }) => type);
const deletions = async (account: string): Promise<number> =>
  (await factsAbout(`account:${account}`)).filter((type) => type === 'account.delete').length;
const dieAt = (place: string): void =>
  armFailpoints((name) => (name === place ? Promise.reject(new FailpointThrew(name)) : undefined));

/** True if the account exists and its user can sign in. */
const isWhole = async ({ account, username }: Member): Promise<boolean> =>
  (await open(account)) === 'ok' && (await stack.signIn({ username })).ok;
/** True if nothing is left except the names of the account and the user. */
const isGone = async ({ account, user, username }: Member): Promise<boolean> =>
  (await open(account)) === 'NOT_FOUND' &&
  codeOf(await stack.signIn({ username })) === 'WRONG_CREDENTIALS' &&
  (await rows('app_user', 'id', user)) === 0 &&
  (await rows('former_account', 'id', account)) === 1;

describe('deleting an account', () => {
  test('C2-26 removes the account with its users and all their data, except for the usernames', async () => {
    const member = await newMember();
    const signedIn = await stack.signIn({ username: member.username });
    expect(signedIn.ok).toBe(true);
    expect(await remove(member.account)).toEqual({ ok: true, value: {} });
    expect(books.closed).toEqual([member.account]);
    expect(await isGone(member)).toBe(true);
    for (const table of ['credential', 'session', 'ticket', 'letter'])
      expect(await rows(table, 'user_id', member.user)).toBe(0);
    const { user, username } = member;
    expect(await stack.value(listUsernames, { users: [user] }, staff())).toEqual([{ user, username }]);
    expect(await factsAbout(`account:${member.account}`)).toEqual([
      ...['identity.account-changed.v1', 'identity.account-changed.v1', 'account.delete'],
    ]);
  });

  test('tells the other services the username of each deleted user, so that reports keep showing it', async () => {
    const { account, user, username } = await newMember();
    await remove(account);
    const told = await stack.tables.asAdmin<{ payload: object }>(
      `SELECT payload FROM identity.outbox WHERE aggregate = $1 AND type = 'identity.user-changed.v1'
        ORDER BY sequence DESC LIMIT 1`,
      [`user:${user}`],
    );
    expect(told).toEqual([{ payload: { user, account, role: 'USER', status: 'I', username } }]);
  });

  test('keeps the LandLink settings, because a later LandLink file lists the last payments of the account', async () => {
    const [member, stays] = [await newMember(), await newMember()];
    const accounts = [member.account, stays.account];
    await stack.tables.asAdmin(
      `UPDATE identity.account SET land_link_account = '10447', post_to_land_link = false WHERE id = ANY($1)`,
      [accounts],
    );
    await remove(member.account);
    const listed = await stack.rpc.callOrThrow(
      listLandLinkAccounts,
      { accounts: [...accounts, randomUUID()] },
      { actor: systemActor('lake', 'payments') },
    );
    const fields = { landLinkAccount: '10447', postToLandLink: false };
    expect(listed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      [member, stays]
        .map(({ account: id, name }) => ({ id, name, ...fields }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  });

  const flatFee = () => ({ terms: { ...testAccount().terms, accountType: 'FLAT_FEE' as const } });

  test('forfeits the number of images that the clerk saw, and no images if the account pays a flat fee', async () => {
    const perUse = { accountType: 'A_LA_CARTE' as const, images: 37 };
    await remove((await newMember()).account, staff(), perUse);
    await remove((await newMember()).account);
    await remove((await newMember(flatFee())).account, staff(), { accountType: 'FLAT_FEE', images: 37 });
    expect(books.images).toEqual([37, 0, undefined]);
  });

  test('is refused if the account paid per use when the clerk saw it and now pays a flat fee', async () => {
    const member = await newMember(flatFee());
    const seen = { accountType: 'A_LA_CARTE' as const, images: 37 };
    expect(codeOf(await remove(member.account, staff(), seen))).toBe('ACCOUNT_CHANGED');
    expect(books.images).toEqual([]);
    expect(await isWhole(member)).toBe(true);
  });

  test('S12 ends the sessions of its users immediately in every process', async () => {
    const member = await newMember();
    const tokens = await Promise.all([1, 2].map(() => stack.signIn({ username: member.username })));
    const hashes = tokens.map((answer) => hashToken(answer.ok ? answer.value.token : ''));
    const copies = (await stack.startReplica()).get(SessionCache);
    for (const tokenHash of hashes) expect(await copies.find(tokenHash, clock.now())).toBeDefined();
    await remove(member.account);
    for (const tokenHash of hashes) {
      expect(await copies.find(tokenHash, clock.now())).toBeNull();
      expect(await stack.value(openSession, { tokenHash }, visitor())).toBeNull();
    }
    const ended = (await factsAbout(`user:${member.user}`)).filter((type) => type.includes('session-ended'));
    expect(ended).toHaveLength(2);
  });

  test('S12 drops even the copy of a session that begins just before the removal', async () => {
    const member = await newMember();
    // the event about the end of the session drops the copy too, but later, so the test turns that off
    jest.spyOn(SessionEnder.prototype, 'onSessionEnded').mockResolvedValue();
    const remover = stack.running.get(AccountRemover);
    const removeNow = remover.remove.bind(remover);
    let token = '';
    jest.spyOn(remover, 'remove').mockImplementationOnce(async (...args) => {
      const signedIn = await stack.signIn({ username: member.username });
      token = signedIn.ok ? signedIn.value.token : '';
      return removeNow(...args);
    });
    expect(codeOf(await remove(member.account))).toBe('ok');
    expect(await stack.running.get(SessionCache).find(hashToken(token), clock.now())).toBeNull();
  });

  test('frees the names of the account and the user for reuse, but never the id', async () => {
    const member = await newMember();
    await remove(member.account);
    const again = testAccount({ name: member.name });
    expect(codeOf(await stack.call(saveAccount, again))).toBe('ok');
    const user = testUser({ username: member.username, account: again.id });
    expect(codeOf(await stack.call(saveUser, user))).toBe('ok');
    expect((await stack.signIn({ username: member.username })).ok).toBe(true);
    const revived = testAccount({ id: member.account });
    expect(codeOf(await stack.call(saveAccount, revived))).toBe('CONFLICT');
  });

  test('gives the same answer to repeated requests, even to simultaneous ones', async () => {
    const member = await newMember();
    const answers = await Promise.all([remove(member.account), remove(member.account)]);
    expect(answers.map(codeOf)).toEqual(['ok', 'ok']);
    expect(codeOf(await remove(member.account))).toBe('ok');
    expect(await deletions(member.account)).toBe(1);
  });

  test('removes the account from the list and the total number, even if the account is inactive', async () => {
    const name = mark();
    const [kept, gone, inactive] = [
      await newMember({ name: `${name} a` }),
      await newMember({ name: `${name} b` }),
      await newMember({ name: `${name} c`, status: 'I' }),
    ];
    const all = { filterText: '', statusType: 'ALL' as const, includeInactive: true, offset: 0, limit: 1 };
    const total = async () => (await stack.value(listManagedAccounts, all, staff())).total;
    const before = await total();
    for (const { account } of [gone, inactive]) expect(codeOf(await remove(account))).toBe('ok');
    expect(await total()).toBe(before - 2);
    const found = await stack.value(listManagedAccounts, { ...all, filterText: name, limit: 10 }, staff());
    expect(found.accounts.map(({ id }) => id)).toEqual([kept.account]);
  });

  test('S9 is available only to staff of the account’s county', async () => {
    const member = await newMember();
    const { account } = member;
    const strangers = [
      ...(['ACCOUNT', 'USER', 'GUEST'] as const).map((role) => staff({ role, account })),
      staff({ county: 'saipan' }),
    ];
    for (const actor of strangers) expect(codeOf(await remove(account, actor))).toBe('NOT_FOUND');
    expect(codeOf(await remove(randomUUID()))).toBe('NOT_FOUND');
    expect(books.closed).toEqual([]);
    expect(await isWhole(member)).toBe(true);
  });

  test.each(['ACCOUNT_CHANGED', 'ACCOUNT_HAS_HOLDS', 'ACCOUNT_HAS_MONEY', 'ACCOUNT_OWES'] as const)(
    'is refused with %s if the payments service refuses to close the account, and no user is signed out',
    async (reason) => {
      const member = await newMember();
      const signedIn = await stack.signIn({ username: member.username });
      books.reason = reason;
      expect(codeOf(await remove(member.account))).toBe(reason);
      const tokenHash = hashToken(signedIn.ok ? signedIn.value.token : '');
      expect(await stack.value(openSession, { tokenHash }, visitor())).not.toBeNull();
      expect(await isWhole(member)).toBe(true);
    },
  );

  test('leaves no user in the account: a user created at the same moment is either deleted with the account or refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const member = await newMember();
      const user = testUser({ username: `${mark()}.late`, account: member.account });
      const [removed, made] = await Promise.all([remove(member.account), stack.call(saveUser, user)]);
      expect(codeOf(removed)).toBe('ok');
      expect(['ok', 'NOT_FOUND']).toContain(codeOf(made));
      expect(await rows('app_user', 'id', user.id)).toBe(0);
    }
  });
});

describe('an interrupted deletion of an account', () => {
  test('leaves the account as it was if the payments service has not closed the account', async () => {
    const member = await newMember();
    await payments.close();
    expect(['SERVICE_TIMEOUT', 'SERVICE_UNAVAILABLE']).toContain(codeOf(await remove(member.account)));
    expect(await isWhole(member)).toBe(true);
    payments = await startPayments();
    expect(codeOf(await remove(member.account))).toBe('ok');
  });

  test.each(['account-closed', 'account-removing'])(
    'is completed by the event payments.account-closed if the process dies at %s',
    async (place) => {
      const member = await newMember();
      dieAt(place);
      expect(codeOf(await remove(member.account))).toBe('UNEXPECTED');
      armFailpoints(undefined);
      expect(books.closed).toEqual([member.account]);
      expect(await isWhole(member)).toBe(true);
      await tellClosed(member.account);
      await eventually(async () => expect(await isGone(member)).toBe(true));
      expect(await deletions(member.account)).toBe(1);
    },
  );

  test('reports success only after the users’ cached sessions are dropped, even if another process has ended the sessions', async () => {
    const member = await newMember();
    const signedIn = await stack.signIn({ username: member.username });
    const tokenHash = hashToken(signedIn.ok ? signedIn.value.token : '');
    const copies = stack.running.get(SessionCache);
    await stack.value(openSession, { tokenHash }, visitor());
    // stands in for another process that has ended the session, while its message about the end has not arrived yet
    const end = `UPDATE identity.session SET ended_at = $2, end_reason = 'DEACTIVATED' WHERE user_id = $1`;
    armFailpoints(async (name) => {
      if (name === 'account-closed') await stack.tables.asAdmin(end, [member.user, clock.now()]);
    });
    expect(codeOf(await remove(member.account))).toBe('ok');
    expect(await copies.find(tokenHash, clock.now())).toBeNull();
  });

  test('is completed when the clerk requests the deletion again', async () => {
    const member = await newMember();
    dieAt('account-closed');
    await remove(member.account);
    armFailpoints(undefined);
    expect(codeOf(await remove(member.account))).toBe('ok');
    expect(await isGone(member)).toBe(true);
  });
});

describe('the event payments.account-closed', () => {
  test('removes the account once, however often the event is read, and the audit log names the user who asked for the deletion', async () => {
    const member = await newMember();
    const tokens = await stack.signIn({ username: member.username });
    const id = randomUUID();
    await Promise.all([tellClosed(member.account, 'lake', id), tellClosed(member.account)]);
    await tellClosed(member.account, 'lake', id);
    await eventually(async () => expect(await isGone(member)).toBe(true));
    const tokenHash = hashToken(tokens.ok ? tokens.value.token : '');
    await eventually(async () =>
      expect(await stack.running.get(SessionCache).find(tokenHash, clock.now())).toBeNull(),
    );
    // events are read in order, so the repeated events have all been read when the next account is removed
    const next = await newMember();
    await tellClosed(next.account);
    await eventually(async () => expect(await isGone(next)).toBe(true));
    expect(await deletions(member.account)).toBe(1);
    const [told] = await stack.tables.asAdmin<{ actor: string }>(
      `SELECT actor FROM identity.outbox WHERE aggregate = $1 AND payload->>'action' = 'account.delete'`,
      [`account:${member.account}`],
    );
    expect(told?.actor).toBe('anna');
  });

  test('does not remove an account of another county', async () => {
    const [member, next] = [await newMember(), await newMember()];
    await tellClosed(member.account, 'saipan');
    await tellClosed(next.account);
    await eventually(async () => expect(await isGone(next)).toBe(true));
    expect(await isWhole(member)).toBe(true);
  });
});
