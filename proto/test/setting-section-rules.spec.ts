import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { returnForm } from '@portal/proto/http/efile-queue';
import { checkSection } from '@portal/proto/config/section-rules';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';

const faultsOf = (name: Parameters<typeof checkSection>[0], value: unknown) => {
  const answer = checkSection(name, value);
  return answer.ok ? {} : answer.fields;
};

test.each(sectionNames)('a new county can save %s unchanged', (name) => {
  expect(faultsOf(name, sectionDefaults(name))).toEqual({});
});

test('the contact e-mail of the office is empty or an address', () => {
  const faults = (contactEmail: string) => faultsOf('common', { contactEmail });
  for (const fine of ['', 'recorder@lake.example']) expect(faults(fine)).toEqual({});
  for (const wrong of ['nobody', 'recorder@', 'a b@lake.example'])
    expect(faults(wrong)).toEqual({ contactEmail: 'panel:emailForm' });
});

test('C5-10 the default search must be enabled', () => {
  const search = { enabled: ['searchByName'], defaultSearch: 'searchByName' };
  expect(faultsOf('search', search)).toEqual({});
  expect(faultsOf('search', { ...search, defaultSearch: 'searchByPlat' })).toEqual({
    defaultSearch: 'panel:defaultSearchNotEnabled',
  });
});

describe('links', () => {
  const link = (heading: string, paragraphContent = 'https://www.lake.example/') => ({
    heading,
    paragraphContent,
  });
  const linksOf = (...paragraphs: unknown[]) => faultsOf('loginPageLinks', { paragraphs });

  test('C4-30 have descriptions of one or two words on the login page', () => {
    expect(linksOf(link('Forms'), link('County  home'), link('', ''))).toEqual({});
    expect(linksOf(link('Forms'), link('The county home'))).toEqual({
      'paragraphs.1.heading': 'panel:oneOrTwoWords',
    });
  });

  test('number at most twelve on the login page', () => {
    expect(linksOf(...Array(12).fill(link('Forms')))).toEqual({});
    expect(Object.keys(linksOf(...Array(13).fill(link('Forms'))) ?? {})).toEqual(['paragraphs']);
  });

  test.each(['loginPageLinks', 'homeExternalLinks'] as const)(
    'need a description and a URL in the section %s',
    (name) => {
      expect(faultsOf(name, { paragraphs: [link('')] })).toEqual({
        'paragraphs.0.heading': 'forms:required',
      });
      expect(faultsOf(name, { paragraphs: [link('Forms', '')] })).toEqual({
        'paragraphs.0.paragraphContent': 'forms:required',
      });
    },
  );

  test('may have longer descriptions on the home page', () => {
    expect(faultsOf('homeExternalLinks', { paragraphs: [link('Recording requirements and fees')] })).toEqual(
      {},
    );
  });
});

test('C6-02 C6-03 a lockout requires a message for the login page and another for the headline', () => {
  expect(faultsOf('userLockout', { messageLogin: '', messageHeadline: ' \n' })).toEqual({
    messageLogin: 'forms:required',
    messageHeadline: 'forms:required',
  });
});

test('C4-43 the number of hours after which e-mails expire is required, and is at least 1', () => {
  const hours = (emaileExpireIn: unknown) => faultsOf('loginPageRegistration', { emaileExpireIn });
  expect(hours(1)).toEqual({});
  expect(hours(0)).toEqual({ emaileExpireIn: 'panel:orMore?n=1' });
  expect(hours(null)).toEqual({ emaileExpireIn: 'forms:required' });
});

describe('the rules of purges', () => {
  test('C6-10 keep users for 365 days at least', () => {
    const after = (automaticPurgeAfterDays: number, automaticPurge = true) =>
      faultsOf('userPurgeSchedule', { automaticPurge, automaticPurgeAfterDays });
    expect(after(365)).toEqual({});
    expect(after(364)).toEqual({ automaticPurgeAfterDays: 'panel:orMore?n=365' });
    expect(after(364, false)).toEqual({});
  });

  test('C6-19 keep the audit log for 60 days at least', () => {
    const after = (automaticPurgeAfterDays: number) =>
      faultsOf('auditLogPurgeSchedule', { automaticPurge: true, automaticPurgeAfterDays });
    expect(after(60)).toEqual({});
    expect(after(59)).toEqual({ automaticPurgeAfterDays: 'panel:orMore?n=60' });
  });
});

test.each([
  ['userAccess', { maxloginAttempts: 0 }, { maxloginAttempts: 'panel:orMore?n=1' }],
  ['userAccess', { maxloginAttempts: 101 }, { maxloginAttempts: 'panel:orLess?n=100' }],
  [
    'userPurgeSchedule',
    { automaticPurge: true, automaticPurgeAfterDays: 36_501 },
    { automaticPurgeAfterDays: 'panel:orLess?n=36500' },
  ],
  [
    'flatFee',
    { rates: [{ option: true, numberOfPages: 1_000_000, cost: 0 }] },
    { 'rates.0.numberOfPages': 'panel:orLess?n=999999' },
  ],
] as const)(
  'the section %s refuses %j, and the error states the lowest or highest number that is allowed',
  (name, value, faults) => {
    expect(faultsOf(name, value)).toEqual(faults);
  },
);

test('C5-19 the inactivity limit is at most 120 minutes', () => {
  expect(faultsOf('userAccess', { inactivityTimeLimitPeriod: 120 })).toEqual({});
  expect(faultsOf('userAccess', { inactivityTimeLimitPeriod: 121 })).toEqual({
    inactivityTimeLimitPeriod: 'panel:orLess?n=120',
  });
});

