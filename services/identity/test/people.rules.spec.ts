import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { sectionDefaults } from '@portal/proto/config/sections';
import { searchTypes } from '@portal/proto/http/search-types';
import { roles } from '@portal/proto/roles';
import type { Account } from '@portal/proto/rpc/identity';
import { maySaveAccounts, sameAccount, termsOf } from '../src/accounts/account.rules.js';
import { codeListScope } from '../src/code-lists/code-list.rules.js';
import { accountOf, namesIn } from '../src/registration/registration.rules.js';
import {
  base32,
  codeOf,
  isRecoveryCode,
  KEY_BYTES,
  newRecoveryCodes,
  plainCode,
  stepAt,
  stepOf,
} from '../src/second-factor/totp.rules.js';
import {
  idleSince,
  isActive,
  isLockedOut,
  limitsOf,
  LONGEST_MS,
  sessionOf,
  whyOver,
  type CountyRules,
  type LiveSession,
} from '../src/sessions/session.rules.js';
import {
  countsForLock,
  KNOWN_MS,
  refusalOf,
  usernameKey,
  type Candidate,
} from '../src/sign-in/sign-in.rules.js';
import { isTicket, lifeOf } from '../src/tickets/ticket.rules.js';
import { officeMayManage, passwordFault, sameUser, type UserFields } from '../src/users/user.rules.js';

const actor = testActor();
const account = accountOf('a1', 'Office', sectionDefaults('payments'));

describe('accounts', () => {
  test('opened by registration are charged per use: from escrow if the county takes escrow but no cards, otherwise by card', () => {
    const methods = (...paymentMethods: ('CREDIT_CARD' | 'ESCROW' | 'INVOICE')[]) =>
      accountOf('a1', 'Office', { ...sectionDefaults('payments'), paymentMethods });
    expect(methods('CREDIT_CARD', 'ESCROW')).toEqual({
      id: 'a1',
      name: 'Office',
      status: 'A',
      searchList: null,
      terms: {
        accountType: 'A_LA_CARTE',
        paymentMethod: 'CREDIT_CARD',
        imageChargeMethod: 'PAGE',
        certificateChargeMethod: 'DOCUMENT',
        imageRetrieval: true,
        previewRetrieval: true,
        certificateRetrieval: true,
        certificatePreviewRetrieval: true,
        userReload: false,
      },
    });
    expect(methods('ESCROW', 'INVOICE').terms.paymentMethod).toBe('ESCROW');
    expect(methods('INVOICE').terms.paymentMethod).toBe('CREDIT_CARD');
    expect(namesIn({ county: 'lake', username: 'jane', email: 'j.doe@example.com@x' })).toEqual([
      'lake',
      'jane',
      'j.doe',
    ]);
  });

  test('can be saved only by staff and by the portal itself', () => {
    const may = [...roles, 'SYSTEM', 'ANONYMOUS'].filter((role) =>
      maySaveAccounts({ ...actor, role: role as typeof actor.role }),
    );
    expect(may.sort()).toEqual(['COUNTY', 'SYSTEM', 'TRIMIN']);
  });

  const terms = (over: object): Account => ({ ...account, terms: { ...account.terms, ...over } });

  test.each([
    [{ ...account, name: 'Other' }],
    [{ ...account, status: 'I' as const }],
    [terms({ accountType: 'FLAT_FEE' })],
    [terms({ paymentMethod: 'INVOICE' })],
    [terms({ imageChargeMethod: 'DOCUMENT' })],
    [terms({ certificateChargeMethod: 'PAGE' })],
    [terms({ imageRetrieval: false })],
    [terms({ previewRetrieval: false })],
    [terms({ certificateRetrieval: false })],
    [terms({ certificatePreviewRetrieval: false })],
    [terms({ userReload: true })],
    [{ ...account, searchList: ['searchByName' as const] }],
    [{ ...account, searchList: [] }],
  ])('count as different if one field differs: case %#', (other) => {
    expect(sameAccount(account, other)).toBe(false);
    expect(sameAccount(other, account)).toBe(false);
    expect(sameAccount(other, structuredClone(other))).toBe(true);
  });

  test('take each of their terms from the database column of that term', () => {
    const own = { ...account.terms, previewRetrieval: false, certificatePreviewRetrieval: false };
    expect(termsOf({ ...own, name: 'x' } as typeof own)).toEqual(own);
    const turned = { ...own, imageRetrieval: false, certificateRetrieval: false, userReload: true };
    expect(termsOf(turned)).toEqual(turned);
  });

  test('are equal only if their lists of searches contain the same kinds', () => {
    const withList = (...searchList: ('searchByName' | 'searchByDate')[]): Account => ({
      ...account,
      searchList,
    });
    expect(sameAccount(withList('searchByName'), withList('searchByDate'))).toBe(false);
    expect(sameAccount(withList('searchByName'), withList('searchByName', 'searchByDate'))).toBe(false);
    expect(sameAccount(withList('searchByName'), withList('searchByName'))).toBe(true);
  });

  test.each([
    ['SYSTEM', 'a', 'NONE'],
    ['ANONYMOUS', 'a', 'NONE'],
    ['TRIMIN', 'a', 'COUNTY'],
    ['COUNTY', null, 'COUNTY'],
    ['ACCOUNT', 'a', { account: 'a' }],
    ['ACCOUNT', null, 'NONE'],
    ['USER', 'a', 'NONE'],
  ] as const)(
    'are in the choice lists of a user with the role %s and the account %p to this extent: %p',
    (role, of, scope) => {
      expect(codeListScope({ ...actor, role, account: of })).toEqual(scope);
    },
  );
});

