import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testActor, TestClock } from '@portal/infra/testing';
import type { AccountEntry } from '@portal/proto/http/accounts';
import type { ManagedUser, UserEntry } from '@portal/proto/http/user-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  createManagedAccount,
  exportManagedAccounts,
  openManagedAccount,
  saveManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { saveProfile } from '@portal/proto/rpc/registration';
import {
  deleteManagedUser,
  exportManagedUsers,
  openManagedUser,
  saveManagedUser,
} from '@portal/proto/rpc/user-manager';
import { codeOf, startStack, testAccount, testUser, type Stack } from './stack.js';

let stack: Stack;
const clock = new TestClock('2026-06-10T15:00:00.000Z');
beforeAll(async () => {
  stack = await startStack(clock);
});
afterAll(() => stack.close());

const clerk = testActor({ user: randomUUID(), role: 'COUNTY', county: 'lake', account: null });
const mark = (): string => `q${randomUUID().replaceAll('-', '').slice(0, 10)}`;

const personEntry: Omit<UserEntry, 'accountId'> = {
  ...{ firstName: 'Odessa', lastName: 'Quill', email: 'odessa@example.com', company: '', address: '' },
  ...{ city: '', state: '', zip: '', phoneFormatType: 'STANDARD', phone: '', role: 'USER' },
};
const accountEntry: Omit<AccountEntry, 'name'> = {
  ...{ accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0, flatFeeRateLevel: 0 },
  ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', address: '', city: '' },
  ...{ state: '', zip: '', phone: '', email: '', landLinkAccount: '10447', postToLandLink: true },
  ...{ lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: false, certificatePreviewRetrieval: false, userReload: false },
};

/**
 * A new user or account, with functions that read and save its entry. The tests change the city, because the entries
 * of users and of accounts both have this field.
 */
interface Entry {
  id: string;
  /** The name of the table, for example `app_user`. */
  table: string;
  read(by?: Actor): Promise<Pick<ManagedUser, 'city' | 'version' | 'saved'>>;
  save(city: string, version?: string, by?: Actor): Promise<string>;
}

async function newClerk(name: string): Promise<{ id: string; username: string; actor: Actor }> {
  const user = testUser({ username: `${mark()}.${name}`, role: 'COUNTY', account: null });
  await stack.value(saveUser, user);
  return { ...user, actor: { ...clerk, user: user.id, username: user.username } };
}

async function newPerson(account = testAccount()): Promise<Entry> {
  const id = randomUUID();
  await stack.value(saveAccount, account);
  await stack.value(saveUser, testUser({ id, username: `${mark()}.user`, account: account.id }));
  const entry: UserEntry = { ...personEntry, accountId: account.id };
  return {
    ...{ id, table: 'app_user' },
    read: (by = clerk) => stack.value(openManagedUser, { user: id }, by),
    save: async (city, version, by = clerk) =>
      codeOf(await stack.call(saveManagedUser, { user: id, entry: { ...entry, city }, version }, by)),
  };
}

async function newAccount(): Promise<Entry> {
  const id = randomUUID();
  const entry: AccountEntry = { ...accountEntry, name: `${mark()} Abstract` };
  await stack.value(createManagedAccount, { id, entry }, clerk);
  return {
    ...{ id, table: 'account' },
    read: (by = clerk) => stack.value(openManagedAccount, { account: id }, by),
    save: async (city, version, by = clerk) =>
      codeOf(await stack.call(saveManagedAccount, { account: id, entry: { ...entry, city }, version }, by)),
  };
}

