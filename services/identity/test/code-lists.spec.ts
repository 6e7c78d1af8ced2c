import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { listAccountCodes, listUserCodes, saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { startStack, system, testAccount, testUser, type Stack } from './stack.js';

const ours = testAccount({ name: 'North Shore Title' });
const others = testAccount({ name: "O'Brien & Søn 100%" });
const abroad = testAccount({ name: 'North Saipan Title' });

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.value(saveAccount, ours);
  await stack.value(saveAccount, others);
  await stack.value(saveAccount, abroad, system('saipan'));
  const users = [
    { username: 'ann.north', firstName: 'Ann', lastName: 'Larsen', account: ours.id },
    { username: 'bo.north', firstName: 'Bo', lastName: 'Nilsen', account: ours.id, role: 'ACCOUNT' as const },
    { username: 'ann.other', firstName: 'Ann', lastName: '', account: others.id },
  ];
  for (const user of users) await stack.value(saveUser, testUser(user));
  await stack.value(saveUser, testUser({ username: 'ann.abroad', account: abroad.id }), system('saipan'));
}, 60_000);
afterAll(() => stack.close());

const as = (role: Actor['role'], account: string | null = ours.id): Actor => ({
  ...testActor({ user: randomUUID(), account }),
  role,
});
const users = (actor: Actor, filterText = '') => stack.value(listUserCodes, { filterText }, actor);
const accounts = (actor: Actor, filterText = '') => stack.value(listAccountCodes, { filterText }, actor);
const codes = (list: { code: string }[]): string[] => list.map(({ code }) => code);

test.each(['TRIMIN', 'COUNTY'] as const)(
  'choice lists offer the role %s all users and accounts of its own county',
  async (role) => {
    expect(codes(await users(as(role, null)))).toEqual(['ann.north', 'ann.other', 'bo.north']);
    expect(await accounts(as(role, null))).toEqual([
      { code: ours.id, description: 'North Shore Title' },
      { code: others.id, description: "O'Brien & Søn 100%" },
    ]);
  },
);

test('choice lists offer the role ACCOUNT only its own account and the users of that account', async () => {
  expect(await users(as('ACCOUNT'))).toEqual([
    { code: 'ann.north', description: 'Larsen, Ann' },
    { code: 'bo.north', description: 'Nilsen, Bo' },
  ]);
  expect(codes(await accounts(as('ACCOUNT')))).toEqual([ours.id]);
  expect(await accounts(as('ACCOUNT'), "o'brien")).toEqual([]);
  expect(await users(as('ACCOUNT', null))).toEqual([]);
});

test.each(['USER', 'GUEST', 'ANONYMOUS'] as const)(
  'choice lists offer the role %s neither users nor accounts',
  async (role) => {
    expect(await users(as(role))).toEqual([]);
    expect(await accounts(as(role))).toEqual([]);
  },
);

test('choice lists find names that begin with the typed text, regardless of case, and treat wildcards as ordinary characters', async () => {
  const staff = as('COUNTY', null);
  expect(codes(await users(staff, 'ANN'))).toEqual(['ann.north', 'ann.other']);
  expect(codes(await users(staff, 'lars'))).toEqual(['ann.north']);
  expect(codes(await users(staff, 'BO'))).toEqual(['bo.north']);
  expect(codes(await accounts(staff, "O'BRIEN & søn 100%"))).toEqual([others.id]);
  for (const text of ['%', '_', '\\', "'; --", '😀']) expect(await users(staff, text)).toEqual([]);
});
