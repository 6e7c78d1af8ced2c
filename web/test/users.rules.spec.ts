import { describe, expect, test } from '@jest/globals';
import type { ManagedUser, NewUserForm, UserListRequest } from '@portal/proto/http/user-manager';
import type { Role } from '@portal/proto/roles';
import { entryOf, newEntryOf, newUserFormOf, userFormOf } from '../src/features/users/user-entry.rules.js';
import { addressOf, usersAskedFor } from '../src/features/users/users.rules.js';

const account = '7d9f6c1e-0000-4000-8000-0000000000a1';

const whole: UserListRequest = {
  ...{ filterText: '', statusType: 'ALL', accountId: null },
  ...{ sortKey: 'username', sortDirection: 'ASC', page: 1 },
};
const askedFor = (address: string): UserListRequest => usersAskedFor(new URLSearchParams(address));

describe('the URL of the user list', () => {
  test('without a query string asks for the first page of all users, ordered by username', () => {
    expect(askedFor('')).toEqual(whole);
    expect(addressOf(whole, '').toString()).toBe('');
  });

  test.each<[string, Partial<UserListRequest>]>([
    ['statusType=P', { statusType: 'P' }],
    ['filterText=lind', { filterText: 'lind' }],
    [`accountId=${account}&accountName=North+Title`, { accountId: account }],
    ['sortKey=role', { sortKey: 'role' }],
    ['sortDirection=DESC', { sortDirection: 'DESC' }],
    ['page=2', { page: 2 }],
    ['page=1000000', { page: 1_000_000 }],
    [
      `statusType=I&filterText=bo&accountId=${account}&accountName=North+Title&sortKey=name&sortDirection=DESC&page=3`,
      {
        ...{ statusType: 'I', filterText: 'bo', accountId: account },
        ...{ sortKey: 'name', sortDirection: 'DESC', page: 3 },
      },
    ],
  ])('C1-06 has the filters and the order: ?%s', (address, over) => {
    expect(askedFor(address)).toEqual({ ...whole, ...over });
    expect(addressOf({ ...whole, ...over }, 'North Title').toString()).toBe(address);
  });

  test('has no account name if the list is not limited to an account', () => {
    expect(addressOf(whole, 'North Title').has('accountName')).toBe(false);
  });

  test.each([
    ...['statusType=L', 'statusType=i', 'sortKey=email', 'sortDirection=down', 'sortDirection=desc'],
    ...['page=0', 'page=-1', 'page=1.5', 'page=two', 'page=', 'page=1000001'],
    ...['accountId=12', `accountId=x${account}`, `accountId=${account}0`, 'accountName=North'],
  ])('with the value ?%s, which the list cannot have, asks for the default instead', (address) => {
    expect(askedFor(address)).toEqual(whole);
  });

  test('may have the id of an account in upper case', () => {
    expect(askedFor(`accountId=${account.toUpperCase()}`).accountId).toBe(account.toUpperCase());
  });

  test('filters by at most 100 characters', () => {
    expect(askedFor(`filterText=${'x'.repeat(99)}yz`).filterText).toBe(`${'x'.repeat(99)}y`);
  });
});

const person = {
  ...{ firstName: 'Bo', lastName: 'Lind', company: 'North Title', address: '1 Main St', city: 'Two Harbors' },
  ...{ state: 'MN', zip: '55616', email: 'bo@title.example' },
};
const stored: ManagedUser = {
  ...person,
  ...{ id: '7d9f6c1e-0000-4000-8000-000000000001', username: 'bo.lind.1', role: 'ACCOUNT', status: 'A' },
  ...{ accountId: account, accountName: 'North Title', phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', lastSignIn: '', saved: undefined, version: '3' },
};
const empty: NewUserForm = {
  ...{ username: '', password: '', passwordConfirm: '', role: 'USER', accountId: account },
  ...{ firstName: '', lastName: '', company: '', address: '', city: '', state: '', zip: '', email: '' },
  ...{ phoneFormatType: 'STANDARD', standardPhone: '', internationalPhone: '' },
};
const known: NewUserForm = {
  ...{ ...empty, ...person, username: 'bo.lind.1', role: 'ACCOUNT' },
  standardPhone: '(218) 555-0142',
};

describe('the form of a user', () => {
  test('C1-18 is empty for a new user, of the type USER, in the given account', () => {
    expect(newUserFormOf(account)).toEqual(empty);
    expect(newUserFormOf(null).accountId).toBeNull();
  });

  test('has the fields of a stored user, but no password', () => {
    expect(userFormOf(stored)).toEqual(known);
  });

  test('has an international phone in the field of that format', () => {
    expect(userFormOf({ ...stored, phoneFormatType: 'INTERNATIONAL', phone: '442079460000' })).toEqual({
      ...{ ...known, phoneFormatType: 'INTERNATIONAL' },
      ...{ standardPhone: '', internationalPhone: '442079460000' },
    });
  });
});

describe('the user that a form sends', () => {
  const form: NewUserForm = {
    ...{ ...known, password: 'Aspen-Birch-7', passwordConfirm: 'Aspen-Birch-7' },
    ...{ standardPhone: ' (218) 555-0142 ', internationalPhone: ' 442079460000 ' },
  };
  const sent = {
    ...{ ...person, role: 'ACCOUNT', accountId: account },
    ...{ phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  };

  test('C1-48 has one phone, and neither a username nor a password', () => {
    expect(entryOf(form)).toEqual(sent);
  });

  test('has the international phone if that format is chosen', () => {
    expect(entryOf({ ...form, phoneFormatType: 'INTERNATIONAL' })).toEqual({
      ...{ ...sent, phoneFormatType: 'INTERNATIONAL' },
      phone: '442079460000',
    });
  });

  test.each<[Role, string | null]>([
    ['TRIMIN', null],
    ['COUNTY', null],
    ['ACCOUNT', account],
    ['USER', account],
    ['GUEST', account],
  ])('of the type %s has the account %s (null for staff, who have no account)', (role, accountId) => {
    expect(entryOf({ ...form, role })).toEqual({ ...sent, role, accountId });
  });

  test('C1-48 also has the username and the password once if the user is new', () => {
    expect(newEntryOf(form)).toEqual({ ...sent, username: 'bo.lind.1', password: 'Aspen-Birch-7' });
  });
});
