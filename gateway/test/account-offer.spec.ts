import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { accountOfferOf, type OfferSections } from '../src/http/account-offer.js';

const county = (own: Partial<OfferSections> = {}): OfferSections => ({
  loginPageRegistration: sectionDefaults('loginPageRegistration'),
  payments: { paymentMethods: ['ESCROW', 'INVOICE'] },
  search: { ...sectionDefaults('search'), enabled: ['searchByName', 'searchByTorrensText'] },
  index: sectionDefaults('index'),
  aLaCarte: {
    ...sectionDefaults('aLaCarte'),
    ...{ searchByName: 150, documentDetails: 25, imageFirstPage: 100, imageAdditionalPages: 50 },
  },
  aLaCarteSpecialRates: sectionDefaults('aLaCarteSpecialRates'),
  creditCardAlternateRates: {
    ...sectionDefaults('creditCardAlternateRates'),
    ...{ searchByName: 200, imageFirstPage: 120, imageAdditionalPages: 60 },
  },
  creditCardExtra: sectionDefaults('creditCardExtra'),
  ...own,
});
const row = {
  documentType: 'A',
  instrumentCode: '',
  ...{ documentRate: 1, firstPageRate: 1, additionalPagesRate: 1 },
};

describe('the prices of a new account', () => {
  test('are the escrow rates if the county takes no cards, and exclude searches that the county does not offer', () => {
    expect(accountOfferOf(county())).toEqual({
      paysBy: 'ESCROW',
      otherWays: ['INVOICE'],
      prices: {
        searches: [{ code: 'searchByName', cents: 150 }],
        details: [{ code: 'documentDetails', cents: 25 }],
        firstPage: 100,
        additionalPages: 50,
        someDiffer: false,
        cardFee: null,
      },
    });
  });

  test('include the fee for paying by card only where a new account pays by card', () => {
    const extra = { ...sectionDefaults('creditCardExtra'), applySurcharge: true };
    const fee = { surchargeMethod: 'percent' as const, surchargePercent: 250, surcharge: 50 };
    const feeOf = (paymentMethods: OfferSections['payments']['paymentMethods'], own = {}) =>
      accountOfferOf(county({ payments: { paymentMethods }, creditCardExtra: { ...extra, ...fee, ...own } }))
        .prices?.cardFee;
    expect(feeOf(['CREDIT_CARD'])).toEqual({ method: 'percent', rate: 250 });
    expect(feeOf(['CREDIT_CARD'], { surchargeMethod: 'dollars' })).toEqual({ method: 'dollars', rate: 50 });
    expect(feeOf(['CREDIT_CARD'], { applySurcharge: false })).toBeNull();
    expect(feeOf(['ESCROW'])).toBeNull();
  });

  test('are the card rates if the county takes cards: alternate rates if they apply, otherwise general rates', () => {
    const payments = { paymentMethods: ['ESCROW' as const, 'CREDIT_CARD' as const] };
    const general = accountOfferOf(county({ payments }));
    expect([general.paysBy, general.otherWays]).toEqual(['CREDIT_CARD', ['ESCROW']]);
    expect(general.prices).toMatchObject({ searches: [{ cents: 150 }], firstPage: 100 });
    const { creditCardAlternateRates: rates } = county();
    const byCard = accountOfferOf(
      county({ payments, creditCardAlternateRates: { ...rates, applyAlternateRates: true } }),
    );
    expect(byCard.prices).toMatchObject({
      searches: [{ code: 'searchByName', cents: 200 }],
      details: [{ cents: 0 }],
      firstPage: 120,
      additionalPages: 60,
    });
  });

  test('include tax liens and certificates only where the county has them', () => {
    const { search, index } = county();
    const offered = accountOfferOf(
      county({
        index: { ...index, torrens: true },
        search: { ...search, enabled: [...search.enabled, 'searchByTaxLien'] },
      }),
    );
    expect(offered.prices?.searches.map(({ code }) => code)).toEqual([
      'searchByName',
      'searchByTorrensText',
      'searchByTaxLien',
    ]);
    expect(offered.prices?.details.map(({ code }) => code)).toEqual(['documentDetails', 'taxLienDetails']);
  });

  test("mention special rates only if the account's payment method uses them", () => {
    const differ = (own: Partial<OfferSections>) => accountOfferOf(county(own)).prices?.someDiffer;
    const payments = { paymentMethods: ['CREDIT_CARD' as const] };
    const { creditCardAlternateRates: rates } = county();
    const special = { applySpecialRates: true, rates: [row] };
    expect(differ({ aLaCarteSpecialRates: special })).toBe(true);
    expect(differ({ aLaCarteSpecialRates: { ...special, applySpecialRates: false } })).toBe(false);
    const alternate = { ...rates, applyAlternateRates: true };
    expect(differ({ payments, aLaCarteSpecialRates: special, creditCardAlternateRates: alternate })).toBe(
      false,
    );
    expect(differ({ payments, creditCardAlternateRates: { ...alternate, rates: [row] } })).toBe(true);
  });

  test('are replaced by the ways to pay if the county hides its prices', () => {
    const hidden = { ...sectionDefaults('loginPageRegistration'), showPrices: false };
    expect(accountOfferOf(county({ loginPageRegistration: hidden }))).toEqual({
      paysBy: 'ESCROW',
      otherWays: ['INVOICE'],
      prices: null,
    });
  });
});
