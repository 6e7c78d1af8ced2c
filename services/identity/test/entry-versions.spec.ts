import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { AccountEntry } from '@portal/proto/http/accounts';
import type { UserEntry } from '@portal/proto/http/user-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  createManagedAccount,
  exportManagedAccounts,
  openManagedAccount,
  saveManagedAccount,
} from '@portal/proto/rpc/account-manager';
import { saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { exportManagedUsers, openManagedUser, saveManagedUser } from '@portal/proto/rpc/user-manager';
import { codeOf, startStack, testAccount, testUser, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
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
 * A new user or account, with functions that read and save its entry. The tests change the city, a field that both
 * have.
 */
interface Entry {
  id: string;
  /** The name of the table, for example `app_user`. */
  table: string;
  read(): Promise<{ city: string; version?: string | undefined }>;
  save(city: string, version?: string, by?: Actor): Promise<string>;
}

async function newPerson(): Promise<Entry> {
  const [id, account] = [randomUUID(), testAccount()];
  await stack.value(saveAccount, account);
  await stack.value(saveUser, testUser({ id, username: `${mark()}.user`, account: account.id }));
  const entry: UserEntry = { ...personEntry, accountId: account.id };
  return {
    ...{ id, table: 'app_user' },
    read: () => stack.value(openManagedUser, { user: id }, clerk),
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
    read: () => stack.value(openManagedAccount, { account: id }, clerk),
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

test('the exported lists of users and accounts contain no versions', async () => {
  await newPerson();
  await newAccount();
  const users = await stack.value(exportManagedUsers, { after: null }, clerk);
  const accounts = await stack.value(exportManagedAccounts, { after: null }, clerk);
  expect([...users, ...accounts].filter((each) => 'version' in each)).toEqual([]);
});
