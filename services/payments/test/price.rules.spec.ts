import { describe, expect, test } from '@jest/globals';
import { sectionDefaults, type SectionValue } from '@portal/proto/config/sections';
import { cardFeeOf, cardFeeOn } from '../src/prices/card-fee.rules.js';
import {
  chargeFor,
  chargeLines,
  grantedPages,
  ratesOf,
  type ImageRates,
  type Tariff,
} from '../src/prices/price.rules.js';

const rates = (document: number, firstPage: number, additionalPages: number): ImageRates => ({
  document,
  firstPage,
  additionalPages,
});
const special = (documentType: string, instrumentCode: string, price: number) => ({
  documentType,
  instrumentCode,
  ...rates(price, price, price),
});
const tariff: Tariff = {
  version: 'v1',
  general: rates(400, 200, 50),
  special: [special('A', '', 300), special('A', 'WD', 100), special('T', 'WD', 900)],
  countsBundleImages: true,
};

describe('which rate applies', () => {
  test.each([
    ['the special rate of type and instrument comes first', 'A', 'WD', 100],
    ['then the special rate of all instruments of the type', 'A', 'MTG', 300],
    ['then the general rate, also where only another instrument of the type has one', 'T', 'MTG', 400],
    ['and for a type without special rates the general rate', 'C', '', 400],
  ])('%s', (_title, documentType, instrumentCode, expected) => {
    expect(ratesOf(tariff, 'ESCROW', { documentType, instrumentCode }).document).toBe(expected);
  });

  test('C3-08 a rate for the type comes before one for all types, and all instruments come last', () => {
    const all = { ...tariff, special: [...tariff.special, special('0', 'MTG', 70), special('0', '', 80)] };
    const priceOf = (documentType: string, instrumentCode: string) =>
      ratesOf(all, 'ESCROW', { documentType, instrumentCode }).document;
    expect([priceOf('A', 'WD'), priceOf('A', 'MTG'), priceOf('A', 'UCC')]).toEqual([100, 70, 300]);
    expect([priceOf('T', 'WD'), priceOf('T', 'UCC'), priceOf('C', '')]).toEqual([900, 80, 80]);
  });

  test('a row of the table without a type or instrument prices nothing', () => {
    const blank = { ...tariff, special: [special('', '', 1)] };
    expect(ratesOf(blank, 'ESCROW', { documentType: 'C', instrumentCode: '' }).document).toBe(400);
  });

  test('payers by card have rates of their own where the county has some', () => {
    const byCard = { general: rates(500, 300, 60), special: [special('A', '', 350)] };
    const [deed, lien] = [
      { documentType: 'A', instrumentCode: 'WD' },
      { documentType: 'T', instrumentCode: 'WD' },
    ];
    expect(ratesOf({ ...tariff, byCard }, 'CREDIT_CARD', deed).document).toBe(350);
    expect(ratesOf({ ...tariff, byCard }, 'CREDIT_CARD', lien).document).toBe(500);
    expect(ratesOf({ ...tariff, byCard }, 'ESCROW', lien).document).toBe(900);
    expect(ratesOf(tariff, 'CREDIT_CARD', lien).document).toBe(900);
  });

  test('a flat fee counts images, whatever the rates in dollars', () => {
    expect(ratesOf(tariff, 'FLAT_FEE', { documentType: 'A', instrumentCode: 'WD' })).toEqual(rates(1, 1, 1));
  });

  test('a county that does not charge images of bundles counts no images', () => {
    const uncounted = { ...tariff, countsBundleImages: false };
    expect(ratesOf(uncounted, 'FLAT_FEE', { documentType: 'A', instrumentCode: '' })).toEqual(rates(0, 0, 0));
  });

  test('staff pays nothing', () => {
    expect(ratesOf(tariff, 'FREE', { documentType: 'A', instrumentCode: 'WD' })).toEqual(rates(0, 0, 0));
  });
});

