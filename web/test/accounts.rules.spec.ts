import { describe, expect, test } from '@jest/globals';
import type { AccountForm, AccountListRequest, OpenedAccount } from '@portal/proto/http/accounts';
import type { PaymentMethod } from '@portal/proto/roles';
import {
  accountEntryOf,
  accountFormOf,
  levelText,
  offeredMethods,
  rateLevels,
} from '../src/features/accounts/account-entry.rules.js';
import {
  accountsAskedFor,
  accountsPath,
  addressOf,
  cashierPathOf,
  pathOf,
  usersPathOf,
} from '../src/features/accounts/accounts.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';

describe('the paths of accounts', () => {
  test.each([
    ['accountPageAccess', `/controlPanel/accountPageAccess/${id}/North%20%26%20Sons`],
    ['accountReload', `/controlPanel/accountReload/${id}/North%20%26%20Sons`],
    ['accountTasks', `/controlPanel/accountTasks/${id}/North%20%26%20Sons`],
  ] as const)('contain the id and the name of the account: %s', (page, path) => {
    expect(pathOf(page, id, 'North & Sons')).toBe(path);
  });

  test('lead to the list, and to the cashier page of one account', () => {
    expect([accountsPath, cashierPathOf(id)]).toEqual(['/controlPanel/accounts', `/accounts/${id}/cashier`]);
  });

  test('C2-10 lead to the list of users, limited to the users of one account', () => {
    expect(usersPathOf(id, 'North & Sons')).toBe(`/userManager?accountId=${id}&accountName=North+%26+Sons`);
  });
});

describe('the URL of the account list', () => {
  const whole: AccountListRequest = {
    ...{ filterText: '', statusType: 'ALL', includeInactive: true },
    ...{ sortKey: 'name', sortDirection: 'ASC', page: 1 },
  };
  const askedFor = (address: string): AccountListRequest => accountsAskedFor(new URLSearchParams(address));

  test('without a query string asks for the first page of all accounts, inactive ones included, ordered by name', () => {
    expect(askedFor('')).toEqual(whole);
    expect(addressOf(whole).toString()).toBe('');
  });

  test.each<[string, Partial<AccountListRequest>]>([
    ['statusType=NB', { statusType: 'NB' }],
    ['filterText=north', { filterText: 'north' }],
    ['sortKey=monthlyFee', { sortKey: 'monthlyFee' }],
    ['sortDirection=DESC', { sortDirection: 'DESC' }],
    ['page=2', { page: 2 }],
    ['page=1000000', { page: 1_000_000 }],
    [
      'statusType=I&filterText=north&sortKey=accountType&sortDirection=DESC&page=3',
      {
        ...{ statusType: 'I', filterText: 'north', sortKey: 'accountType' },
        ...{ sortDirection: 'DESC', page: 3 },
      },
    ],
  ])('has the filters and the order: ?%s', (address, over) => {
    expect(askedFor(address)).toEqual({ ...whole, ...over });
    expect(addressOf({ ...whole, ...over }).toString()).toBe(address);
  });

  test.each([
    ...['statusType=P', 'statusType=nb', 'sortKey=city', 'sortDirection=down', 'sortDirection=desc'],
    ...['page=0', 'page=-1', 'page=1.5', 'page=two', 'page=', 'page=1000001', 'includeInactive=false'],
  ])('with the value ?%s, which the list cannot have, asks for the default instead', (address) => {
    expect(askedFor(address)).toEqual(whole);
  });

  test('filters by at most 100 characters', () => {
    expect(askedFor(`filterText=${'x'.repeat(99)}yz`).filterText).toBe(`${'x'.repeat(99)}y`);
  });
});

const everySwitch = [
  ...(['postToLandLink', 'imageRetrieval', 'previewRetrieval', 'certificateRetrieval'] as const),
  ...(['certificatePreviewRetrieval', 'userReload'] as const),
];
type Switches = Record<(typeof everySwitch)[number], boolean>;
const fields: Omit<AccountForm, keyof Switches | 'monthlyFee' | 'flatFeeRateLevel'> = {
  ...{ name: 'North Title', accountType: 'FLAT_FEE', paymentMethod: 'INVOICE' },
  ...{ address: '1 Main St', city: 'Two Harbors', state: 'MN', zip: '55616' },
  ...{ phone: '(218) 555-0142', email: 'office@title.example', lastTasks: '06/01/2026' },
  ...{ landLinkAccount: '10447', imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'PAGE' },
};
/** All switches off, except the given one. */
const only = (on?: keyof Switches): Switches =>
  Object.fromEntries(everySwitch.map((each) => [each, each === on])) as Switches;

