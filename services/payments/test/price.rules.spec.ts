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

describe('the rate that applies', () => {
  test.each([
    ['is first the special rate of type and instrument', 'A', 'WD', 100],
    ['is otherwise the special rate of all instruments of the type', 'A', 'MTG', 300],
    [
      'is otherwise the general rate, even where another instrument of the type has a special rate',
      'T',
      'MTG',
      400,
    ],
    ['is the general rate for a type without special rates', 'C', '', 400],
  ])('%s', (_title, documentType, instrumentCode, expected) => {
    expect(ratesOf(tariff, 'ESCROW', { documentType, instrumentCode }).document).toBe(expected);
  });

  test('C3-08 is the most specific special rate; a rate for an instrument comes before a rate for a document type', () => {
    const all = { ...tariff, special: [...tariff.special, special('0', 'MTG', 70), special('0', '', 80)] };
    const priceOf = (documentType: string, instrumentCode: string) =>
      ratesOf(all, 'ESCROW', { documentType, instrumentCode }).document;
    expect([priceOf('A', 'WD'), priceOf('A', 'MTG'), priceOf('A', 'UCC')]).toEqual([100, 70, 300]);
    expect([priceOf('T', 'WD'), priceOf('T', 'UCC'), priceOf('C', '')]).toEqual([900, 80, 80]);
  });

  test('is the general rate when the only special rate leaves document type and instrument blank', () => {
    const blank = { ...tariff, special: [special('', '', 1)] };
    expect(ratesOf(blank, 'ESCROW', { documentType: 'C', instrumentCode: '' }).document).toBe(400);
  });

  test('differs for payers by card where the county has card rates', () => {
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

  test('is in images, not in dollars, for a flat-fee account, whatever the dollar rates are', () => {
    expect(ratesOf(tariff, 'FLAT_FEE', { documentType: 'A', instrumentCode: 'WD' })).toEqual(rates(1, 1, 1));
  });

  test('is zero images for a flat-fee account where the county does not count the images of bundles', () => {
    const uncounted = { ...tariff, countsBundleImages: false };
    expect(ratesOf(uncounted, 'FLAT_FEE', { documentType: 'A', instrumentCode: '' })).toEqual(rates(0, 0, 0));
  });

  test('is zero for staff', () => {
    expect(ratesOf(tariff, 'FREE', { documentType: 'A', instrumentCode: 'WD' })).toEqual(rates(0, 0, 0));
  });
});

describe('the price of a selection', () => {
  const general = rates(400, 200, 50);

  test.each([
    ['one page by document', 'DOCUMENT', 1, 400],
    ['twelve pages by document', 'DOCUMENT', 12, 400],
    ['one page by page', 'PAGE', 1, 200],
    ['five pages by page', 'PAGE', 5, 400],
    ['nothing new by document', 'DOCUMENT', 0, 0],
    ['nothing new by page', 'PAGE', 0, 0],
  ] as const)('is calculated for %s', (_title, method, newPages, expected) => {
    expect(chargeFor(method, general, newPages)).toEqual({ total: expected, cardFee: 0 });
  });

  test.each([
    ['counts pages for FLAT_FEE by page', 'PAGE', 5, 5],
    ['counts documents for FLAT_FEE by document', 'DOCUMENT', 5, 1],
  ] as const)('%s', (_title, method, newPages, expected) => {
    expect(chargeFor(method, rates(1, 1, 1), newPages).total).toBe(expected);
  });

  test.each([
    ['ESCROW', 'PAGE', 7],
    ['ESCROW', 'PAGE', 1],
    ['ESCROW', 'PAGE', 0],
    ['ESCROW', 'DOCUMENT', 7],
    ['INVOICE', 'PAGE', 3],
  ] as const)(
    'is the sum of its lines for the funding %s, the charge method %s and %i new pages',
    (funding, method, newPages) => {
      const lines = chargeLines(funding, method, general, newPages);
      expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(
        chargeFor(method, general, newPages).total,
      );
    },
  );

  test('has a line for the first page and a line for additional pages when pages are charged', () => {
    expect(chargeLines('ESCROW', 'PAGE', general, 5)).toEqual([
      { kind: 'FIRST_PAGE', count: 1, unit: 200, total: 200 },
      { kind: 'ADDITIONAL_PAGES', count: 4, unit: 50, total: 200 },
    ]);
  });

  test('has one line when the document is charged as a whole', () => {
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
    ['an amount in dollars', dollars, 400, 150],
    ['a percentage', percent, 400, 11],
    ['a percentage, with half a cent counted as one', percent, 1_000, 28],
    ['a percentage, without less than half a cent', percent, 18, 0],
    ['nothing for a free order', dollars, 0, 0],
    ['nothing when the county charges none', extra({ applySurcharge: false, surcharge: 150 }), 400, 0],
  ])('is %s', (_how, fee, price, expected) => {
    expect(cardFeeOn(fee, price)).toBe(expected);
  });

  test('is the last line of the price for payers by card, and other payers do not pay it', () => {
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

  test('the selected pages that it does not have yet, when it pays by page', () => {
    expect(grantedPages('PAGE', { pages: [1, 2, 5, 7], pageCount: 12, owned })).toEqual([5, 7]);
  });

  test('every page of the document for one price, when it pays by document', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 5], pageCount: 6, owned })).toEqual([3, 4, 5, 6]);
  });

  test('nothing when it already has all selected pages', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 2], pageCount: 6, owned })).toEqual([]);
  });
});