describe('codes of an authenticator', () => {
  const key = Buffer.from('12345678901234567890');

  test.each([
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238: at second %d, the code is %s', (second, code) => {
    const time = new Date(second * 1_000);
    expect(codeOf(key, stepAt(time))).toBe(code);
    const step = Math.floor(second / 30);
    for (const off of [-30_000, 0, 30_000])
      expect(stepOf(key, code, new Date(time.getTime() + off))).toBe(step);
    for (const off of [-60_000, 60_000])
      expect(stepOf(key, code, new Date(time.getTime() + off))).toBeUndefined();
    for (const wrong of [`${code}0`, `0${code}`, code.slice(1), ''])
      expect(stepOf(key, wrong, time)).toBeUndefined();
  });

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('have a key that is written in base32 as in RFC 4648: %j becomes %s', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  test('can be replaced by ten recovery codes, which may be typed in upper or lower case', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
      expect(isRecoveryCode(plainCode(` ${code.toLowerCase()} `))).toBe(true);
    }
    expect(new Set(Array.from({ length: 20 }, newRecoveryCodes).join('')).size).toBe(34);
    for (const wrong of ['A'.repeat(15), 'A'.repeat(17), `${'A'.repeat(15)}1`, 'a'.repeat(16)])
      expect(isRecoveryCode(wrong)).toBe(false);
    expect(plainCode('12 3-4\t5a')).toBe('12345A');
    expect(KEY_BYTES).toBe(20);
  });
});

const candidate: Candidate = {
  ...{ id: '', username: 'jane', hash: '', status: 'A', account: null, accountStatus: null },
  ...{ role: 'USER', knownHere: false, knownAnywhere: false, passwordSetAt: null, factorAddedAt: null },
};
const lockout = (lockoutInPlace: boolean) => ({
  userLockout: { ...sectionDefaults('userLockout'), lockoutInPlace },
});

