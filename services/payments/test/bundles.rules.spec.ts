import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { bundleFunding, bundlesOf, monthEnd } from '../src/add-ons/add-on.rules.js';
import type { CountyTerms } from '../src/prices/payment-terms.js';
import { newPayer } from './payers.js';

const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 0, cost: 0 };
const fifty = { ...line, numberOfPages: 50, cost: 2_000 };
const twenty = { ...line, numberOfPages: 20, cost: 1_000 };
const county: Pick<CountyTerms, 'flatFee' | 'flatFeeOverride'> = {
  flatFee: { chargingImages: true, rates: [fifty] },
  flatFeeOverride: sectionDefaults('flatFeeOverride'),
};
const adminReload = { ...county.flatFeeOverride, accountAdminReload: true };
const withAdmins = { ...county, flatFeeOverride: adminReload };

describe('the right to buy bundles is decided for', () => {
  const flatFee = { accountType: 'FLAT_FEE' } as const;

  test.each([
    ['a user', newPayer(flatFee), withAdmins, undefined],
    ['a user whose account lets its users buy', newPayer({ ...flatFee, userReload: true }), county, 'ESCROW'],
    ['an administrator', newPayer(flatFee, { role: 'ACCOUNT' }), county, undefined],
    [
      'an administrator whose account lets its users buy',
      newPayer({ ...flatFee, userReload: true }, { role: 'ACCOUNT' }),
      county,
      undefined,
    ],
    [
      'an administrator in a county that lets administrators buy',
      newPayer(flatFee, { role: 'ACCOUNT' }),
      withAdmins,
      'ESCROW',
    ],
    [
      'an administrator who pays by invoice',
      newPayer({ ...flatFee, paymentMethod: 'INVOICE' }, { role: 'ACCOUNT' }),
      withAdmins,
      'INVOICE',
    ],
    [
      'an administrator who pays by card, although no bundle is paid by card',
      newPayer({ ...flatFee, paymentMethod: 'CREDIT_CARD' }, { role: 'ACCOUNT' }),
      withAdmins,
      undefined,
    ],
    [
      'an administrator without an account',
      { ...newPayer(flatFee, { role: 'ACCOUNT' }), account: null },
      withAdmins,
      undefined,
    ],
    ['a user who pays by use', newPayer({ userReload: true }), withAdmins, undefined],
    ['a user without terms', { ...newPayer(flatFee), terms: null }, withAdmins, undefined],
    ['a guest', newPayer({ ...flatFee, userReload: true }, { role: 'GUEST' }), withAdmins, undefined],
    ['staff', newPayer({ ...flatFee, userReload: true }, { role: 'COUNTY' }), withAdmins, undefined],
  ] as const)('%s', (_who, actor, terms, funding) => {
    expect(bundleFunding(actor, terms)).toBe(funding);
  });
});

test('C2-52 an account administrator may buy bundles if accountAdminReload is set, whatever countyAdminReload is', () => {
  const funding = (countyAdminReload: boolean, accountAdminReload: boolean) =>
    bundleFunding(newPayer({ accountType: 'FLAT_FEE' }, { role: 'ACCOUNT' }), {
      ...county,
      flatFeeOverride: { ...county.flatFeeOverride, countyAdminReload, accountAdminReload },
    });
  expect([funding(true, false), funding(false, true), funding(true, true), funding(false, false)]).toEqual([
    ...[undefined, 'ESCROW', 'ESCROW', undefined],
  ]);
});

describe('the bundles on sale in a county', () => {
  const offered = (...rates: (typeof line)[]) =>
    bundlesOf({ ...county, flatFee: { chargingImages: true, rates } });

  test('are those of the flat-fee override as soon as that override has an option', () => {
    expect(bundlesOf(withAdmins)).toEqual([{ value: '1', images: 50, cost: 2_000 }]);
    const own = { ...adminReload, rates: [{ ...line, option: false }, twenty] };
    expect(bundlesOf({ ...county, flatFeeOverride: own })).toEqual([{ value: '2', images: 20, cost: 1_000 }]);
  });

  test('C2-52 are those of the flat-fee override only where the county lets administrators buy', () => {
    const own = { ...adminReload, accountAdminReload: false, rates: [twenty] };
    expect(bundlesOf({ ...county, flatFeeOverride: own })).toEqual([{ value: '1', images: 50, cost: 2_000 }]);
  });

  test('keep their numbers when an option before them is switched off', () => {
    expect(offered({ ...fifty, option: false }, twenty).map(({ value }) => value)).toEqual(['2']);
  });

  test('exclude an option without images', () => {
    expect(offered(line)).toEqual([]);
  });

  test('give no number of images for an unlimited option, whatever number was typed', () => {
    expect(
      offered({ ...line, unlimitedNumberOfPages: true }, { ...fifty, unlimitedNumberOfPages: true }),
    ).toEqual([
      { value: '1', images: null, cost: 0 },
      { value: '2', images: null, cost: 2_000 },
    ]);
  });
});

describe('the end of a month by the county’s clock', () => {
  const endAt = (timeZone: string, now: string): string =>
    monthEnd(timeZone, { now: () => new Date(now) }).toISOString();

  test('is the first moment of the next month', () => {
    expect(endAt('America/Chicago', '2026-06-15T12:00:00Z')).toBe('2026-07-01T05:00:00.000Z');
  });

  test('is in the next year for December', () => {
    expect(endAt('America/Chicago', '2026-12-15T12:00:00Z')).toBe('2027-01-01T06:00:00.000Z');
  });

  test('is the next midnight if the county’s clock shows the last second of October', () => {
    expect(endAt('Pacific/Saipan', '2026-10-31T13:59:59Z')).toBe('2026-10-31T14:00:00.000Z');
  });

  test('is the end of November if the county’s clock shows the first moment of November', () => {
    expect(endAt('Pacific/Saipan', '2026-10-31T14:00:00Z')).toBe('2026-11-30T14:00:00.000Z');
  });
});
