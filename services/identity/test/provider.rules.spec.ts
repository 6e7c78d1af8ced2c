import { describe, expect, test } from '@jest/globals';
import { ProviderAddresses } from '../src/provider-sign-in/provider-address.rules.js';
import { groupsIn, numbered, personOf, usernameOf } from '../src/provider-sign-in/provider-claims.rules.js';
import { providerFetch } from '../src/provider-sign-in/provider-client.js';
import {
  LONGEST_AGE_SECONDS,
  provedAtOf,
  secretsOf,
  SKEW_SECONDS,
  VISIT_MS,
} from '../src/provider-sign-in/provider-visit.rules.js';

describe('the URLs of a provider', () => {
  const addresses = new ProviderAddresses([]);

  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.9.9', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'localhost', ''],
  ])('S27 must not reach %s if the operator allows no internal network', (address) => {
    expect(addresses.mayCall('https:', address)).toBe(false);
  });

  test('S27 may be public, but only over TLS', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111']) {
      expect(addresses.mayCall('https:', address)).toBe(true);
      expect(addresses.mayCall('http:', address)).toBe(false);
      expect(addresses.mayCall('file:', address)).toBe(false);
    }
  });

  test('may be in a network that the operator allows for the county, and in no other', () => {
    const opened = new ProviderAddresses(['10.1.0.0/16', '::1']);
    expect(opened.mayCall('http:', '10.1.2.3')).toBe(true);
    expect(opened.mayCall('https:', '::1')).toBe(true);
    expect(opened.mayCall('https:', '10.2.0.1')).toBe(false);
  });

  test.each(['http://127.0.0.1:1/', 'https://[::1]:1/', 'https://localhost:1/', 'https://169.254.169.254/'])(
    'S27 are not requested if they are internal: %s',
    async (address) => {
      const refused = await providerFetch(addresses)(address).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        name: 'ProviderUnreachable',
        cause: { message: 'address not allowed' },
      });
    },
  );
});