const opened: OpenedAccount = {
  ...{ ...fields, ...only(), id, status: 'A', version: '3', saved: undefined },
  ...{ monthlyFee: 123_456, flatFeeRateLevel: 2 },
  ...{ needsBilling: true, needsImageRenewal: true, userCount: 4, torrens: true, countyAdminReload: true },
  ...{ monthlyFeeDescription: '$1,234.56', accountTypeDescription: 'Flat fee' },
  paymentMethodDescription: 'Invoice',
  countyConfigFlatFee: [
    { level: 2, description: '100 images' },
    { level: 4, description: '400 images' },
  ],
  paymentMethods: ['ESCROW', 'CREDIT_CARD'],
};
const form: AccountForm = { ...fields, ...only(), monthlyFee: '1,234.56', flatFeeRateLevel: '2' };

describe('the form of an account', () => {
  test('has the fields that can be edited, with the fee in dollars', () => {
    expect(accountFormOf(opened)).toEqual(form);
  });

  test.each(everySwitch)('shows the switch %s, independent of the others', (on) => {
    expect(accountFormOf({ ...opened, ...only(on) })).toEqual({ ...form, ...only(on) });
  });
});

describe('the account that a form sends', () => {
  const sent = { ...fields, ...only('postToLandLink'), monthlyFee: 123_456, flatFeeRateLevel: 2 };

  test('has the fee in cents, and the rate level as a number', () => {
    expect(accountEntryOf(form)).toEqual(sent);
  });

  test('has no rate level if the account pays per use', () => {
    expect(accountEntryOf({ ...form, accountType: 'A_LA_CARTE' })).toEqual({
      ...{ ...sent, accountType: 'A_LA_CARTE', flatFeeRateLevel: 0 },
    });
  });

  test.each<[PaymentMethod, boolean, boolean]>([
    ['CREDIT_CARD', false, false],
    ['CREDIT_CARD', true, true],
    ['ESCROW', false, true],
    ['INVOICE', false, true],
  ])(
    'C2-19 (payment by %s, LandLink posting chosen: %s) has LandLink posting: %s',
    (paymentMethod, chosen, posts) => {
      expect(accountEntryOf({ ...form, paymentMethod, postToLandLink: chosen })).toEqual({
        ...{ ...sent, paymentMethod, postToLandLink: posts },
      });
    },
  );
});

describe('the payment methods that the form of an account offers', () => {
  test('C2-20 include the card only for an account that pays per use', () => {
    const account = { paymentMethods: opened.paymentMethods, paymentMethod: 'ESCROW' } as const;
    expect(offeredMethods('A_LA_CARTE', account)).toEqual(['ESCROW', 'CREDIT_CARD']);
    expect(offeredMethods('FLAT_FEE', account)).toEqual(['ESCROW']);
  });

  test("include the account's current method, even if the county does not accept the method any more", () => {
    expect(offeredMethods('FLAT_FEE', opened)).toEqual(['ESCROW', 'INVOICE']);
  });
});

describe('the rate levels of a flat fee', () => {
  const t: Translate = (key, values) => `${key} ${JSON.stringify(values)}`;

  test('in the form are 0 (no level), those that the county has switched on, and the current one', () => {
    expect(rateLevels(opened)).toEqual([0, 2, 4]);
    expect(rateLevels({ ...opened, flatFeeRateLevel: 5 })).toEqual([0, 2, 4, 5]);
    expect(rateLevels({ countyConfigFlatFee: [], flatFeeRateLevel: 0 })).toEqual([0]);
  });

  test("have the county's descriptions, but level 0 and a level that is switched off have texts of the portal", () => {
    expect([2, 4, 0, 1].map((level) => levelText(t, opened, level))).toEqual([
      ...['100 images', '400 images'],
      ...['accounts:entry.noLevel {"level":0}', 'accounts:entry.levelOff {"level":1}'],
    ]);
  });
});
