import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { sectionDefaults, type SectionValue } from '@portal/proto/config/sections';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import { boundsOf, checkAmount, mayDeposit, surchargeOf } from '../src/deposits/deposit.rules.js';
import { percentOf } from '../src/prices/card-fee.rules.js';

type Escrow = SectionValue<'escrow'>;
const escrow = (over: Partial<Escrow> = {}): Escrow => ({
  ...sectionDefaults('escrow'),
  reloadByCreditCard: true,
  ...over,
});
const payer = (terms: Partial<AccountTerms>, over: Partial<Actor> = {}): Actor => {
  const actor = testActor(over);
  return { ...actor, terms: actor.terms && { ...actor.terms, ...terms } };
};

describe('the right to add to escrow by card', () => {
  test.each(['USER', 'ACCOUNT'] as const)('includes %s of an account that pays from escrow', (role) => {
    expect(mayDeposit(payer({}, { role }), escrow())).toBe(true);
  });

  test.each(['GUEST', 'COUNTY', 'TRIMIN', 'ANONYMOUS', 'SYSTEM'] as const)('never includes %s', (role) => {
    expect(mayDeposit(payer({}, { role }), escrow())).toBe(false);
  });

  test.each(['INVOICE', 'CREDIT_CARD'] as const)('excludes all users who pay by %s', (paymentMethod) => {
    expect(mayDeposit(payer({ paymentMethod }), escrow())).toBe(false);
  });

  test('excludes a user without an account', () => {
    expect(mayDeposit(payer({}, { account: null }), escrow())).toBe(false);
  });

  test('excludes a user without terms', () => {
    expect(mayDeposit(testActor({ terms: null }), escrow())).toBe(false);
  });

  test('excludes all users where the county takes no cards for escrow', () => {
    expect(mayDeposit(payer({}), escrow({ reloadByCreditCard: false }))).toBe(false);
  });
});

describe('a percentage of an amount', () => {
  test.each([
    ['is rounded from 27.5 to 28 cents for 2.75 % of 10.00', 1_000n, 275n, 28n],
    ['is exact for 2.75 % of 100.00', 10_000n, 275n, 275n],
    ['becomes zero just below half a cent', 1n, 4_999n, 0n],
    ['becomes one cent at half a cent', 1n, 5_000n, 1n],
    ['is one cent for 1 % of 1.49', 149n, 100n, 1n],
    ['is two cents for 1 % of 1.50', 150n, 100n, 2n],
    [
      'is exact for an amount that no float holds exactly',
      900_719_925_474_099_301n,
      10_000n,
      900_719_925_474_099_301n,
    ],
  ])('%s', (_what, cents, basisPoints, expected) => {
    expect(percentOf(cents, basisPoints)).toBe(expected);
  });
});

describe('the surcharge of a deposit', () => {
  const percent = {
    applySurcharge: true,
    creditCardSurchargeMethod: 'percent',
    creditCardSurchargePercent: 275,
    creditCardSurcharge: 150,
  } as const;

  test('is a percentage of the deposit, rounded to cents', () => {
    expect(surchargeOf(escrow(percent), 1_000n)).toBe(28n);
  });

  test('is the same for each amount when it is flat', () => {
    const flat = escrow({ ...percent, creditCardSurchargeMethod: 'dollars' });
    expect([surchargeOf(flat, 1n), surchargeOf(flat, 100_000n)]).toEqual([150n, 150n]);
  });

  test('is zero where the county has none', () => {
    expect(surchargeOf(escrow({ ...percent, applySurcharge: false }), 1_000n)).toBe(0n);
  });

  test('is zero on a deposit of zero', () => {
    expect(surchargeOf(escrow({ ...percent, creditCardSurchargeMethod: 'dollars' }), 0n)).toBe(0n);
  });
});

describe('before the user types an amount, the window shows', () => {
  const county = {
    ...{ minReloadAmount: 1_000, maxReloadAmount: 50_000, applySurcharge: true },
    ...{ creditCardSurcharge: 150, creditCardSurchargePercent: 275 },
  };

  test('both bounds of a deposit, and the surcharge in percent', () => {
    expect(boundsOf(escrow({ ...county, creditCardSurchargeMethod: 'percent' }))).toEqual({
      ...{ min: 1_000, max: 50_000, surchargeMethod: 'percent', surchargeRate: 275 },
    });
  });

  test('the flat surcharge', () => {
    expect(boundsOf(escrow({ ...county, creditCardSurchargeMethod: 'dollars' }))).toMatchObject({
      ...{ surchargeMethod: 'dollars', surchargeRate: 150 },
    });
  });

  test('no surcharge where the county asks for none', () => {
    expect(boundsOf(escrow({ ...county, applySurcharge: false }))).toMatchObject({
      ...{ surchargeMethod: null, surchargeRate: 0 },
    });
  });

  test('no upper bound where the county sets none', () => {
    expect(boundsOf(escrow({ ...county, maxReloadAmount: 0 })).max).toBeNull();
  });
});

describe('the amount of a deposit', () => {
  const bounded = escrow({ minReloadAmount: 1_000, maxReloadAmount: 50_050 });

  test.each([0, -1, -5_000])('is refused when it is %i cents', (cents) => {
    expect(checkAmount(bounded, cents)).toMatchObject({ ok: false, code: 'AMOUNT_NOT_POSITIVE' });
  });

  test('may be the minimum, and a cent less is refused with an answer that names the minimum', () => {
    expect(checkAmount(bounded, 1_000)).toMatchObject({ ok: true, value: 1_000n });
    expect(checkAmount(bounded, 999)).toMatchObject({
      ...{ ok: false, code: 'AMOUNT_TOO_SMALL', params: { min: '$10.00' } },
    });
  });

  test('may be the maximum, and a cent more is refused with an answer that names the maximum', () => {
    expect(checkAmount(bounded, 50_050)).toMatchObject({ ok: true, value: 50_050n });
    expect(checkAmount(bounded, 50_051)).toMatchObject({
      ...{ ok: false, code: 'AMOUNT_TOO_LARGE', params: { max: '$500.50' } },
    });
  });

  test('may be one cent or a million dollars in a county without bounds', () => {
    expect(checkAmount(escrow(), 1)).toMatchObject({ ok: true, value: 1n });
    expect(checkAmount(escrow(), 100_000_000)).toMatchObject({ ok: true, value: 100_000_000n });
  });
});
