import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { roles, userStatus, type Role } from '@portal/proto/roles';
import { saveShown } from '../src/accounts/save-shown.rules.js';
import {
  managedOf,
  mayManage,
  mayManageFormer,
  takesCountyUser,
} from '../src/user-manager/managed-user.rules.js';
import { resetRefusal, type ResetCandidate } from '../src/user-manager/reset-mail.rules.js';

type ActorRole = Role | 'SYSTEM' | 'ANONYMOUS';
const actorOf = (role: ActorRole, account: string | null = null) => testActor({ role, account });
const everyRole: readonly ActorRole[] = [...roles, 'SYSTEM', 'ANONYMOUS'];

describe('S9 the users that a person may manage', () => {
  test.each<[Role[], ActorRole]>([
    [['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'], 'TRIMIN'],
    [['COUNTY', 'ACCOUNT', 'USER', 'GUEST'], 'COUNTY'],
    [['ACCOUNT', 'USER'], 'ACCOUNT'],
    [[], 'USER'],
    [[], 'GUEST'],
    [[], 'SYSTEM'],
    [[], 'ANONYMOUS'],
  ])('have one of the roles %j if the person has the role %s', (managed, role) => {
    for (const each of roles)
      expect(mayManage(actorOf(role, 'a1'), { role: each, account: 'a1' })).toBe(managed.includes(each));
  });

  test('belong to any account or none if the person is staff', () => {
    for (const role of ['TRIMIN', 'COUNTY'] as const)
      for (const account of ['a1', null])
        expect(mayManage(actorOf(role), { role: 'USER', account })).toBe(true);
  });

  test('belong to the account of the person if the person is an ACCOUNT user', () => {
    const admin = actorOf('ACCOUNT', 'a1');
    expect(mayManage(admin, { role: 'USER', account: 'a2' })).toBe(false);
    expect(mayManage(admin, { role: 'USER', account: null })).toBe(false);
    expect(mayManage(actorOf('ACCOUNT'), { role: 'USER', account: null })).toBe(false);
  });

  test('include deleted users of the same accounts', () => {
    const mayManageIn = (account: string | null) =>
      everyRole.filter((role) => mayManageFormer(actorOf(role, 'a1'), { account }));
    expect(mayManageIn('a1')).toEqual(['TRIMIN', 'COUNTY', 'ACCOUNT']);
    expect(mayManageIn('a2')).toEqual(['TRIMIN', 'COUNTY']);
    expect(mayManageIn(null)).toEqual(['TRIMIN', 'COUNTY']);
    expect(mayManageFormer(actorOf('TRIMIN'), undefined)).toBe(false);
  });
});

test('a saved user keeps the account of the entry, but staff belong to no account', () => {
  expect(roles.map((role) => managedOf({ role, accountId: 'a1' }))).toEqual([
    { role: 'TRIMIN', account: null },
    { role: 'COUNTY', account: null },
    { role: 'ACCOUNT', account: 'a1' },
    { role: 'USER', account: 'a1' },
    { role: 'GUEST', account: 'a1' },
  ]);
});

describe('a county loses an active COUNTY user', () => {
  const active = { role: 'COUNTY', status: 'A' } as const;

  test('if the user is deleted, gets another status or gets another role', () => {
    expect(takesCountyUser(active, undefined)).toBe(true);
    expect(takesCountyUser(active, active)).toBe(false);
    const taking = userStatus.options.filter((status) => takesCountyUser(active, { ...active, status }));
    expect(taking).toEqual(['I', 'P', 'L']);
    const lost = roles.filter((role) => takesCountyUser(active, { ...active, role }));
    expect(lost).toEqual(['TRIMIN', 'ACCOUNT', 'USER', 'GUEST']);
  });

  test('only if the user was active and had the role COUNTY before', () => {
    const inactive = { ...active, status: 'I' } as const;
    const provider = { ...active, role: 'TRIMIN' } as const;
    for (const before of [inactive, provider])
      for (const after of [undefined, inactive, provider, active])
        expect(takesCountyUser(before, after)).toBe(false);
  });
});

describe('a link for a new password', () => {
  const user: ResetCandidate = {
    ...{ role: 'USER', account: 'a1', username: 'jane.doe', email: 'jane@title.example' },
    ...{ language: 'ENGLISH', status: 'A', accountStatus: 'A', isProvided: false, hasLink: false },
  };

  test.each<[string, Partial<ResetCandidate>]>([
    ['an active user', {}],
    ['staff, who belong to no account', { role: 'COUNTY', account: null, accountStatus: null }],
    ['a user who has a link already', { hasLink: true }],
  ])('may be mailed to %s', (_who, over) => {
    expect(resetRefusal({ ...user, ...over })).toBeUndefined();
  });

  test.each<[string, Partial<ResetCandidate>, string]>([
    ['who signs in at the identity provider', { isProvided: true, status: 'I' }, 'RESET_ELSEWHERE'],
    ['who is inactive', { status: 'I', email: '' }, 'RESET_NOT_ACTIVE'],
    ['who is locked', { status: 'L' }, 'RESET_NOT_ACTIVE'],
    ['who has not finished the registration', { status: 'P' }, 'RESET_NOT_ACTIVE'],
    ['whose account is inactive', { accountStatus: 'I' }, 'RESET_NOT_ACTIVE'],
    ['without an e-mail address', { email: '' }, 'RESET_NO_ADDRESS'],
    ['whom guests share', { role: 'GUEST' }, 'RESET_NO_ADDRESS'],
  ])('is not mailed to a user %s', (_who, over, refusal) => {
    expect(resetRefusal({ ...user, ...over })).toBe(refusal);
  });
});

describe('the last save of an entry', () => {
  const saver = { username: 'clerk', account: null, at: new Date('2026-03-02T10:00:00Z') };
  const saved = (by: string) => ({ saved: { by, at: '2026-03-02T10:00:00.000Z' } });

  test.each<[string | null, ActorRole[]]>([
    [null, ['TRIMIN', 'COUNTY']],
    ['a2', ['TRIMIN', 'COUNTY']],
    ['a1', [...everyRole]],
  ])(
    'by a user of the account %p (null: staff) shows the username to users of a1 with these roles: %j',
    (account, to) => {
      const shown = (role: ActorRole) => saveShown({ ...saver, account }, actorOf(role, 'a1'));
      const named = everyRole.filter((role) => shown(role).saved?.by === 'clerk');
      expect(named).toEqual(to);
      for (const role of everyRole) expect(shown(role)).toEqual(saved(named.includes(role) ? 'clerk' : ''));
    },
  );

  test('by staff is shown without a name to a person who belongs to no account and is not staff', () => {
    expect(saveShown(saver, actorOf('ACCOUNT'))).toEqual(saved(''));
  });

  test('is not shown if nobody has saved the entry', () => {
    expect(saveShown(undefined, actorOf('COUNTY'))).toEqual({});
  });
});
