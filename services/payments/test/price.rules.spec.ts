import { describe, expect, test } from '@jest/globals';
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

  test('a county that does not charge images of bundles counts none', () => {
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
    expect(chargeFor(method, general, newPages)).toBe(expected);
  });

  test.each([
    ['FLAT_FEE by page counts pages', 'PAGE', 5, 5],
    ['FLAT_FEE by document counts documents', 'DOCUMENT', 5, 1],
  ] as const)('%s', (_title, method, newPages, expected) => {
    expect(chargeFor(method, rates(1, 1, 1), newPages)).toBe(expected);
  });

  test.each([
    ['ESCROW', 'PAGE', 7],
    ['ESCROW', 'PAGE', 1],
    ['ESCROW', 'PAGE', 0],
    ['ESCROW', 'DOCUMENT', 7],
    ['INVOICE', 'PAGE', 3],
  ] as const)('the lines of %s by %s for %i new pages add up to the charge', (funding, method, newPages) => {
    const lines = chargeLines(funding, method, general, newPages);
    expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(chargeFor(method, general, newPages));
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

describe('the lines of a quote', () => {
  const general = rates(400, 200, 50);

  test.each([
    ['PAGE', 5],
    ['DOCUMENT', 1],
  ] as const)('count images of a bundle, by %s %i of five new pages', (method, count) => {
    expect(chargeLines('FLAT_FEE', method, rates(1, 1, 1), 5)).toEqual([
      { kind: 'IMAGES', count, unit: 1, total: count },
    ]);
  });

  test('are none for staff', () => {
    expect(chargeLines('FREE', 'DOCUMENT', rates(0, 0, 0), 5)).toEqual([]);
  });

  test('are one for one page', () => {
    expect(chargeLines('ESCROW', 'PAGE', general, 1)).toEqual([
      { kind: 'FIRST_PAGE', count: 1, unit: 200, total: 200 },
    ]);
  });
});

describe('which pages the account gets', () => {
  const owned = new Set([1, 2]);

  test('by page: the selected pages that it does not have yet', () => {
    expect(grantedPages('PAGE', { pages: [1, 2, 5, 7], pageCount: 12, owned })).toEqual([5, 7]);
  });

  test('by document: the price is paid once and covers every page of the document', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 5], pageCount: 6, owned })).toEqual([3, 4, 5, 6]);
  });

  test('nothing when it has all that is selected', () => {
    expect(grantedPages('DOCUMENT', { pages: [1, 2], pageCount: 6, owned })).toEqual([]);
  });
});
