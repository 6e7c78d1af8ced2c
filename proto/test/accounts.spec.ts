import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { latestInAdvance, usDate } from '../src/dates.js';
import { fieldFaults } from '../src/field-faults.js';
import {
  accountEntry,
  accountForm,
  accountListRequest,
  flatFeeUsageRequest,
  needsLandLinkAccount,
  paymentMethodsOf,
  postsToLandLink,
  type AccountForm,
} from '../src/http/accounts.js';

const entry = {
  name: 'Birch Hollow Land Trust',
  accountType: 'A_LA_CARTE',
  paymentMethod: 'ESCROW',
  imageChargeMethod: 'DOCUMENT',
  certificateChargeMethod: 'DOCUMENT',
  ...{ monthlyFee: 2_500, flatFeeRateLevel: 0 },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '' },
  ...{ landLinkAccount: '10447', postToLandLink: true, lastTasks: '06/01/2026' },
  ...{ imageRetrieval: true, previewRetrieval: true, certificateRetrieval: false },
  ...{ certificatePreviewRetrieval: false, userReload: false },
} as const;
const form: AccountForm = { ...entry, monthlyFee: '25.00', flatFeeRateLevel: '0' };

/** The fields at fault; the server and the form must agree on them. */
const faults = (over: object): Record<string, string> => {
  const ofEntry = z.safeParse(accountEntry, { ...entry, ...over });
  const ofForm = z.safeParse(accountForm(entry.name), {
    ...{ ...form, ...over },
    ...('flatFeeRateLevel' in over && { flatFeeRateLevel: String(over.flatFeeRateLevel) }),
  });
  const [server, browser] = [ofEntry, ofForm].map(({ error }) => (error ? fieldFaults(error) : {}));
  expect(browser).toEqual(server);
  return server ?? {};
};

describe('an account entry is checked for', () => {
  test.each([
    [
      'C2-31 letters in the LandLink account',
      { landLinkAccount: '10A' },
      { landLinkAccount: 'panel:numericAccount' },
    ],
    ['C2-32 a LandLink account of 10 digits', { landLinkAccount: '1234567890' }, {}],
    [
      'C2-32 a LandLink account of 11 digits',
      { landLinkAccount: '12345678901' },
      { landLinkAccount: 'panel:digitsMax?n=10' },
    ],
    ['C2-38 an address of 50 characters', { address: 'x'.repeat(50) }, {}],
    [
      'C2-38 an address of 51 characters',
      { address: 'x'.repeat(51) },
      { address: 'panel:charactersMax?n=50' },
    ],
    ['C2-39 a city of 50 characters', { city: 'x'.repeat(50) }, {}],
    ['C2-39 a city of 51 characters', { city: 'x'.repeat(51) }, { city: 'panel:charactersMax?n=50' }],
    ['C2-40 an e-mail address of 50 characters', { email: `${'x'.repeat(44)}@ex.us` }, {}],
    [
      'C2-40 an e-mail address of 51 characters',
      { email: `${'x'.repeat(45)}@ex.us` },
      { email: 'panel:charactersMax?n=50' },
    ],
    ['C2-41 a zip of 4 digits', { zip: '5569' }, { zip: 'person:zipDigits' }],
    ['C2-41 a zip of 5 digits', { zip: '55699' }, {}],
    ['C2-42 a letter in the zip', { zip: '5569O' }, { zip: 'forms:numbersOnly' }],
    ['C2-44 a phone number of 13 characters', { phone: '(218) 555-018' }, { phone: 'panel:accountPhone' }],
    ['C2-44 a phone number of 14 characters', { phone: '(218) 555-0187' }, {}],
    ['C2-45 a missing day of the last tasks', { lastTasks: '' }, { lastTasks: 'forms:required' }],
    ['tasks that are done a year in advance', { lastTasks: usDate(latestInAdvance()) }, {}],
    ['tasks that are done until 9999', { lastTasks: '01/01/9999' }, { lastTasks: 'panel:moreThanYearAhead' }],
    ['a day that does not exist', { lastTasks: '02/30/2026' }, { lastTasks: 'forms:invalidDate' }],
    ['C2-46 blanks around a text', { zip: ' 55699 ', landLinkAccount: ' 1 ' }, {}],
    [
      'C2-46 a required text of only blanks',
      { landLinkAccount: '  ' },
      { landLinkAccount: 'forms:required' },
    ],
    ['a state that does not exist', { state: 'ZZ' }, { state: 'forms:required' }],
    ['the number of a card', { address: '4111 1111 1111 1111' }, { address: 'forms:cardNumber' }],
    [
      'C2-20 a flat-fee account that pays by card',
      { accountType: 'FLAT_FEE', paymentMethod: 'CREDIT_CARD', postToLandLink: false, landLinkAccount: '' },
      { paymentMethod: 'panel:paymentMethodOfType' },
    ],
  ])('%s', (_, over, fields) => {
    expect(faults(over)).toEqual(fields);
  });

  const blank = { landLinkAccount: '' };
  const card = { paymentMethod: 'CREDIT_CARD' };
  const needed = { landLinkAccount: 'forms:required' };
  test.each([
    ['C2-33 in an A La Carte account that pays from escrow', {}, needed],
    ['C2-33 in an A La Carte account that pays by invoice', { paymentMethod: 'INVOICE' }, needed],
    [
      'C2-34 in a flat-fee account with a rate level',
      { accountType: 'FLAT_FEE', flatFeeRateLevel: 1 },
      needed,
    ],
    ['C2-36 in a flat-fee account without a rate level', { accountType: 'FLAT_FEE' }, {}],
    [
      'C2-35 in an account that pays by card and posts to LandLink',
      { ...card, postToLandLink: true },
      needed,
    ],
    [
      'C2-36 in an account that pays by card and does not post to LandLink',
      { ...card, postToLandLink: false },
      {},
    ],
  ])('a missing LandLink account: %s', (_, over, fields) => {
    expect(faults({ ...blank, ...over })).toEqual(fields);
  });

  test('C2-28 C2-29 C2-30 a new account’s name that is missing or too long', () => {
    const nameFault = (known: string | undefined, name: string) => {
      const { error } = z.safeParse(accountForm(known), { ...form, name });
      return error ? fieldFaults(error).name : undefined;
    };
    expect(nameFault(undefined, ' ')).toBe('forms:required');
    expect(nameFault(undefined, 'x'.repeat(61))).toBe('panel:charactersMax?n=60');
    expect(nameFault(undefined, 'x'.repeat(60))).toBeUndefined();
    expect(nameFault('x'.repeat(70), 'x'.repeat(70))).toBeUndefined();
  });

  test.each(['', 'abc', '1.234', '-1', '1000000', '2,5', '1,00'])(
    'an invalid monthly fee: %p',
    (monthlyFee) => {
      const { error } = z.safeParse(accountForm(entry.name), { ...form, monthlyFee });
      expect(error && fieldFaults(error)).toEqual({ monthlyFee: 'forms:invalidAmount' });
    },
  );
});

