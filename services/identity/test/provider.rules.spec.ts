import { describe, expect, test } from '@jest/globals';
import { ProviderAddresses } from '../src/provider-sign-in/provider-address.rules.js';
import { groupsIn, numbered, personOf, usernameOf } from '../src/provider-sign-in/provider-claims.rules.js';
import { providerFetch } from '../src/provider-sign-in/provider-client.js';
import { provedAtOf, secretsOf } from '../src/provider-sign-in/provider-visit.rules.js';

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

  test('gets a username that the portal allows, whatever name the provider sends', () => {
    expect(usernameOf('José-Luis.Pérez@county.example')).toBe('Jose.Luis.Perez@county.example');
    expect(usernameOf('***')).toBe('staff.member');
    expect(usernameOf('a'.repeat(90))).toHaveLength(45);
    expect([numbered('jane', 0), numbered('jane', 1)]).toEqual(['jane', 'jane.2']);
  });

  test('gets only field values that a user may have', () => {
    const claims = { given_name: '4111 1111 1111 1111', family_name: 'x'.repeat(40), email: 'y'.repeat(60) };
    expect(personOf(who, claims, terms)).toMatchObject({ firstName: '', lastName: '', email: '' });
  });
});

test('the secrets of a provider sign-in depend only on the browser and the state', () => {
  const one = secretsOf('browser', 'state');
  expect(secretsOf('browser', 'state')).toEqual(one);
  expect(one.nonce).not.toBe(one.verifier);
  expect(secretsOf('other', 'state').verifier).not.toBe(one.verifier);
  expect(secretsOf('browser', 'other').nonce).not.toBe(one.nonce);
  expect(one.verifier).toMatch(/^[\w-]{43}$/);
});

test('S38 a provider sign-in without an authentication time proves nothing, and a time in the future counts as now', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  expect(provedAtOf(undefined, now).getTime()).toBe(0);
  expect(provedAtOf(now.getTime() / 1_000 + 20, now)).toEqual(now);
  expect(provedAtOf(now.getTime() / 1_000 - 60, now)).toEqual(new Date('2026-11-23T11:59:00Z'));
});
