import { describe, expect, test } from '@jest/globals';
import { passwordForm } from '../src/http/password-rules.js';
import { standardPhone } from '../src/http/person-fields.js';
import { profile, profileForm } from '../src/http/profile.js';
import { forgotPasswordForm, forgotUsernameForm } from '../src/http/recovery.js';
import { signUpForm, signUpRequest } from '../src/http/registration.js';

const person = {
  username: 'carol.stone',
  firstName: 'Carol',
  lastName: 'Stone',
  company: '',
  address: '12 Shore Road',
  city: 'Two Harbors',
  state: 'MN',
  zip: '55616',
  email: 'carol@example.test',
  phoneFormatType: 'STANDARD',
  phone: '(218) 555-0101',
  password: 'Tidy-Barn!1',
};

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly Issue[] } };
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
/** Message of each field at fault. */
const faults = (schema: Schema, value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
const without = (name: string): Record<string, unknown> => {
  const rest: Record<string, unknown> = { ...person };
  delete rest[name];
  return rest;
};
const registering = (over: object): Record<string, string> => faults(signUpRequest, { ...person, ...over });
const { username: _username, password: _password, ...profileFields } = person;
const changing = (over: object): Record<string, string> => faults(profile, { ...profileFields, ...over });
const long = (n: number): string => 'a'.repeat(n);

describe('the form of a registration', () => {
  test('is accepted with valid answers', () => {
    expect(registering({})).toEqual({});
  });

  test.each('username email password firstName lastName address city state zip phone'.split(' '))(
    'A3-10 requires %s, and refuses a missing, empty or blank value',
    (name) => {
      expect(faults(signUpRequest, without(name))[name]).toBeDefined();
      expect(registering({ [name]: '' })).toEqual({ [name]: 'forms:required' });
      if (name !== 'password') expect(registering({ [name]: '   ' })).toEqual({ [name]: 'forms:required' });
    },
  );

  test('A3-11 has an optional company', () => {
    expect(faults(signUpRequest, without('company'))).toEqual({});
  });

  test('A3-12 A3-13 requires a username of 8 to 50 characters', () => {
    expect(registering({ username: long(7) })).toEqual({ username: 'person:minimum?n=8' });
    expect(registering({ username: long(8) })).toEqual({});
    expect(registering({ username: long(50) })).toEqual({});
    expect(registering({ username: long(51) })).toEqual({ username: 'person:maximum?n=50' });
  });

  test.each(['carol stone', 'carol-stone', 'cärol.stone', 'carol+stone', 'carol/stone'])(
    'A3-14 allows only letters, digits, dots, underscores and @ in a username: %s',
    (username) => {
      expect(registering({ username })).toEqual({ username: 'forms:username' });
    },
  );
  test('A3-14 accepts an e-mail address as the username', () => {
    expect(registering({ username: 'carol_s@example.test' })).toEqual({});
  });

  test.each(['.carol.stone', 'carol.stone.', '_carolstone', 'carolstone@'])(
    'A3-15 requires a letter or digit at both ends of a username: %s',
    (username) => {
      expect(registering({ username })).toEqual({ username: 'person:usernameEnds' });
    },
  );
  test.each(['carol..stone', 'carol._stone', 'carol@@stone'])(
    'A3-16 refuses consecutive special characters in a username: %s',
    (username) => {
      expect(registering({ username })).toEqual({ username: 'person:usernameSpecials' });
    },
  );

  const passwords: [string, string, string | undefined][] = [
    ['A3-17 7 characters', 'Tidy!12', 'forms:passwordMinimum'],
    ['A3-17 8 characters', 'Tidy!123', undefined],
    ['A3-18 64 characters', 'Ab1!'.repeat(16), undefined],
    ['A3-18 65 characters', `${'Ab1!'.repeat(16)}x`, 'forms:passwordMaximum'],
    ['A3-19 no letter', '12345678!', 'forms:passwordCharacters'],
    ['A3-20 no digit', 'Tidy-Barn!', 'forms:passwordCharacters'],
    ['A3-21 no special character', 'TidyBarn1-', 'forms:passwordCharacters'],
  ];
  test.each(passwords)('checks a password with %s', (_what, password, fault) => {
    expect(registering({ password })).toEqual(fault ? { password: fault } : {});
  });
  test.each([...'!@#$%^&'])('A3-21 accepts %s as a special character of passwords', (sign) => {
    expect(registering({ password: `TidyBarn1${sign}` })).toEqual({});
  });

  test('A3-22 requires a confirmation that matches', () => {
    const form = { ...person, standardPhone: person.phone, internationalPhone: '' };
    expect(faults(signUpForm, { ...form, passwordConfirm: '' })).toEqual({
      passwordConfirm: 'forms:required',
    });
    expect(faults(signUpForm, { ...form, passwordConfirm: 'Tidy-Barn!2' })).toEqual({
      passwordConfirm: 'person:mismatched',
    });
    expect(faults(signUpForm, { ...form, passwordConfirm: person.password })).toEqual({});
  });

  test('reports all faults of a form at once', () => {
    const empty = { ...person, username: '', zip: 'x', standardPhone: '', internationalPhone: '' };
    expect(faults(signUpForm, { ...empty, passwordConfirm: '' })).toEqual({
      username: 'forms:required',
      zip: 'forms:numbersOnly',
      standardPhone: 'forms:required',
      passwordConfirm: 'forms:required',
    });
  });

  test('A3-33 A6-20 trims texts, but not passwords', () => {
    expect(signUpRequest.parse({ ...person, firstName: '  Carol ', password: ' Tidy-Barn!1' })).toMatchObject(
      {
        firstName: 'Carol',
        password: ' Tidy-Barn!1',
      },
    );
    expect(profile.parse({ ...profileFields, city: ' Ely ' })).toMatchObject({ city: 'Ely' });
  });

  test('requires a state from the list and a well-formed e-mail address', () => {
    expect(registering({ state: 'XX' })).toEqual({ state: 'forms:required' });
    for (const email of ['carol', 'carol@', '@example.test', 'carol@exa mple.test', 'carol@-example.test'])
      expect(registering({ email })).toEqual({ email: 'person:emailForm' });
  });

  test('S29 refuses a card number in every field', () => {
    const card = '4111 1111 1111 1111';
    for (const name of ['firstName', 'lastName', 'company', 'address', 'city'])
      for (const check of [registering, changing])
        expect(check({ [name]: card })).toEqual({ [name]: 'forms:cardNumber' });
    const inside = { email: '4111111111111111@example.test', username: 'a4111111111111111' };
    expect(registering(inside)).toEqual({ email: 'forms:cardNumber', username: 'forms:cardNumber' });
  });

  test('S26 refuses control characters in a name', () => {
    expect(registering({ firstName: 'Ca\u0000rol' })).toEqual({ firstName: 'forms:invalidCharacters' });
    expect(registering({ lastName: 'Stone\r\nBcc: x' })).toEqual({ lastName: 'forms:invalidCharacters' });
  });
});

describe.each([
  [
    'registration',
    registering,
    ['A3-23', 'A3-24', 'A3-25', 'A3-26', 'A3-27', 'A3-28', 'A3-30', 'A3-31', 'A3-32'],
  ],
  ['profile', changing, ['A6-10', 'A6-11', 'A6-12', 'A6-13', 'A6-14', 'A6-15', 'A6-17', 'A6-18', 'A6-19']],
] as const)('in the form of a %s,', (_form, check, ids) => {
  test(`${ids[0]} names have at most 30 characters`, () => {
    for (const name of ['firstName', 'lastName']) {
      expect(check({ [name]: long(30) })).toEqual({});
      expect(check({ [name]: long(31) })).toEqual({ [name]: 'person:maximum?n=30' });
    }
  });
  test(`${ids[1]} the company has at most 60 characters`, () => {
    expect(check({ company: long(60) })).toEqual({});
    expect(check({ company: long(61) })).toEqual({ company: 'person:maximum?n=60' });
  });
  test(`${ids[2]} address, city and e-mail have at most 50 characters`, () => {
    for (const name of ['address', 'city']) {
      expect(check({ [name]: long(50) })).toEqual({});
      expect(check({ [name]: long(51) })).toEqual({ [name]: 'person:maximum?n=50' });
    }
    expect(check({ email: `${long(38)}@example.com` })).toEqual({});
    expect(check({ email: `${long(39)}@example.com` })).toEqual({ email: 'person:maximum?n=50' });
  });
  test(`${ids[3]} the zip has 5 digits`, () => {
    for (const zip of ['5561', '556160']) expect(check({ zip })).toEqual({ zip: 'person:zipDigits' });
  });
  test(`${ids[4]} the zip has numbers only`, () => {
    for (const zip of ['5561a', '55616-1']) expect(check({ zip })).toEqual({ zip: 'forms:numbersOnly' });
  });
  test(`${ids[5]} a phone number in the standard format has exactly the form (nnn) nnn-nnnn`, () => {
    for (const phone of ['(218) 555-010', '218-555-0101', '2185550101', '(218) 555-01011'])
      expect(check({ phone })).toEqual({ phone: 'person:phoneStandard' });
  });
  const international = (phone: string) => check({ phoneFormatType: 'INTERNATIONAL', phone });
  test(`${ids[6]} an international phone has at least 7 digits`, () => {
    expect(international('123456')).toEqual({ phone: 'person:phoneMinimum?n=7' });
    expect(international('1234567')).toEqual({});
  });
  test(`${ids[7]} an international phone has digits only`, () => {
    for (const phone of ['+4915112345', '49 151 12345', '49-151-12345'])
      expect(international(phone)).toEqual({ phone: 'person:phoneInternational' });
  });
  test(`${ids[8]} an international phone has at most 15 digits`, () => {
    expect(international(`${'1'.repeat(15)}`)).toEqual({});
    expect(international(`${'1'.repeat(16)}`)).toEqual({ phone: 'person:phoneMaximum?n=15' });
  });
});

describe('the rules of recovery and profile', () => {
  test('A6-09 require names and an e-mail address in a profile, and nothing else', () => {
    const { firstName, lastName, email } = person;
    expect(faults(profile, { firstName, lastName, email })).toEqual({});
    const empty = { company: '', address: '', city: '', state: '', zip: '', phone: '' };
    expect(changing(empty)).toEqual({});
    const form = { ...profileFields, ...empty, standardPhone: '', internationalPhone: ' ' };
    for (const phoneFormatType of ['STANDARD', 'INTERNATIONAL'])
      expect(faults(profileForm, { ...form, phoneFormatType })).toEqual({});
    expect(changing({ zip: '5561', state: 'XX', phone: '555' })).toEqual({
      zip: 'person:zipDigits',
      state: 'forms:required',
      phone: 'person:phoneStandard',
    });
    expect(changing({ email: '' })).toEqual({ email: 'forms:required' });
  });

  test('A6-09 require first and last name', () => {
    expect(changing({ firstName: '', lastName: ' ' })).toEqual({
      firstName: 'forms:required',
      lastName: 'forms:required',
    });
  });

  test('A4-02 A4-08 A4-09 require the e-mail to recover a username, and e-mail and username to recover a password', () => {
    expect(faults(forgotUsernameForm, { email: '' })).toEqual({ email: 'forms:required' });
    expect(faults(forgotPasswordForm, { username: '', email: '' })).toEqual({
      username: 'forms:required',
      email: 'forms:required',
    });
  });

  const passwords: [string, string, string | undefined][] = [
    ['A6-27 7 characters', 'Tidy!12', 'forms:passwordMinimum'],
    ['A6-27 8 characters', 'Tidy!123', undefined],
    ['A6-28 64 characters', 'Ab1!'.repeat(16), undefined],
    ['A6-28 65 characters', `${'Ab1!'.repeat(16)}x`, 'forms:passwordMaximum'],
    ['A6-29 no letter', '12345678!', 'forms:passwordCharacters'],
    ['A6-30 no digit', 'Tidy-Barn!', 'forms:passwordCharacters'],
    ['A6-31 no special character', 'TidyBarn1-', 'forms:passwordCharacters'],
  ];
  test.each(passwords)('check a new password with %s', (_what, password, fault) => {
    expect(faults(passwordForm, { password, passwordConfirm: password })).toEqual(
      fault ? { password: fault } : {},
    );
  });

  test('A4-16 A4-17 A6-26 A6-32 require both password fields, which must match', () => {
    expect(faults(passwordForm, { password: '', passwordConfirm: '' })).toEqual({
      password: 'forms:required',
      passwordConfirm: 'forms:required',
    });
    expect(faults(passwordForm, { password: 'Tidy-Barn!1', passwordConfirm: 'Tidy-Barn!2' })).toEqual({
      passwordConfirm: 'person:mismatched',
    });
  });
});

test.each([
  ['2', '(2'],
  ['218', '(218'],
  ['2185', '(218) 5'],
  ['218555', '(218) 555'],
  ['2185550', '(218) 555-0'],
  ['2185550101', '(218) 555-0101'],
  ['218.555.0101 99', '(218) 555-0101'],
  ['(218) 555-0101', '(218) 555-0101'],
  ['', ''],
  ['abc', ''],
])('A3-29 A6-16 the typed phone %s becomes %s', (typed, shown) => {
  expect(standardPhone(typed)).toBe(shown);
  expect(shown.length).toBeLessThanOrEqual(14);
});
