import { describe, expect, test } from '@jest/globals';
import type { CardKeysTyped } from '@portal/proto/http/card-keys';
import {
  endOf,
  losesSignatureKey,
  mayBeOnePerson,
  merchantChange,
  merchantOf,
  sourceOf,
  type InUse,
} from '../src/card-keys/card-keys.rules.js';
import type { Merchant } from '../src/cards/card-credentials.js';

const typed = (over: Partial<CardKeysTyped> = {}): CardKeysTyped => ({
  ...{ merchant: 'lake-1', loginId: 'login-2', transactionKey: 'transaction key 2', signatureKey: '' },
  ...over,
});
/** The keys of the merchant lake-1 before a change. */
const keysOf = (over: Partial<Merchant> = {}): Merchant => ({
  ...{ merchant: 'lake-1', loginId: 'login-1', transactionKey: 'transaction key 1', currency: 'USD' },
  ...{ signatureKey: 'key 1', signatureKeyEncoding: 'text' },
  ...over,
});
const inUse = (over: Partial<InUse> = {}): InUse => ({
  ...{ merchant: 'lake-1', keys: keysOf(), account: undefined, hasSignatureKey: true, sealed: 'sealed' },
  ...over,
});

describe('new keys', () => {
  const change = (over: Partial<Merchant>, account: string | undefined, before: InUse | undefined): string =>
    merchantChange({ keys: keysOf(over), account }, before);

  test('are the first keys of a county without a merchant', () => {
    expect(change({}, '100', undefined)).toBe('FIRST');
  });

  test('are keys of another merchant if the merchant id differs, even with the same login id and account', () => {
    expect(change({ merchant: 'lake-2' }, '100', inUse({ account: '100' }))).toBe('OTHER');
  });

  test('are keys of the same account if merchant id and login id are the same, even if the provider names no account', () => {
    expect(change({ transactionKey: 'new' }, undefined, inUse())).toBe('SAME');
  });

  test.each([
    ['the same account', '100', '100', 'SAME'],
    ['another account', '200', '100', 'MISTAKEN'],
    ['no account for the new keys', undefined, '100', 'OTHER'],
    ['no account for the keys in use', '100', undefined, 'OTHER'],
    ['no account for either of them', undefined, undefined, 'OTHER'],
  ])('are judged by the account if the login id differs: %s', (_what, next, before, expected) => {
    expect(change({ loginId: 'login-2' }, next, inUse({ account: before }))).toBe(expected);
  });

  test('are judged by the account alone if the keys in use can no longer be opened', () => {
    expect(change({}, '100', inUse({ keys: undefined, account: '100' }))).toBe('SAME');
    expect(change({}, '200', inUse({ keys: undefined, account: '100' }))).toBe('MISTAKEN');
  });
});

test('an approver may be the person who entered the keys, under another user, if somebody else set up the approver’s sign-in less than 14 days ago', () => {
  const setAt = new Date('2026-11-01T12:00:00.000Z');
  expect(mayBeOnePerson(setAt, new Date('2026-11-15T11:59:59.999Z'))).toBe(true);
  expect(mayBeOnePerson(setAt, new Date('2026-11-15T12:00:00.000Z'))).toBe(false);
  expect(mayBeOnePerson(undefined, setAt)).toBe(false);
});

describe('a merchant loses its signature key', () => {
  const locked = inUse({ keys: undefined });

  test('if its stored keys cannot be opened and no new signature key is typed', () => {
    expect(losesSignatureKey(typed(), locked)).toBe(true);
  });

  test.each<[string, CardKeysTyped, InUse | undefined]>([
    ['a new signature key is typed', typed({ signatureKey: 'key 2' }), locked],
    ['the stored keys can be opened', typed(), inUse()],
    ['the keys are for another merchant', typed({ merchant: 'lake-2' }), locked],
    ['the merchant had no signature key', typed(), inUse({ keys: undefined, hasSignatureKey: false })],
    ['the county had no merchant', typed(), undefined],
  ])('but not if %s', (_what, keys, before) => {
    expect(losesSignatureKey(keys, before)).toBe(false);
  });
});