describe('the rules for users', () => {
  test.each([
    [{ status: 'L' }, 'USER_LOCKED'],
    [{ status: 'P' }, 'USER_PENDING'],
    [{ status: 'I' }, 'USER_INACTIVE'],
    [{ accountStatus: 'I' }, 'USER_INACTIVE'],
    [{ accountStatus: 'A' }, undefined],
    [{}, undefined],
  ] as const)('answer a sign-in of %j with the refusal %p', (over, refusal) => {
    expect(refusalOf({ ...candidate, ...over }, lockout(false))).toBe(refusal);
  });

  test('let only staff sign in during a lockout', () => {
    expect(refusalOf(candidate, lockout(true))).toBe('SYSTEM_LOCKOUT');
    for (const role of ['COUNTY', 'TRIMIN'] as const)
      expect(refusalOf({ ...candidate, role }, lockout(true))).toBeUndefined();
    expect(isLockedOut('USER', lockout(false).userLockout)).toBe(false);
  });

  test('allow usernames of 1 to 100 printable characters but no spaces, and count the network of a sign-in as known for 90 days', () => {
    expect([usernameKey('A'), usernameKey('x'.repeat(100)), usernameKey('!~')]).toEqual([
      'a',
      'x'.repeat(100),
      '!~',
    ]);
    expect(['x'.repeat(101), 'a b', '\x7f', ''].map(usernameKey)).toEqual(Array(4).fill(undefined));
    expect(KNOWN_MS).toBe(7_776_000_000);
    const access = { ...sectionDefaults('userAccess'), limitLoginAttempts: true };
    expect(countsForLock({ ...candidate, knownHere: true }, access)).toBe(true);
    expect(countsForLock({ ...candidate, role: 'COUNTY' }, access)).toBe(true);
  });

  test('let TRIMIN and the portal manage all users and let COUNTY manage all except TRIMIN users; ACCOUNT and USER manage nobody', () => {
    const may = (role: string, other: 'TRIMIN' | 'COUNTY' | 'USER') =>
      officeMayManage({ ...actor, role: role as typeof actor.role }, other);
    expect([may('SYSTEM', 'TRIMIN'), may('TRIMIN', 'TRIMIN'), may('COUNTY', 'COUNTY')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([may('COUNTY', 'TRIMIN'), may('ACCOUNT', 'USER'), may('USER', 'USER')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  const someone: UserFields = {
    ...{ username: 'jane', firstName: 'Jane', lastName: 'Doe', email: 'j@example.com' },
    ...{ role: 'USER', status: 'A', language: 'ENGLISH', account: 'a1' },
  } as UserFields;
  test.each(['username', 'firstName', 'lastName', 'email', 'role', 'status', 'language', 'account'])(
    'treat users as different if they differ in the field %s',
    (name) => {
      expect(sameUser(someone, { ...someone, [name]: 'other' })).toBe(false);
      expect(sameUser(someone, { ...someone })).toBe(true);
    },
  );

  test.each([
    ['password', 'passwort', 'qwerty', 'letmein', 'welcome', 'iloveyou', '12345678', 'abcd1234', 'landshark'],
  ])('S39 refuse passwords with words that guessing programs try', (...words) => {
    for (const word of words)
      expect(passwordFault(`Zq-${word}!X9k`, 'USER', [])).toBe('forms:passwordGuessed');
  });

  test('S39 refuse passwords that contain names, are common passwords with replaced or added characters, or are too short for staff', () => {
    expect(passwordFault('Zq-Lake!X9kT', 'USER', ['LAKE'])).toBe('forms:passwordGuessed');
    expect(passwordFault('Zq-Lak!X9kT', 'USER', ['lak'])).toBeUndefined();
    for (const common of ['Dragon1!', 'P@ssw0rd', '!Dragon1', 'M0nkey1!', 'Sunsh1n3!'])
      expect([common, passwordFault(common, 'USER', [])]).toEqual([common, 'forms:passwordGuessed']);
    expect(passwordFault('Zq-9kTr!x7p', 'COUNTY', [])).toBe('forms:passwordStaffMinimum');
    expect(passwordFault('Zq-9kTr!x7pw', 'COUNTY', [])).toBeUndefined();
    expect(passwordFault('Zq-9kTr!', 'USER', [])).toBeUndefined();
    expect(passwordFault('Zq-9kTr!', 'COUNTY', [])).toBe('forms:passwordStaffMinimum');
    expect(passwordFault('Zq-9kTr', 'COUNTY', [])).toBe('forms:passwordMinimum');
  });

  test.each([
    ...['M4verick!', 'Mu5tang!', 'Mus7ang!', 'Mu$tang1', 'M!chael1'],
    ...['!!Dragon1', '!Trustno1!', 'Sunshine99!'],
  ])('S39 refuse a common password even with other signs in it or around it: %s', (password) => {
    expect(passwordFault(password, 'USER', [])).toBe('forms:passwordGuessed');
  });

  test('allow a password that would be a common one without the sign in its middle', () => {
    expect(passwordFault('Sun-shine9!', 'USER', [])).toBeUndefined();
  });
});

describe('links in e-mails', () => {
  test('that set a password work for at most an hour, and other links as long as the county says', () => {
    const life = (purpose: Parameters<typeof lifeOf>[0], emaileExpireIn: number): number =>
      lifeOf(purpose, { ...sectionDefaults('loginPageRegistration'), emaileExpireIn });
    expect([life('PASSWORD', 48), life('PASSWORD', 0.5), life('PASSWORD', 1)]).toEqual([
      3_600_000, 1_800_000, 3_600_000,
    ]);
    expect(life('REGISTRATION' as Parameters<typeof lifeOf>[0], 48)).toBe(172_800_000);
  });

  test('contain a ticket of 43 base64url characters', () => {
    expect(isTicket('aZ09_-'.padEnd(43, 'x'))).toBe(true);
    for (const wrong of ['x'.repeat(42), 'x'.repeat(44), '!'.padEnd(43, 'x'), ''])
      expect(isTicket(wrong)).toBe(false);
  });
});

describe('sessions', () => {
  const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
  const rules: CountyRules = {
    county: 'lake',
    languages: ['ENGLISH', 'RUSSIAN'],
    userAccess: {
      ...sectionDefaults('userAccess'),
      inactivityTimeLimit: true,
      inactivityTimeLimitPeriod: 30,
    },
    ...lockout(false),
    search: {
      ...sectionDefaults('search'),
      enabled: ['searchByName', 'searchByTorrensText', 'searchByDate'],
    },
    index: { ...sectionDefaults('index'), torrens: false },
  };
  const now = at('10:10:00');
  const own = { id: 'a1', name: 'Office', status: 'A', searchList: null, terms: account.terms } as const;
  const live: LiveSession = {
    ...{ id: 's1', tokenHash: 'h', language: 'RUSSIAN', endedAt: null, byProvider: false, view: null },
    ...{ createdAt: at('09:00:00'), lastSeen: at('10:00:00'), provedAt: at('09:30:00') },
    user: {
      ...{ id: 'u1', username: 'jane', firstName: 'Jane', lastName: 'Doe' },
      ...{ role: 'USER', status: 'A', account: own },
    },
  };

  test('contain the data that other services need', () => {
    expect(sessionOf(live, rules, now)).toEqual({
      actor: {
        ...{ county: 'lake', user: 'u1', username: 'jane', account: 'a1', role: 'USER' },
        ...{ session: 's1', language: 'RUSSIAN', terms: account.terms },
      },
      user: {
        ...{
          id: 'u1',
          username: 'jane',
          firstName: 'Jane',
          lastName: 'Doe',
          role: 'USER',
          language: 'RUSSIAN',
        },
        ...{ account: { id: 'a1', name: 'Office' }, terms: account.terms },
        searchList: ['searchByName', 'searchByDate'],
      },
      expiresAt: '2026-03-02T10:31:00.000Z',
      provedAt: '2026-03-02T09:30:00.000Z',
      byProvider: false,
    });
    const alone = sessionOf({ ...live, user: { ...live.user, account: null } }, rules, now);
    expect([alone.actor.account, alone.actor.terms, alone.user.account, alone.user.terms]).toEqual(
      Array(4).fill(null),
    );
    const english = sessionOf(live, { ...rules, languages: ['ENGLISH'] }, now);
    expect([english.actor.language, english.user.language]).toEqual(['ENGLISH', 'ENGLISH']);
    const torrens = {
      ...{ ...rules, index: { ...rules.index, torrens: true } },
      search: { ...rules.search, searchAccess: 'configurable' as const },
    };
    const narrow = { ...own, searchList: ['searchByTorrensText', 'searchByPlat'] as const };
    const narrowed = sessionOf({ ...live, user: { ...live.user, account: narrow } }, torrens, now);
    expect(narrowed.user.searchList).toEqual(['searchByTorrensText']);
    const same = sessionOf({ ...live, user: { ...live.user, account: narrow } }, rules, now);
    expect(same.user.searchList).toEqual(['searchByName', 'searchByDate']);
    expect(searchTypes).toContain('searchByPlat');
  });

  test('end with a reason: expired, deactivated, or ended by staff', () => {
    const why = (over: object, time = '10:30:59', now = rules) =>
      whyOver({ ...live, user: { ...live.user, ...over } }, now, at(time));
    expect([why({}), why({}, '10:31:00')]).toEqual([undefined, 'EXPIRED']);
    expect([why({ status: 'I' }), why({ account: { ...own, status: 'I' } })]).toEqual([
      'DEACTIVATED',
      'DEACTIVATED',
    ]);
    expect(why({}, '10:00:00', { ...rules, ...lockout(true) })).toBe('ENDED_BY_STAFF');
    expect(why({ role: 'COUNTY' }, '10:00:00', { ...rules, ...lockout(true) })).toBeUndefined();
    expect([isActive(live.user), isActive({ ...live.user, account: null })]).toEqual([true, true]);
  });

  test('end twelve hours after the sign-in, or earlier if the county limits inactivity', () => {
    expect(LONGEST_MS).toBe(43_200_000);
    const without = { ...rules.userAccess, inactivityTimeLimit: false };
    expect(limitsOf(live, without)).toEqual({ expiresAt: at('21:00:00'), copySeconds: 60 });
    const short = { ...rules.userAccess, inactivityTimeLimitPeriod: 2 };
    expect(limitsOf(live, short)).toEqual({ expiresAt: at('10:02:30'), copySeconds: 30 });
    expect(idleSince(at('10:02:30'), short)).toEqual(at('10:00:00'));
  });
});
