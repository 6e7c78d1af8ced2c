import { expect, test } from '@jest/globals';
import { vouch } from '@portal/infra/rpc';
import { testActor, testConfig } from '@portal/infra/testing';
import { readVoucher, VoucherReader } from '../src/rpc/voucher.js';

const { keys } = testConfig();
const now = Date.parse('2026-03-02T15:00:00Z');
const person = vouch(keys, testActor({ role: 'COUNTY' }), now);
const voucher = person.voucher ?? '';

test('a checked voucher yields the actor for whom the identity service issued the voucher', () => {
  const reader = new VoucherReader(keys, 'search');
  const said = readVoucher(keys, 'search', voucher, now);
  const bearer = { ...person, role: 'TRIMIN' as const };
  expect(reader.read(bearer, voucher, now)).toEqual(said);
  expect(reader.read(bearer, voucher, now + 1_000)).toEqual(said);
});

test('S41 a checked voucher expires after five minutes', () => {
  const reader = new VoucherReader(keys, 'search');
  reader.read(person, voucher, now);
  expect(() => reader.read(person, voucher, now + 300_001)).toThrow('too old');
});

test('S41 an actor is checked again if the voucher has changed since the last check', () => {
  const reader = new VoucherReader(keys, 'search');
  const bearer = { ...person };
  reader.read(bearer, voucher, now);
  const changed = voucher.replace('"COUNTY"', '"TRIMIN"');
  bearer.voucher = changed;
  expect(() => reader.read(bearer, changed, now)).toThrow('nobody vouches');
});

test('the actor of a voucher is frozen, so that no command can change it for later commands', () => {
  const reader = new VoucherReader(keys, 'search');
  const actor = reader.read(person, voucher, now);
  expect(() => Object.assign(actor, { role: 'TRIMIN' })).toThrow(TypeError);
  expect(reader.read(person, voucher, now).role).toBe('COUNTY');
});