describe('the merchant made from typed keys', () => {
  const made = {
    ...{ merchant: 'lake-1', loginId: 'login-2', transactionKey: 'transaction key 2', currency: 'USD' },
    signatureKeyEncoding: 'text',
  };

  test('has no signature key if none was typed and the county had no merchant', () => {
    expect(merchantOf(typed(), undefined)).toStrictEqual(made);
  });

  test('has the typed signature key, which is read as text', () => {
    expect(merchantOf(typed({ signatureKey: 'key 2' }), undefined)).toStrictEqual({
      ...{ ...made, signatureKey: 'key 2' },
    });
  });

  test('keeps its signature keys and their encoding if none was typed', () => {
    const before = {
      signatureKey: 'ab01',
      previousSignatureKey: 'ab00',
      signatureKeyEncoding: 'hex',
    } as const;
    expect(merchantOf(typed(), keysOf(before))).toStrictEqual({ ...made, ...before });
  });

  test('accepts its former signature key as well after a new one was typed', () => {
    const before = keysOf({ previousSignatureKey: 'key 0' });
    expect(merchantOf(typed({ signatureKey: 'key 2' }), before)).toStrictEqual({
      ...{ ...made, signatureKey: 'key 2', previousSignatureKey: 'key 1' },
    });
  });

  test('keeps its previous signature key if the present one was typed again', () => {
    const before = keysOf({ previousSignatureKey: 'key 0' });
    expect(merchantOf(typed({ signatureKey: 'key 1' }), before)).toStrictEqual({
      ...{ ...made, signatureKey: 'key 1', previousSignatureKey: 'key 0' },
    });
  });

  test('reads a typed signature key as hexadecimal if the former signature key is hexadecimal, so that both can be used', () => {
    const before = keysOf({ signatureKey: 'ab01', signatureKeyEncoding: 'hex' });
    expect(merchantOf(typed({ signatureKey: 'AB02' }), before)).toStrictEqual({
      ...{ ...made, signatureKey: 'AB02', previousSignatureKey: 'ab01', signatureKeyEncoding: 'hex' },
    });
  });

  test.each(['key 2', 'ab0', 'ab0g', 'zzab02', 'ab02zz'])(
    'reads the typed signature key %s as text because the key is not hexadecimal',
    (signatureKey) => {
      const before = keysOf({ signatureKey: 'ab01', signatureKeyEncoding: 'hex' });
      expect(merchantOf(typed({ signatureKey }), before)).toMatchObject({
        ...{ signatureKey, signatureKeyEncoding: 'text' },
      });
    },
  );

  test('keeps no signature key of another merchant', () => {
    const other = keysOf({ merchant: 'lake-0', previousSignatureKey: 'ab00', signatureKeyEncoding: 'hex' });
    expect(merchantOf(typed(), other)).toStrictEqual(made);
    expect(merchantOf(typed({ signatureKey: 'ab02' }), other)).toStrictEqual({
      ...{ ...made, signatureKey: 'ab02' },
    });
  });
});

test.each([
  ['12345678', '5678'],
  ['north-login-4711', '4711'],
  ['1234567', ''],
])(
  'of the login id %s, staff see %j: the last four characters, unless they are most of a short id',
  (id, end) => {
    expect(endOf(id)).toBe(end);
  },
);

test.each([
  ['OFFICE', true, true],
  ['LOCKED', true, false],
  ['OPERATOR', false, true],
  ['NONE', false, false],
] as const)(
  'the source of the keys is %s if the office entered keys: %s, and keys can be used: %s',
  (source, entered, has) => {
    expect(sourceOf(entered, has)).toBe(source);
  },
);