describe('a person from a provider', () => {
  const terms = { groupsClaim: 'groups', groups: [{ group: 'records' }, { group: ' ' }] };
  const who = { issuer: 'https://id.example', subject: '1' };

  test('is staff if the claim is the name of a group of the county, or a list that contains such a name', () => {
    const isStaff = (groups: unknown) => personOf(who, { groups }, terms).isStaff;
    expect([isStaff(['a', 'records']), isStaff('records')]).toEqual([true, true]);
    for (const groups of [undefined, [], ['Records'], 'records,a', [' '], '', { records: true }, 7])
      expect([groups, isStaff(groups)]).toEqual([groups, false]);
    expect(groupsIn({}, 'toString')).toBeUndefined();
  });

  test('has the groups of one claim: a text, or the texts of a list', () => {
    expect(groupsIn({ groups: ['a', 7, null, 'b'] }, 'groups')).toEqual(['a', 'b']);
    expect([groupsIn({ groups: 'a' }, 'groups'), groupsIn({ groups: [] }, 'groups')]).toEqual([['a'], []]);
    for (const claims of [{}, { groups: 7 }, { groups: { a: true } }, { roles: ['a'] }])
      expect(groupsIn(claims, 'groups')).toBeUndefined();
  });

  test('is staff if they are in one of the county’s groups, even if the name of the group was saved with spaces around it', () => {
    const groups = [{ group: 'office' }, { group: ' records ' }];
    const inGroup = (group: string) => personOf(who, { roles: [group] }, { groupsClaim: 'roles', groups });
    expect([inGroup('records').isStaff, inGroup('office').isStaff]).toEqual([true, true]);
    expect(personOf(who, { groups: ['records'] }, { groupsClaim: 'roles', groups }).isStaff).toBe(false);
    expect(personOf(who, { groups: ['records'] }, { ...terms, groups: [] }).isStaff).toBe(false);
  });

  test.each([
    ['José-Luis.Pérez@county.example', 'Jose.Luis.Perez@county.example'],
    ['Jane Q. Doe', 'Jane.Q.Doe'],
    ['Jane -- Doe', 'Jane.Doe'],
    ['jane._doe@@county', 'jane.doe.county'],
    ['__jane.doe__', 'jane.doe'],
    ['..jo..', 'jo'],
    [`${'a'.repeat(44)}.b`, 'a'.repeat(44)],
    ['a'.repeat(90), 'a'.repeat(45)],
    ['j', 'staff.member'],
    ['***', 'staff.member'],
    ['__jo!!doe__', 'jo.doe'],
    ['4111111111111111', 'staff.member'],
  ])('who is named %s at the provider gets the username %s', (named, username) => {
    expect(usernameOf(named)).toBe(username);
  });

  test('gets a number after the username if others have the same username', () => {
    expect([0, 1, 2].map((tried) => numbered('jane', tried))).toEqual(['jane', 'jane.2', 'jane.3']);
  });

  test('gets the values of the claims, without spaces around them', () => {
    const claims = {
      ...{ preferred_username: ' jdoe ', name: 'Other Name', given_name: ' Jane ', family_name: 'Doe ' },
      ...{ email: ' jane@county.example ', email_verified: true, groups: ['records'] },
    };
    expect(personOf(who, claims, terms)).toEqual({
      ...{ ...who, username: 'jdoe', firstName: 'Jane', lastName: 'Doe' },
      ...{ email: 'jane@county.example', emailIsTheirs: true, isStaff: true },
    });
  });

  test('gets first and last name from the whole name, and the username from the e-mail address or the name, if the provider sends no others', () => {
    const named = (claims: Record<string, unknown>) => personOf(who, claims, terms);
    expect(named({ name: ' Jane  Q.  Doe ' })).toMatchObject({
      ...{ username: 'Jane.Q.Doe', firstName: 'Jane', lastName: 'Q. Doe' },
    });
    const mailed = { name: 'Jane', email: 'jane@county.example' };
    expect(named(mailed)).toMatchObject({ username: 'jane@county.example', firstName: 'Jane', lastName: '' });
    expect(named({})).toMatchObject({ username: 'staff.member', firstName: '', lastName: '' });
  });

  test('has an e-mail address of their own only if the provider says that the address is verified', () => {
    const isTheirs = (claims: Record<string, unknown>) => personOf(who, claims, terms).emailIsTheirs;
    const email = 'jane@county.example';
    expect(isTheirs({ email, email_verified: true })).toBe(true);
    for (const email_verified of [false, undefined, 'true', 1])
      expect(isTheirs({ email, email_verified })).toBe(false);
    for (const none of ['', undefined, 7, 'y'.repeat(60)])
      expect(isTheirs({ email: none, email_verified: true })).toBe(false);
  });

  test('gets only field values that a user may have', () => {
    const claims = { given_name: '4111 1111 1111 1111', family_name: 'x'.repeat(31), email: 'y'.repeat(60) };
    expect(personOf(who, claims, terms)).toMatchObject({ firstName: '', lastName: '', email: '' });
    const numbers = { given_name: 7, family_name: null, email: true, preferred_username: 8, name: {} };
    const none = { username: 'staff.member', firstName: '', lastName: '', email: '' };
    expect(personOf(who, numbers, terms)).toMatchObject(none);
  });
});

describe('a visit to a provider', () => {
  test('has secrets that depend only on the browser and the state', () => {
    const one = secretsOf('browser', 'state');
    expect(secretsOf('browser', 'state')).toEqual(one);
    expect(one.nonce).not.toBe(one.verifier);
    expect(secretsOf('other', 'state').verifier).not.toBe(one.verifier);
    expect(secretsOf('browser', 'other').nonce).not.toBe(one.nonce);
    expect(one.verifier).toMatch(/^[\w-]{43}$/);
  });

  // a release with other secrets would refuse the sign-ins that began before it was installed
  test('has the same secrets in every release', () => {
    expect(secretsOf('browser', 'state')).toEqual({
      nonce: 'Q0HUUFthowdGLLskmIszlZ6slrCaoAvHa5y6t0CRNVA',
      verifier: 'lH94eozgvEqDEWdXaegkRZUcQpmDZg9RvAWsxYDrdk8',
    });
  });

  test('may take ten minutes; the provider’s clock may differ from the portal’s by half a minute; and a sign-in at the provider is accepted for twelve hours', () => {
    expect([VISIT_MS, SKEW_SECONDS, LONGEST_AGE_SECONDS]).toEqual([600_000, 30, 43_200]);
  });

  test('S38 proves nothing without an authentication time, and a time in the future counts as now', () => {
    const now = new Date('2026-11-23T12:00:00Z');
    expect(provedAtOf(undefined, now).getTime()).toBe(0);
    expect(provedAtOf(now.getTime() / 1_000 + 20, now)).toEqual(now);
    expect(provedAtOf(now.getTime() / 1_000 - 60, now)).toEqual(new Date('2026-11-23T11:59:00Z'));
  });
});
