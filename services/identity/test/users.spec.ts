import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { saveAccount, saveUser, setUserStatus } from '@portal/proto/rpc/identity';
import { listLandLinkAccounts } from '@portal/proto/rpc/landlink';
import { addUser, codeOf, startStack, system, testAccount, testUser, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const as = (role: Actor['role'], county = 'lake'): Actor => ({
  ...testActor({ user: randomUUID(), county }),
  role,
});

const named = (username: string) => testUser({ username });

const told = async (aggregate: string): Promise<string[]> =>
  (
    await stack.tables.asAdmin<{ type: string }>(
      'SELECT type FROM identity.outbox WHERE aggregate = $1 ORDER BY sequence',
      [aggregate],
    )
  ).map(({ type }) => type);

describe('saving a user', () => {
  test('changes nothing and emits no event if all fields are the same', async () => {
    const user = named('same.again');
    await stack.value(saveUser, user);
    await stack.value(saveUser, user);
    expect(await told(`user:${user.id}`)).toEqual(['identity.user-changed.v1', 'audit.action-taken.v1']);
  });

  test('refuses a name that another user of the county has, regardless of case', async () => {
    await stack.value(saveUser, named('taken.name'));
    expect(codeOf(await stack.call(saveUser, named('TAKEN.name')))).toBe('CONFLICT');
    expect(codeOf(await stack.call(saveUser, named('taken.name'), system('saipan')))).toBe('ok');
  });

  test('saves only one of two users who are saved with the same name at the same moment', async () => {
    const answers = await Promise.all([
      stack.call(saveUser, named('both.want')),
      stack.call(saveUser, named('Both.Want')),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['CONFLICT', 'ok']);
  });

  test('refuses an account that the county does not have', async () => {
    const account = testAccount();
    await stack.value(saveAccount, account, system('saipan'));
    const user = { ...named('no.account'), account: account.id };
    expect(codeOf(await stack.call(saveUser, user))).toBe('NOT_FOUND');
  });

  test.each(['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)('is not available to %s', async (role) => {
    expect(codeOf(await stack.call(saveUser, named(`by.${role}`), as(role)))).toBe('NOT_FOUND');
  });

  test('who has or would get the role TRIMIN is allowed only to TRIMIN users', async () => {
    const provider = { ...named('provider.two'), role: 'TRIMIN' as const };
    expect(codeOf(await stack.call(saveUser, provider, as('COUNTY')))).toBe('NOT_FOUND');
    expect(codeOf(await stack.call(saveUser, provider, as('TRIMIN')))).toBe('ok');
    expect(codeOf(await stack.call(saveUser, { ...provider, role: 'USER' }, as('COUNTY')))).toBe('NOT_FOUND');
    expect(codeOf(await stack.call(setUserStatus, { user: provider.id, status: 'I' }, as('COUNTY')))).toBe(
      'NOT_FOUND',
    );
  });

  test('S39 refuses a password that is easily guessed, too short for a member of staff, or equal to the user’s own name', async () => {
    const fault = async (password: string, over = {}) => {
      const answer = await stack.call(saveUser, { ...named('choosy.user'), password, ...over }, as('TRIMIN'));
      return answer.ok ? 'ok' : [answer.code, answer.fields?.['password']];
    };
    expect(await fault('Password1!')).toEqual(['INVALID_INPUT', 'forms:passwordGuessed']);
    expect(await fault('choosy.user!1')).toEqual(['INVALID_INPUT', 'forms:passwordGuessed']);
    expect(await fault('Tidy-Barn!7', { role: 'COUNTY' })).toEqual([
      'INVALID_INPUT',
      'forms:passwordStaffMinimum',
    ]);
    expect(await fault('Tidy-Barn!7')).toBe('ok');
  });
});

describe('the status of a user', () => {
  test('cannot be set for a user of another county', async () => {
    const user = await addUser(stack, { username: 'only.lake' });
    const answer = await stack.call(setUserStatus, { user: user.id, status: 'I' }, as('COUNTY', 'saipan'));
    expect(codeOf(answer)).toBe('NOT_FOUND');
  });

  test('emits no event when it is set to its current value', async () => {
    const user = await addUser(stack, { username: 'stays.active' });
    const before = await told(`user:${user.id}`);
    await stack.value(setUserStatus, { user: user.id, status: 'A' });
    expect(await told(`user:${user.id}`)).toEqual(before);
  });
});

describe('saving an account', () => {
  test('changes nothing and emits no event if the terms are the same, and emits an event if they differ', async () => {
    const account = testAccount();
    await stack.value(saveAccount, account);
    await stack.value(saveAccount, account);
    expect(await told(`account:${account.id}`)).toEqual(['identity.account-changed.v1']);
    await stack.value(saveAccount, { ...account, searchList: ['searchByName'] });
    expect(await told(`account:${account.id}`)).toHaveLength(2);
  });

  test('sets the LandLink number of an account, and keeps it when a later call gives no number', async () => {
    const account = testAccount();
    const numberOf = async (): Promise<unknown> => {
      const actor = systemActor('lake', 'payments');
      const [listed] = await stack.value(listLandLinkAccounts, { accounts: [account.id] }, actor);
      return listed?.landLinkAccount;
    };
    await stack.value(saveAccount, { ...account, landLinkAccount: '1001' });
    expect(await numberOf()).toBe('1001');
    await stack.value(saveAccount, { ...account, searchList: ['searchByName'] });
    expect(await numberOf()).toBe('1001');
  });

  test('refuses the name of another account of the county', async () => {
    const account = testAccount();
    await stack.value(saveAccount, account);
    const twin = testAccount({ name: account.name.toUpperCase() });
    expect(codeOf(await stack.call(saveAccount, twin))).toBe('CONFLICT');
    expect(codeOf(await stack.call(saveAccount, twin, system('saipan')))).toBe('ok');
  });

  test.each(['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)('is not available to %s', async (role) => {
    expect(codeOf(await stack.call(saveAccount, testAccount(), as(role)))).toBe('NOT_FOUND');
  });
});
