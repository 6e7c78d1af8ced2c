import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { systemActor } from '@portal/infra/rpc';
import { eventually, testActor, TestClock } from '@portal/infra/testing';
import type { AccountEntry } from '@portal/proto/http/accounts';
import {
  createManagedAccount,
  getPageAccess,
  listManagedAccounts,
  openManagedAccount,
  resetPageAccess,
  saveManagedAccount,
  savePageAccess,
  toggleManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { listBilledAccounts } from '@portal/proto/rpc/account-tasks';
import type { Actor } from '@portal/proto/rpc/actor';
import { openSession, saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { saveManagedUser, toggleManagedUser } from '@portal/proto/rpc/user-manager';
import { codeOf, startStack, testAccount, testUser, visitor, type Stack } from './stack.js';

const clock = new TestClock('2026-06-10T15:00:00.000Z');
let stack: Stack;
let facts: RedisEventLog;
beforeAll(async () => {
  stack = await startStack(clock);
  const { redisUrl, redisNamespace: namespace } = stack.config;
  facts = new RedisEventLog({ redisUrl, namespace, log: openLog('billing') });
});
afterAll(async () => {
  await facts.close();
  await stack.close();
});

/** Publishes the event that the billing service publishes when the tasks of an account have changed. */
const billingTells = (account: string, over: object): Promise<void> =>
  facts.publish([
    {
      topic: 'billing',
      key: `account:${account}`,
      body: JSON.stringify({
        ...{ id: randomUUID(), type: 'billing.account-tasks-changed.v1', version: 1, county: 'lake' },
        ...{ aggregate: `account:${account}`, sequence: 1, time: clock.now().toISOString() },
        correlationId: 'test',
        payload: { account, needsBilling: false, needsImageRenewal: false, lastTasks: '2026-06-01', ...over },
      }),
    },
  ]);

const mark = (): string => `q${randomUUID().replaceAll('-', '').slice(0, 10)}`;
const staff = (role: Actor['role'] = 'COUNTY', over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role, county: 'lake', account: null, ...over });

const entry = (over: Partial<AccountEntry> = {}): AccountEntry => ({
  ...{ name: `${mark()} Abstract`, accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0 },
  ...{ flatFeeRateLevel: 0, imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT' },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '' },
  ...{ landLinkAccount: '10447', postToLandLink: true, lastTasks: '06/01/2026' },
  ...{ imageRetrieval: true, previewRetrieval: true, certificateRetrieval: false },
  ...{ certificatePreviewRetrieval: false, userReload: false },
  ...over,
});
const create = (given: object, actor = staff(), id = randomUUID()) =>
  stack.call(createManagedAccount, { id, entry: given as AccountEntry }, actor);
async function newAccount(over: Partial<AccountEntry> = {}): Promise<string> {
  const id = randomUUID();
  expect(await create(entry(over), staff(), id)).toEqual({ ok: true, value: {} });
  return id;
}
const save = (account: string, given: object, actor = staff()) =>
  stack.call(saveManagedAccount, { account, entry: given as AccountEntry }, actor);
const open = (account: string, actor = staff()) => stack.value(openManagedAccount, { account }, actor);
const list = (over: object = {}, actor = staff()) =>
  stack.value(listManagedAccounts, { offset: 0, limit: 10, ...over }, actor);
const names = async (over: object) => (await list(over)).accounts.map(({ name }) => name);
const toggle = (account: string, actor = staff()) => stack.call(toggleManagedAccount, { account }, actor);
async function newUser(account: string, over: object = {}): Promise<{ id: string; username: string }> {
  const user = testUser({ username: `${mark()}.user`, account, ...over });
  await stack.value(saveUser, user);
  return { id: user.id, username: user.username };
}

describe('the account list', () => {
  test('C2-03 finds accounts by the beginning of the name regardless of case, sorts by each column and returns one page at a time', async () => {
    const name = mark();
    await newAccount({ name: `${name} Birch`, monthlyFee: 500, landLinkAccount: '1' });
    await newAccount({ name: `${name} alder`, monthlyFee: 2_500, paymentMethod: 'INVOICE' });
    await newAccount({ name: `${name} Cedar`, accountType: 'FLAT_FEE', flatFeeRateLevel: 2 });
    const found = (over: object = {}) => names({ filterText: name.toUpperCase(), ...over });
    const [alder, birch, cedar] = [`${name} alder`, `${name} Birch`, `${name} Cedar`];
    expect(await found()).toEqual([alder, birch, cedar]);
    expect(await found({ sortDirection: 'DESC' })).toEqual([cedar, birch, alder]);
    expect(await found({ sortKey: 'monthlyFee' })).toEqual([cedar, birch, alder]);
    expect(await found({ sortKey: 'accountType' })).toEqual([alder, birch, cedar]);
    expect(await found({ sortKey: 'paymentMethod', sortDirection: 'DESC' })).toEqual([alder, cedar, birch]);
    expect(await list({ filterText: name, offset: 2, limit: 2 })).toMatchObject({
      accounts: [{ name: cedar }],
      total: 3,
    });
  });

  test('C2-04 has filters for active accounts that need billing (NB) or need their images renewed (NIR)', async () => {
    const name = mark();
    const due = await newAccount({ name: `${name} due`, monthlyFee: 100 });
    const images = await newAccount({ name: `${name} images`, accountType: 'FLAT_FEE', flatFeeRateLevel: 1 });
    await newAccount({ name: `${name} done`, monthlyFee: 100 });
    const off = await newAccount({ name: `${name} off`, monthlyFee: 100 });
    await billingTells(due, { needsBilling: true });
    await billingTells(images, { needsImageRenewal: true, lastTasks: '2026-06-02' });
    await billingTells(off, { needsBilling: true });
    await toggle(off);
    const found = (statusType: string) => names({ filterText: name, statusType });
    await eventually(async () => expect(await found('NB')).toEqual([`${name} due`]));
    await eventually(async () => expect(await found('NIR')).toEqual([`${name} images`]));
    expect(await found('I')).toEqual([`${name} off`]);
    expect(await found('A')).toHaveLength(3);
    expect(await found('ALL')).toHaveLength(4);
    expect(await names({ filterText: name, includeInactive: false })).toHaveLength(3);
    expect((await list({ filterText: `${name} due` })).accounts).toMatchObject([
      { needsBilling: true, needsImageRenewal: false },
    ]);
    expect((await open(images)).lastTasks).toBe('06/02/2026');
  });

  test('gives the billing service all accounts, each with the time at which staff last changed the field lastTasks', async () => {
    const id = await newAccount({ monthlyFee: 700, flatFeeRateLevel: 2, accountType: 'FLAT_FEE' });
    const asBilling = { actor: systemActor('lake', 'billing') };
    const told = async () => {
      const only = await stack.rpc.callOrThrow(listBilledAccounts, { after: null, only: [id] }, asBilling);
      return only[0];
    };
    expect(await told()).toMatchObject({ id, status: 'A', monthlyFee: 700, flatFeeRateLevel: 2 });
    const at = (await told())?.lastTasksAt;
    clock.advance(1_000);
    await save(id, entry({ monthlyFee: 800 }));
    expect(await told()).toMatchObject({ monthlyFee: 800, lastTasks: '2026-06-01', lastTasksAt: at });
    await save(id, entry({ lastTasks: '05/01/2026' }));
    expect((await told())?.lastTasksAt).not.toBe(at);
    const all = await stack.rpc.callOrThrow(listBilledAccounts, { after: null, only: null }, asBilling);
    expect(all.map((each) => each.id)).toEqual(all.map((each) => each.id).toSorted());
    expect(all.map((each) => each.id)).toContain(id);
  });

  test('keeps the day of the last monthly tasks that staff entered, even if an older event of the billing service arrives later', async () => {
    const name = mark();
    const [early, late] = [await newAccount({ name: `${name} a` }), await newAccount({ name: `${name} b` })];
    const before = clock.now().toISOString();
    clock.advance(1_000);
    for (const [id, letter] of [[early, 'a'] as const, [late, 'b'] as const])
      await save(id, entry({ name: `${name} ${letter}`, lastTasks: '06/15/2026' }));
    const told = { needsBilling: true, lastTasks: '2026-06-02' };
    await billingTells(early, { ...told, lastTasksAt: before });
    await billingTells(late, { ...told, lastTasksAt: clock.now().toISOString() });
    await eventually(async () =>
      expect(await names({ filterText: name, statusType: 'NB' })).toEqual([`${name} a`, `${name} b`]),
    );
    expect((await open(early)).lastTasks).toBe('06/15/2026');
    expect((await open(late)).lastTasks).toBe('06/02/2026');
  });

  test('is available only to staff of the county', async () => {
    const account = await newAccount();
    const contracts = [openManagedAccount, toggleManagedAccount, getPageAccess];
    const strangers = [
      ...(['ACCOUNT', 'USER', 'GUEST'] as const).map((role) => staff(role, { account })),
      staff('COUNTY', { county: 'saipan' }),
    ];
    for (const actor of strangers) {
      for (const contract of contracts)
        expect(codeOf(await stack.call(contract, { account }, actor))).toBe('NOT_FOUND');
      expect(codeOf(await save(account, entry(), actor))).toBe('NOT_FOUND');
      expect(codeOf(await stack.call(savePageAccess, { account, searches: [] }, actor))).toBe('NOT_FOUND');
    }
    const abroad = await list({ limit: 1_000 }, staff('TRIMIN', { county: 'saipan' }));
    expect(abroad.accounts.map(({ id }) => id)).not.toContain(account);
    expect(codeOf(await stack.call(listManagedAccounts, { offset: 0, limit: 10 }, strangers[0]))).toBe(
      'NOT_FOUND',
    );
  });
});

describe('the account entry', () => {
  test('C2-13 C2-14 C2-15 stores every field of an account', async () => {
    const given = entry({
      ...{ accountType: 'FLAT_FEE', paymentMethod: 'INVOICE', monthlyFee: 4_999, flatFeeRateLevel: 5 },
      ...{ imageChargeMethod: 'PAGE', certificateChargeMethod: 'PAGE', address: '410 Shoreline Road' },
      ...{ city: 'Twin Harbors', state: 'MN', zip: '55699', phone: '(218) 555-0187' },
      ...{ email: 'office@birchhollow.example', landLinkAccount: '0010447890', lastTasks: '05/03/2026' },
      ...{ certificateRetrieval: true, certificatePreviewRetrieval: true, userReload: true },
    });
    const id = await newAccount(given);
    expect(await open(id)).toMatchObject({ ...given, id, status: 'A', userCount: 0 });
    const changed = entry({ name: given.name, lastTasks: '06/02/2026' });
    expect(await save(id, changed)).toEqual({ ok: true, value: {} });
    expect(await open(id)).toMatchObject({ ...changed, id });
  });

  test('C2-28 C2-29 C2-30 checks a new name, but not an unchanged one', async () => {
    const refused = async (name: string) => {
      const answer = await create(entry({ name }));
      return answer.ok ? '' : answer.fields?.name;
    };
    expect(await refused('  ')).toBe('forms:required');
    expect(await refused(`${mark()} `.padEnd(61, 'x'))).toBe('panel:charactersMax?n=60');
    expect(await refused(`${mark()} `.padEnd(60, 'x'))).toBe('');
    const [id, name] = [await newAccount(), `${mark()} `.padEnd(70, 'x')];
    await stack.tables.asAdmin('UPDATE identity.account SET name = $2 WHERE id = $1', [id, name]);
    expect(codeOf(await save(id, entry({ name })))).toBe('ok');
    expect(await save(id, entry({ name: `${name}y` }))).toMatchObject({
      fields: { name: 'panel:charactersMax?n=60' },
    });
  });

  test('refuses a name that another account has, even when both are saved at the same moment', async () => {
    const name = mark();
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((each) => create(entry({ name: each }))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ fields: { name: 'panel:accountNameTaken' } });
  });

  test('C2-19 turns posting to LandLink on unless the account pays by card, and clears the rate level of an A La Carte account', async () => {
    const id = await newAccount({ postToLandLink: false, flatFeeRateLevel: 3 });
    expect(await open(id)).toMatchObject({ postToLandLink: true, flatFeeRateLevel: 0 });
    await stack.configure('lake', 'payments', { paymentMethods: ['ESCROW', 'CREDIT_CARD'] });
    const payer = await newAccount({
      paymentMethod: 'CREDIT_CARD',
      postToLandLink: false,
      landLinkAccount: '',
    });
    expect(await open(payer)).toMatchObject({ postToLandLink: false });
    await stack.configure('lake', 'payments', {});
  });

  test('C2-20 accepts the current payment method, or one that the account type and the county allow', async () => {
    const byCard = { paymentMethod: 'CREDIT_CARD', postToLandLink: false, landLinkAccount: '' } as const;
    expect(await create(entry(byCard))).toMatchObject({
      fields: { paymentMethod: 'panel:paymentMethodNotTaken' },
    });
    await stack.configure('lake', 'payments', { paymentMethods: ['ESCROW', 'CREDIT_CARD'] });
    const id = await newAccount(byCard);
    expect(await create(entry({ ...byCard, accountType: 'FLAT_FEE' }))).toMatchObject({
      fields: { 'entry.paymentMethod': 'panel:paymentMethodOfType' },
    });
    await stack.configure('lake', 'payments', { paymentMethods: ['ESCROW', 'INVOICE'] });
    expect(codeOf(await save(id, entry(byCard)))).toBe('ok');
  });

  test('refuses changes of an inactive account', async () => {
    const id = await newAccount();
    await toggle(id);
    expect(codeOf(await save(id, entry()))).toBe('ACCOUNT_INACTIVE');
    expect(codeOf(await stack.call(savePageAccess, { account: id, searches: [] }, staff()))).toBe(
      'ACCOUNT_INACTIVE',
    );
  });
});

describe('a change of an account', () => {
  test('C2-22 to the status inactive deactivates the active users and signs them out; a later activation affects only these users', async () => {
    const account = await newAccount();
    const [active, other] = [await newUser(account), await newUser(account)];
    const locked = await newUser(account, { status: 'L' });
    const signedIn = await stack.signIn({ username: active.username });
    if (!signedIn.ok) throw new Error(signedIn.code);
    const tokenHash = hashToken(signedIn.value.token);
    expect(await toggle(account)).toEqual({ ok: true, value: { status: 'I', users: 2 } });
    expect(await stack.value(openSession, { tokenHash }, visitor())).toBeNull();
    expect(codeOf(await stack.signIn({ username: active.username }))).toBe('USER_INACTIVE');
    // staff change the status of this user in the meantime, so the next change of the account leaves this user alone
    await stack.value(toggleManagedUser, { user: other.id }, staff());
    await stack.value(toggleManagedUser, { user: other.id }, staff());
    expect(await toggle(account)).toEqual({ ok: true, value: { status: 'A', users: 1 } });
    expect((await stack.signIn({ username: active.username })).ok).toBe(true);
    expect(codeOf(await stack.signIn({ username: other.username }))).toBe('USER_INACTIVE');
    expect(codeOf(await stack.signIn({ username: locked.username }))).toBe('USER_LOCKED');
  });

  test('does not activate a user who was deactivated together with another account and then moved to this one', async () => {
    const [before, after] = [await newAccount(), await newAccount()];
    const moved = await newUser(before);
    await toggle(before);
    const entered = { firstName: 'Odessa', lastName: 'Quill', email: 'odessa@example.com', company: '' };
    const place = {
      address: '',
      city: '',
      state: '',
      zip: '',
      phoneFormatType: 'STANDARD' as const,
      phone: '',
    };
    const entryOf = (accountId: string) => ({ ...entered, ...place, role: 'USER' as const, accountId });
    await stack.value(saveManagedUser, { user: moved.id, entry: entryOf(after) }, staff());
    for (const status of ['I', 'A'])
      expect(await toggle(after)).toMatchObject({ value: { status, users: 0 } });
  });

  test('C2-22 sets the requested status; repeating the command changes neither the account nor its users', async () => {
    const account = await newAccount();
    await newUser(account);
    const want = (status: 'A' | 'I') => stack.call(toggleManagedAccount, { account, status }, staff());
    const stored = () =>
      stack.tables.asAdmin(
        `SELECT a::text, (SELECT string_agg(u::text, ' ') FROM identity.app_user u WHERE u.account_id = a.id) AS users,
                (SELECT count(*) FROM identity.outbox WHERE aggregate = $2) AS facts
           FROM identity.account a WHERE a.id = $1`,
        [account, `account:${account}`],
      );
    for (const status of ['I', 'A'] as const) {
      expect(await want(status)).toEqual({ ok: true, value: { status, users: 1 } });
      const changed = await stored();
      expect(await want(status)).toEqual({ ok: true, value: { status, users: 0 } });
      expect(await stored()).toEqual(changed);
    }
  });

  test('applies the new terms to the sessions of the account’s users at their next request', async () => {
    const account = await newAccount();
    const { username } = await newUser(account);
    const signedIn = await stack.signIn({ username });
    if (!signedIn.ok) throw new Error(signedIn.code);
    const tokenHash = hashToken(signedIn.value.token);
    const cache = stack.running.get(SessionCache);
    expect(await cache.find(tokenHash, clock.now())).toMatchObject({
      user: { terms: { paymentMethod: 'ESCROW' } },
    });
    expect(codeOf(await save(account, entry({ paymentMethod: 'INVOICE' })))).toBe('ok');
    expect(await cache.find(tokenHash, clock.now())).toBeUndefined();
    expect(await stack.value(openSession, { tokenHash }, visitor())).toMatchObject({
      user: { terms: { paymentMethod: 'INVOICE' } },
    });
  });
});

test('C2-47 new page access of the guest’s account applies to the guest at the next request', async () => {
  await stack.configure('lake', 'search', {
    enabled: ['searchByName', 'searchByDate'],
    searchAccess: 'configurable',
  });
  const account = await newAccount();
  expect(await stack.value(getPageAccess, { account }, staff())).toMatchObject({ searches: null });
  const { username } = await newUser(account, { role: 'GUEST' });
  await stack.configure('lake', 'userAccess', { guestUserName: username });
  const signedIn = await stack.signIn({ username });
  if (!signedIn.ok) throw new Error(signedIn.code);
  const tokenHash = hashToken(signedIn.value.token);
  const searches = async () => (await stack.value(openSession, { tokenHash }, visitor()))?.user.searchList;
  expect(await searches()).toEqual(['searchByName', 'searchByDate']);
  await stack.value(savePageAccess, { account, searches: ['searchByDate'] }, staff());
  expect(await searches()).toEqual(['searchByDate']);
});

describe('the reset of the searches of all accounts', () => {
  const own = async (account: string) => (await stack.value(getPageAccess, { account }, staff())).searches;

  test('C5-06 gives every account all searches of the county again, and open sessions have them at their next request', async () => {
    const enabled = ['searchByName', 'searchByDate'];
    await stack.configure('lake', 'search', { enabled, searchAccess: 'configurable' });
    await stack.configure('saipan', 'search', { enabled, searchAccess: 'configurable' });
    const [first, off] = [await newAccount(), await newAccount()];
    const { username } = await newUser(first);
    for (const account of [first, off])
      await stack.value(savePageAccess, { account, searches: ['searchByDate'] }, staff());
    await toggle(off);
    const abroad = randomUUID();
    const saipan = staff('COUNTY', { county: 'saipan' });
    expect(await create(entry(), saipan, abroad)).toMatchObject({ ok: true });
    await stack.value(savePageAccess, { account: abroad, searches: ['searchByDate'] }, saipan);
    const signedIn = await stack.signIn({ username });
    if (!signedIn.ok) throw new Error(signedIn.code);
    const tokenHash = hashToken(signedIn.value.token);
    const searches = async () => (await stack.value(openSession, { tokenHash }, visitor()))?.user.searchList;
    expect(await searches()).toEqual(['searchByDate']);
    const copies = stack.running.get(SessionCache);
    const { accounts } = await stack.value(resetPageAccess, {}, staff());
    expect(accounts).toBeGreaterThanOrEqual(2);
    expect(await copies.find(tokenHash, clock.now())).toBeUndefined();
    expect(await searches()).toEqual(enabled);
    expect([await own(first), await own(off)]).toEqual([null, null]);
    expect(await stack.value(getPageAccess, { account: abroad }, saipan)).toMatchObject({
      searches: ['searchByDate'],
    });
    expect(await stack.value(resetPageAccess, {}, staff())).toEqual({ accounts: 0 });
  });

  test('resets 101 accounts, although each of its transactions covers at most 100', async () => {
    for (let at = 0; at < 101; at += 1)
      await stack.value(saveAccount, testAccount({ searchList: ['searchByDate'] }));
    expect(await stack.value(resetPageAccess, {}, staff())).toEqual({ accounts: 101 });
  });

  test('is available only to staff', async () => {
    for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
      expect(codeOf(await stack.call(resetPageAccess, {}, staff(role)))).toBe('NOT_FOUND');
  });
});
