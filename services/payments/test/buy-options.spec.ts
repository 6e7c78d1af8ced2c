import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import { computeOrder, listAddOns, payOrder, type Quote } from '@portal/proto/rpc/payments';
import type { CountyTerms } from '../src/prices/payment-terms.js';
import { CardSteps } from './card-steps.js';
import { newPayer } from './payments-under-test.js';

const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 0, cost: 0 };
const fifty = { ...line, numberOfPages: 50, cost: 2_000 };
const bundles: Pick<CountyTerms, 'flatFee' | 'flatFeeOverride'> = {
  flatFee: { chargingImages: true, rates: [fifty] },
  flatFeeOverride: sectionDefaults('flatFeeOverride'),
};
const adminReload = { ...bundles.flatFeeOverride, accountAdminReload: true };

describe('the payment options of an order', () => {
  let steps: CardSteps;
  let cardTerms: CountyTerms;
  beforeAll(async () => {
    steps = await CardSteps.start();
    cardTerms = { ...steps.payments.terms.terms, ...bundles };
  });
  beforeEach(() => {
    steps.payments.terms.terms = cardTerms;
  });
  afterAll(() => steps.close());

  const quoteFor = (actor: Actor): Promise<Quote> =>
    steps.payments.rpc.callOrThrow(
      computeOrder,
      { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES', pagesSelected: '1' },
      { actor },
    );
  const optionsFor = async (terms: Partial<AccountTerms>, over: Partial<Actor> = {}) =>
    (await quoteFor(newPayer(terms, over))).options;
  const none = { flatFee: null, escrow: null, creditCard: null };

  test('A10-01 A10-02 A10-10 are bundles for a flat-fee account, a deposit for an escrow account, and an authorization for a card payer', async () => {
    const flatFee = { accountType: 'FLAT_FEE', userReload: true } as const;
    expect(await optionsFor(flatFee)).toEqual({
      ...none,
      flatFee: { bundles: [{ value: '1', images: 50, cost: 2_000 }] },
    });
    expect(await optionsFor({})).toEqual({
      ...none,
      escrow: { min: 1_000, max: 50_000, surchargeMethod: 'percent', surchargeRate: 275 },
    });
    expect(await optionsFor({ paymentMethod: 'CREDIT_CARD' })).toEqual({
      ...none,
      creditCard: { authorized: false },
    });
    for (const role of ['GUEST', 'COUNTY'] as const) expect(await optionsFor({}, { role })).toEqual(none);
    expect(await optionsFor({ paymentMethod: 'INVOICE' })).toEqual(none);
  });

  test('include neither bundles nor a deposit to escrow for a flat-fee account that may not buy bundles', async () => {
    expect(await optionsFor({ accountType: 'FLAT_FEE' })).toEqual(none);
  });

  test('A10-21 are empty where the county neither takes cards for escrow nor preauthorizes cards', async () => {
    const { escrow, creditCardExtra } = cardTerms;
    steps.payments.terms.terms = {
      ...cardTerms,
      escrow: { ...escrow, reloadByCreditCard: false },
      creditCardExtra: { ...creditCardExtra, maxAmount: 0 },
    };
    expect(await optionsFor({})).toEqual(none);
    expect(await optionsFor({ paymentMethod: 'CREDIT_CARD' })).toEqual(none);
  });

  test('A10-16 A11-32 include another card authorization when the rest of the current authorization is too small', async () => {
    const creditCardExtra = { ...cardTerms.creditCardExtra, maxAmount: 250 };
    steps.payments.terms.terms = { ...cardTerms, creditCardExtra };
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    expect(await quoteFor(actor)).toMatchObject({ insufficient: true, beginning: null });
    await steps.authorize(actor);
    const first = await quoteFor(actor);
    expect(first).toMatchObject({ insufficient: false, beginning: 250, ending: 50 });
    const paid = await steps.payments.rpc.callOrThrow(
      payOrder,
      { imageStateGuid: first.imageStateGuid },
      { actor },
    );
    expect(paid.status).toBe('PAID');
    const more = await steps.payments.rpc.callOrThrow(
      computeOrder,
      { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES', pagesSelected: '2' },
      { actor },
    );
    expect(more).toMatchObject({ insufficient: true, options: { creditCard: { authorized: true } } });
    await steps.authorize(actor);
    expect(
      await steps.payments.rpc.callOrThrow(payOrder, { imageStateGuid: more.imageStateGuid }, { actor }),
    ).toMatchObject({ status: 'PAID' });
  });

  test('no longer include bundles after the county has stopped selling them', async () => {
    const actor = newPayer({ accountType: 'FLAT_FEE' }, { role: 'ACCOUNT' });
    steps.payments.terms.terms = { ...cardTerms, flatFeeOverride: adminReload };
    expect((await steps.payments.rpc.call(listAddOns, {}, { actor })).ok).toBe(true);
    steps.payments.terms.terms = cardTerms;
    expect(await steps.payments.rpc.call(listAddOns, {}, { actor })).toEqual({
      ...{ ok: false, code: 'ADD_ON_NOT_OFFERED' },
    });
  });
});