describe.each([
  ['a user', newPerson],
  ['an account', newAccount],
])('the entry of %s', (_kind, create) => {
  test('is saved only if the request names its current version, so that nobody overwrites a change unseen', async () => {
    const entry = await create();
    const { version } = await entry.read();
    expect(await entry.save('Finland', version)).toBe('ok');
    expect(await entry.save('Two Harbors', version)).toBe('CONFLICT');
    const now = await entry.read();
    expect(now.city).toBe('Finland');
    expect(now.version).not.toBe(version);
    expect(await entry.save('Two Harbors', now.version)).toBe('ok');
    expect((await entry.read()).city).toBe('Two Harbors');
  });

  test('is saved by one of several simultaneous requests with the same version, and the others get CONFLICT', async () => {
    const entry = await create();
    const { version } = await entry.read();
    const cities = ['Finland', 'Isabella', 'Knife River', 'Larsmont'];
    const answers = await Promise.all(cities.map((city) => entry.save(city, version)));
    expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'ok']);
    expect((await entry.read()).city).toBe(cities[answers.indexOf('ok')]);
  });

  test('is saved once when the same person repeats a save whose answer was lost', async () => {
    const entry = await create();
    const { version } = await entry.read();
    expect(await entry.save('Finland', version)).toBe('ok');
    const told = () =>
      stack.tables.asAdmin(
        `SELECT 1 FROM identity.outbox WHERE payload->>'object' = $1 AND payload->>'action' LIKE '%.save'`,
        [entry.id],
      );
    const before = (await told()).length;
    const answers = await Promise.all([1, 2, 3].map(() => entry.save('Finland', version)));
    expect(answers).toEqual(['ok', 'ok', 'ok']);
    expect(await told()).toHaveLength(before);
    expect((await entry.read()).city).toBe('Finland');
    const colleague = { ...clerk, user: randomUUID() };
    expect(await entry.save('Finland', version, colleague)).toBe('CONFLICT');
    expect(await entry.save('Isabella', version)).toBe('CONFLICT');
  });

  test('is not reported as saved when a save is repeated after somebody else has changed the entry', async () => {
    const entry = await create();
    const { version } = await entry.read();
    expect(await entry.save('Finland', version)).toBe('ok');
    await stack.tables.asAdmin(`UPDATE identity.${entry.table} SET city = 'Isabella' WHERE id = $1`, [
      entry.id,
    ]);
    expect(await entry.save('Finland', version)).toBe('CONFLICT');
    expect((await entry.read()).city).toBe('Isabella');
  });

  test('says who saved its current values, and when', async () => {
    const entry = await create();
    expect((await entry.read()).saved).toBeUndefined();
    const anna = await newClerk('anna.berg');
    const [{ version }, at] = [await entry.read(), clock.now().toISOString()];
    expect(await entry.save('Finland', version, anna.actor)).toBe('ok');
    const saved = { by: anna.username, at };
    expect((await entry.read()).saved).toEqual(saved);
    clock.advance(60_000);
    // a repeated save and a refused save leave the name and the time as they are
    expect(await entry.save('Finland', version, anna.actor)).toBe('ok');
    expect(await entry.save('Isabella', version)).toBe('CONFLICT');
    expect((await entry.read()).saved).toEqual(saved);
    await newClerk('the.one.who.stays');
    await stack.value(deleteManagedUser, { user: anna.id }, clerk);
    expect((await entry.read()).saved).toEqual(saved);
    const set = (what: string) =>
      stack.tables.asAdmin(`UPDATE identity.${entry.table} SET ${what} WHERE id = $1`, [entry.id]);
    await set(`updated_at = now()`);
    expect((await entry.read()).saved).toEqual(saved);
    await set(`phone = '(218) 555-0199'`);
    expect((await entry.read()).saved).toBeUndefined();
  });

  test('is saved without a check of the version if the request names none', async () => {
    const entry = await create();
    expect(await entry.save('Finland')).toBe('ok');
    expect(await entry.save('Two Harbors')).toBe('ok');
  });

  test('gets a new version with each change of its fields, and keeps its version when only other columns change', async () => {
    const entry = await create();
    const { version } = await entry.read();
    const set = (what: string) =>
      stack.tables.asAdmin(`UPDATE identity.${entry.table} SET ${what} WHERE id = $1`, [entry.id]);
    await set(`updated_at = now() + interval '1 day'`);
    expect((await entry.read()).version).toBe(version);
    await set(`phone = '(218) 555-0199'`);
    expect(await entry.save('Finland', version)).toBe('CONFLICT');
  });
});

test('the last editor of an entry is the user if the user changes their own profile, and stays the staff member if the user saves the profile unchanged', async () => {
  const entry = await newPerson();
  const anna = await newClerk('anna.berg');
  expect(await entry.save('Finland', undefined, anna.actor)).toBe('ok');
  const staffSave = (await entry.read()).saved;
  const { username } = await stack.value(openManagedUser, { user: entry.id }, clerk);
  const self = { ...clerk, user: entry.id, username, role: 'USER' as const };
  const change = async (city: string) => {
    clock.advance(60_000);
    const { role: _role, ...own } = personEntry;
    const profile = { ...own, city, currentPassword: null };
    expect(codeOf(await stack.call(saveProfile, { profile, address: '10.12.1.1' }, self))).toBe('ok');
    return (await entry.read()).saved;
  };
  expect(await change('Finland')).toEqual(staffSave);
  expect(await change('Isabella')).toEqual({ by: username, at: clock.now().toISOString() });
});

test('an account administrator learns when the office saved a user of the account, but not which staff member did it', async () => {
  const account = testAccount();
  const entry = await newPerson(account);
  const [anna, at] = [await newClerk('anna.berg'), clock.now().toISOString()];
  const person = testUser({ username: `${mark()}.lead`, role: 'ACCOUNT', account: account.id });
  await stack.value(saveUser, person);
  const lead = { ...clerk, user: person.id, role: 'ACCOUNT' as const, account: account.id };
  expect(await entry.save('Finland', undefined, anna.actor)).toBe('ok');
  expect((await entry.read(lead)).saved).toEqual({ by: '', at });
  expect(await entry.save('Isabella', undefined, lead)).toBe('ok');
  expect((await entry.read(lead)).saved).toEqual({ by: person.username, at });
  expect((await entry.read()).saved).toEqual({ by: person.username, at });
});

test('the exported lists of users and accounts contain no versions', async () => {
  await newPerson();
  await newAccount();
  const users = await stack.value(exportManagedUsers, { after: null }, clerk);
  const accounts = await stack.value(exportManagedAccounts, { after: null }, clerk);
  expect([...users, ...accounts].filter((each) => 'version' in each || 'saved' in each)).toEqual([]);
});