test('C2-16 a rate level is 0 to 5, and images are charged by document or by page', () => {
  for (const flatFeeRateLevel of [0, 5])
    expect(z.safeParse(accountEntry, { ...entry, accountType: 'FLAT_FEE', flatFeeRateLevel }).success).toBe(
      true,
    );
  for (const over of [{ flatFeeRateLevel: 6 }, { flatFeeRateLevel: -1 }, { imageChargeMethod: 'BYTE' }])
    expect(z.safeParse(accountEntry, { ...entry, ...over }).success).toBe(false);
});

test('C2-19 C2-20 the account type limits the payment methods, and only card payments can be kept out of LandLink', () => {
  const all = ['ESCROW', 'INVOICE', 'CREDIT_CARD'] as const;
  expect(paymentMethodsOf('A_LA_CARTE', all)).toEqual(all);
  expect(paymentMethodsOf('FLAT_FEE', all)).toEqual(['ESCROW', 'INVOICE']);
  expect(paymentMethodsOf('A_LA_CARTE', ['INVOICE'])).toEqual(['INVOICE']);
  expect(postsToLandLink('INVOICE', false)).toBe(true);
  expect(postsToLandLink('CREDIT_CARD', false)).toBe(false);
  expect(needsLandLinkAccount({ ...entry, paymentMethod: 'CREDIT_CARD' })).toBe(true);
});

test('C2-03 by default the account list shows all accounts, ordered by name', () => {
  expect(z.parse(accountListRequest, {})).toEqual({
    ...{ filterText: '', statusType: 'ALL', includeInactive: true, page: 1 },
    ...{ sortKey: 'name', sortDirection: 'ASC' },
  });
});

test.each([
  [0, true],
  [999_999, true],
  [-1, false],
  [1_000_000, false],
  [1.5, false],
])('a new balance of %p images is valid: %p', (imagesRemaining, right) => {
  const key = '00000000-0000-4000-8000-000000000000';
  expect(z.safeParse(flatFeeUsageRequest, { imagesRemaining, key }).success).toBe(right);
});