test('an enabled e-file acknowledgment requires a statement', () => {
  const efile = { efile: true, acknowledgement: true };
  expect(faultsOf('efile', efile)).toEqual({ acknowledgementStatement: 'forms:required' });
  expect(faultsOf('efile', { ...efile, acknowledgementStatement: 'I am entitled.' })).toEqual({});
  expect(faultsOf('efile', { ...efile, acknowledgement: false })).toEqual({});
  expect(faultsOf('efile', { ...efile, efile: false })).toEqual({});
  expect(faultsOf('efile', { ...efile, acknowledgementStatement: ' \n' })).toEqual({
    acknowledgementStatement: 'forms:required',
  });
});

test('a county that accepts e-filed documents needs at least one reason for sending a document back', () => {
  for (const returnReasons of ['', ' \n \n'])
    expect(faultsOf('efile', { efile: true, returnReasons })).toEqual({ returnReasons: 'forms:required' });
  expect(faultsOf('efile', { efile: true, returnReasons: 'Other' })).toEqual({});
  expect(faultsOf('efile', { efile: false, returnReasons: '' })).toEqual({});
});

test('a reason to send a document back may fill the whole setting, and the office can still choose it', () => {
  const returnReasons = 'x'.repeat(2_000);
  expect(faultsOf('efile', { efile: true, returnReasons })).toEqual({});
  expect(z.safeParse(returnForm, { reasons: [returnReasons], note: '' }).success).toBe(true);
});

describe("the sign-in by the county's identity provider", () => {
  const offered = {
    ...{ staffSignIn: true, providerName: 'Lake County', issuer: 'https://id.lake.example' },
    ...{ clientId: 'portal', groups: [{ group: 'records' }] },
  };

  test('can be saved with a name, an issuer, a client and a group', () => {
    expect(faultsOf('staffSignIn', offered)).toEqual({});
  });

  test.each(['http://localhost:9999', 'http://127.0.0.1:9999'])(
    'can be saved with %s, an issuer on the same machine',
    (issuer) => expect(faultsOf('staffSignIn', { ...offered, issuer })).toEqual({}),
  );

  test('cannot be offered without a name, an issuer, a client and a group', () => {
    expect(faultsOf('staffSignIn', { staffSignIn: true, groups: [{ group: ' ' }] })).toEqual({
      providerName: 'forms:required',
      issuer: 'forms:required',
      clientId: 'forms:required',
      'groups.0.group': 'forms:required',
    });
    expect(faultsOf('staffSignIn', { staffSignIn: false, groups: [] })).toEqual({});
  });

  test.each([
    [{ providerName: ' ' }, 'providerName'],
    [{ issuer: '' }, 'issuer'],
    [{ clientId: ' ' }, 'clientId'],
    [{ groups: [] }, 'groups.0.group'],
    [{ groupsClaim: ' ' }, 'groupsClaim'],
  ])('cannot be offered with %j, and the message is at the field %s', (over, field) => {
    expect(faultsOf('staffSignIn', { ...offered, ...over })).toEqual({ [field]: 'forms:required' });
  });

  test('cannot be saved without the scope openid', () => {
    const scopes = (text: string) => faultsOf('staffSignIn', { ...offered, scopes: text });
    expect(scopes('profile email')).toEqual({ scopes: 'panel:scopes' });
    expect(scopes('profile openid')).toEqual({});
  });

  test.each([
    'id.lake.example',
    'http://id.lake.example',
    'https://id.lake.example?tenant=1',
    'https://id.lake.example#top',
    'https://name:word@id.lake.example',
    'file:///etc/passwd',
  ])('refuses the issuer %s', (issuer) => {
    expect(faultsOf('staffSignIn', { ...offered, issuer })).toEqual({ issuer: 'panel:issuer' });
  });
});

test('C4-42 C6-09 C6-18 a new county has the defaults of the specification, and its purges are off', () => {
  expect(sectionDefaults('loginPageRegistration').emaileExpireIn).toBe(4);
  for (const purge of ['userPurgeSchedule', 'auditLogPurgeSchedule'] as const) {
    expect(sectionDefaults(purge)).toMatchObject({ automaticPurge: false });
    expect(sectionDefaults(purge).automaticPurgeAfterDays).toBeGreaterThan(0);
  }
});

test('C4-03 C4-06 news and links have rows of heading and paragraphContent, and nothing else', () => {
  const row = { heading: 'Forms', paragraphContent: 'https://lake.example/forms' };
  for (const name of ['homeLatestNews', 'homeExternalLinks', 'loginPageLinks'] as const) {
    const answer = checkSection(name, { paragraphs: [{ ...row, more: 'x' }] });
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.value.paragraphs[0]).toEqual(row);
  }
});

test.each([
  ['', undefined],
  ['guest.user', undefined],
  ['guest', 'person:minimum?n=8'],
  ['guest user', 'forms:username'],
  [' guest.user', 'forms:username'],
  ['guest..user', 'person:usernameSpecials'],
  ['guest.user.', 'person:usernameEnds'],
  ['4111111111111111', 'forms:cardNumber'],
])('the guest’s username follows the rules of usernames: "%s"', (guestUserName, issue) => {
  const faults = faultsOf('userAccess', { guestUserName });
  expect(faults).toEqual(issue === undefined ? {} : { guestUserName: issue });
});