describe('what a selection costs', () => {
  const general = rates(400, 200, 50);

  test.each([
    ['one page by document', 'DOCUMENT', 1, 400],
    ['twelve pages by document', 'DOCUMENT', 12, 400],
    ['one page by page', 'PAGE', 1, 200],
    ['five pages by page', 'PAGE', 5, 400],
    ['nothing new by document', 'DOCUMENT', 0, 0],
    ['nothing new by page', 'PAGE', 0, 0],
  ] as const)('%s', (_title, method, newPages, expected) => {
    expect(chargeFor(method, general, newPages)).toEqual({ total: expected, cardFee: 0 });
  });

  test.each([
    ['FLAT_FEE by page counts pages', 'PAGE', 5, 5],
    ['FLAT_FEE by document counts documents', 'DOCUMENT', 5, 1],
  ] as const)('%s', (_title, method, newPages, expected) => {
    expect(chargeFor(method, rates(1, 1, 1), newPages).total).toBe(expected);
  });

  test.each([
    ['ESCROW', 'PAGE', 7],
    ['ESCROW', 'PAGE', 1],
    ['ESCROW', 'PAGE', 0],
    ['ESCROW', 'DOCUMENT', 7],
    ['INVOICE', 'PAGE', 3],
  ] as const)('the lines of %s by %s for %i new pages add up to the charge', (funding, method, newPages) => {
    const lines = chargeLines(funding, method, general, newPages);
    expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(chargeFor(method, general, newPages).total);
  });

  test('a price by page is a first-page line and an additional-pages line', () => {
    expect(chargeLines('ESCROW', 'PAGE', general, 5)).toEqual([
      { kind: 'FIRST_PAGE', count: 1, unit: 200, total: 200 },
      { kind: 'ADDITIONAL_PAGES', count: 4, unit: 50, total: 200 },
    ]);
  });

  test('a price by document is one line', () => {
    const expected = [{ kind: 'DOCUMENT', count: 1, unit: 400, total: 400 }];
    expect(chargeLines('ESCROW', 'DOCUMENT', general, 5)).toEqual(expected);
  });
});

describe('C3-23 the fee for paying by card', () => {
  const extra = (over: Partial<SectionValue<'creditCardExtra'>>) =>
    cardFeeOf({ ...sectionDefaults('creditCardExtra'), applySurcharge: true, ...over });
  const dollars = extra({ surcharge: 150, surchargePercent: 275 });
  const percent = extra({ surchargeMethod: 'percent', surcharge: 150, surchargePercent: 275 });

  test.each([
    ['dollars', dollars, 400, 150],
    ['percent', percent, 400, 11],
    ['percent, half a cent counts as one', percent, 1_000, 28],
    ['percent, less than half a cent does not', percent, 18, 0],
    ['nothing, of what is free', dollars, 0, 0],
    ['nothing, when none is applied', extra({ applySurcharge: false, surcharge: 150 }), 400, 0],
  ])('is %s', (_how, fee, price, expected) => {
    expect(cardFeeOn(fee, price)).toBe(expected);
  });

  test('is part of the price only for those who pay by card, and is its last line', () => {
    const withFee = { ...tariff, ...(percent && { cardFee: percent }) };
    const deed = { documentType: 'C', instrumentCode: '' };
    const [byCard, escrow] = (['CREDIT_CARD', 'ESCROW'] as const).map((funding) =>
      ratesOf(withFee, funding, deed),
    );
    expect(chargeFor('DOCUMENT', escrow!, 2)).toEqual({ total: 400, cardFee: 0 });
    expect(chargeFor('DOCUMENT', byCard!, 2)).toEqual({ total: 411, cardFee: 11 });
    expect(chargeLines('CREDIT_CARD', 'DOCUMENT', byCard!, 2)).toEqual([
      { kind: 'DOCUMENT', count: 1, unit: 400, total: 400 },
      { kind: 'SURCHARGE', count: 1, unit: 11, total: 11 },
    ]);
    expect(chargeLines('CREDIT_CARD', 'DOCUMENT', byCard!, 0)).toEqual([]);
    const named = { ...byCard!, cardFee: { ...percent!, kind: 'serviceFee' as const } };
    expect(chargeLines('CREDIT_CARD', 'DOCUMENT', named, 1).at(-1)?.kind).toBe('SERVICE_FEE');
  });
});

describe('the lines of a quote', () => {
  const general = rates(400, 200, 50);

  test.each([
    ['PAGE', 5],
    ['DOCUMENT', 1],
  ] as const)('charge a bundle by %s: %i image(s) for five new pages', (method, count) => {
    expect(chargeLines('FLAT_FEE', method, rates(1, 1, 1), 5)).toEqual([
      { kind: 'IMAGES', count, unit: 1, total: count },
    ]);
  });

  test('are empty for staff', () => {
    expect(chargeLines('FREE', 'DOCUMENT', rates(0, 0, 0), 5)).toEqual([]);
  });

  test('are one line for one page', () => {
    expect(chargeLines('ESCROW', 'PAGE', general, 1)).toEqual([
      { kind: 'FIRST_PAGE', count: 1, unit: 200, total: 200 },
    ]);
  });
});

describe('the account gets', () => {
  const owned = new Set([1, 2]);

  test('by page: the selected pages that it does not have yet', () => {
    expect(grantedPages('PAGE', { pages: [1, 2, 5, 7], pageCount: 12, owned })).toEqual([5, 7]);
  });

  test('by document: the price is paid once and covers every page of the document', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 5], pageCount: 6, owned })).toEqual([3, 4, 5, 6]);
  });

  test('nothing when it already has all selected pages', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 2], pageCount: 6, owned })).toEqual([]);
  });
});
