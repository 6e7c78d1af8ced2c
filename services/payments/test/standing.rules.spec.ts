import { expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf, userOf } from '../src/payers/standing.rules.js';

const traits = (role: Actor['role']): string[] =>
  Object.entries(standingOf({ role }))
    .filter(([, holds]) => holds)
    .map(([trait]) => trait);

test.each([
  ['TRIMIN', ['isStaff']],
  ['COUNTY', ['isStaff']],
  ['ACCOUNT', ['isMember', 'isAdministrator']],
  ['USER', ['isMember']],
  ['GUEST', ['isGuest']],
  ['SYSTEM', ['isSystem']],
  ['ANONYMOUS', []],
] as const)('%s has these traits in payments: %j', (role, expected) => {
  expect(traits(role)).toEqual(expected);
});

test('the owner of a record is stored as the id of the user or, if the user has no id, as the username', () => {
  expect(userOf(testActor({ user: null, username: 'guest.user' }))).toBe('guest.user');
  const user = '00000000-0000-4000-8000-000000000001';
  expect(userOf(testActor({ user, username: 'somebody' }))).toBe(user);
});
