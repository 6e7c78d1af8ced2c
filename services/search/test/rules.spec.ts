import { describe, expect, test } from '@jest/globals';
import { shownCriteria } from '@portal/proto/criteria/every-search';
import { criteriaTexts } from '../src/history/criteria-catalogue.js';
import { historyEntry, historyText } from '../src/history/history-texts.js';
import { lastDistinct, remembered, type RememberedSearch } from '../src/history/history.rules.js';
import { lotRange, quarterMask } from '../src/import/legal.rules.js';
import { centsOf, identityOf, RowRejected, textOf } from '../src/import/row.rules.js';
import {
  documentKeyAt,
  documentNumberRange,
  documentOrdinal,
  ordinalOfKey,
  readDocumentNumber,
} from '../src/matching/document-number.rules.js';
import { beginningWith, foldName, hyphenParts, nameWords } from '../src/matching/name.rules.js';
import { bookOrdinal, noBook, recordedMinute, typedDayOrdinal } from '../src/matching/recorded.rules.js';

const ordinal = (key: string): bigint => ordinalOfKey(key) ?? -1n;

describe('folded names', () => {
  test('have no lowercase letters, accents, punctuation or spaces, and have AND in place of &', () => {
    expect(foldName(" o'Brien ")).toBe('OBRIEN');
    expect(foldName('Søren Łukasz Weiß')).toBe('SORENLUKASZWEISS');
    expect(foldName('S&L')).toBe(foldName('S and L'));
    expect(foldName("''MERS AS NOMINEE''")).toBe('MERSASNOMINEE');
  });

  test('keep letters of other scripts', () => {
    expect(foldName('山田 太郎')).toBe('山田太郎');
  });

  test('of a business are separated into words, and the letters of an abbreviation are joined', () => {
    expect(nameWords('SCHARK HOLDING CO.INC.')).toEqual(['SCHARK', 'HOLDING', 'CO', 'INC']);
    expect(nameWords('CITIBANK, N.A.,')).toEqual(['CITIBANK', 'NA']);
    expect(nameWords("O'BRIEN & SONS")).toEqual(['OBRIEN', 'AND', 'SONS']);
  });

  test('include each part of a hyphenated name; a name without a hyphen is not split', () => {
    expect(hyphenParts('García - López')).toEqual(['GARCIA', 'LOPEZ']);
    expect(hyphenParts('SMITH')).toEqual([]);
    expect(hyphenParts('SMITH-')).toEqual([]);
  });

  test('with the same beginning form a range that ends before the next beginning of equal length; UTF-16 surrogates are skipped', () => {
    expect(beginningWith('SMITH')).toEqual({ from: 'SMITH', below: 'SMITI' });
    expect(beginningWith('\ud7ff').below).toBe('\ue000');
  });
});

describe('document numbers', () => {
  test('are read without leading zeros, and may have one suffix letter', () => {
    expect(readDocumentNumber('000123')).toEqual({ number: 123n, suffix: '' });
    expect(readDocumentNumber('123b')).toEqual({ number: 123n, suffix: 'B' });
    expect(readDocumentNumber('12B3')).toBeUndefined();
    expect(readDocumentNumber('9'.repeat(17))).toBeUndefined();
  });

  test('are sorted by number, then by suffix, then by type', () => {
    const keys = ['A2', 'T2', 'A2A', 'T2A', 'A3', 'A10', 'A2010012100518002'];
    const ordinals = keys.map(ordinal);
    expect([...ordinals].sort((a, b) => (a < b ? -1 : 1))).toEqual(ordinals);
    expect(ordinals.map(documentKeyAt)).toEqual(keys);
  });

  test('with a suffix differ from the plain number: 5A is not found by 5 alone, nor 9A in a range that ends with 9', () => {
    const within = (key: string, from: string, to: string): boolean => {
      const range = documentNumberRange(from, to);
      return range !== undefined && ordinal(key) >= range.from && ordinal(key) < range.below;
    };
    expect(['A5', 'T5'].every((key) => within(key, '005', ''))).toBe(true);
    expect(['A5A', 'A4', 'A6'].some((key) => within(key, '5', ''))).toBe(false);
    expect(['A5', 'A5A', 'T9'].every((key) => within(key, '5', '9'))).toBe(true);
    expect(within('A9A', '5', '9')).toBe(false);
    expect(documentNumberRange('5', '9'.repeat(40))?.below).toBeGreaterThan(ordinal('A2010012100518002'));
  });

  test('may be typed with the letter of the document type in front, but letters alone are refused', () => {
    expect(documentNumberRange('a1000001', '')).toMatchObject({ documentType: 'A' });
    expect(documentNumberRange('ABC', '')).toBeUndefined();
    expect(documentOrdinal('A', { number: 1n, suffix: '' })).toBe(1025n);
  });
});

describe('the rows of a bundle', () => {
  test('store their recording time as minutes since 1800 in the county’s local time, or no value for an impossible day or time', () => {
    expect(recordedMinute('1800-01-02', '00:05')).toBe(1_445);
    expect(recordedMinute('2023-02-29', '10:00')).toBeUndefined();
    expect(recordedMinute('2023-02-28', '24:00')).toBeUndefined();
    expect(typedDayOrdinal('01/01/1700')).toBe(0);
  });

  test('are sorted by book number and letter, then by page, and rows without a book come last', () => {
    const order = [
      bookOrdinal('9', '300', ''),
      bookOrdinal('9A', '1', ''),
      bookOrdinal('10', '1', 'D'),
      bookOrdinal('10', '2', ''),
    ];
    expect([...order].sort((a, b) => ((a ?? 0n) < (b ?? 0n) ? -1 : 1))).toEqual(order);
    expect(order.every((place) => place !== undefined && place < noBook)).toBe(true);
    expect(bookOrdinal('IV', '1', '')).toBeUndefined();
  });

  test('have amounts in cents, and are rejected if an amount is invalid', () => {
    expect(centsOf({ price: '1234.5' }, 'price')).toBe(123_450n);
    expect(centsOf({ price: '' }, 'price')).toBeNull();
    expect(() => centsOf({ price: '1,234' }, 'price')).toThrow(RowRejected);
  });

  test('have texts without control characters or double spaces, and are rejected if the document type or number is invalid', () => {
    expect(textOf({ last_name: 'NEW\u0000  YORK\t' }, 'last_name')).toBe('NEW YORK');
    expect(() => identityOf({ document_type: 'AB', document_number: '1' })).toThrow(RowRejected);
    expect(() => identityOf({ document_type: 'A', document_number: '1-2' })).toThrow(RowRejected);
  });

  test('store the quarters of a section as a mask of sixteen parts, and lots as a range', () => {
    expect(quarterMask({ q: 'NE', qq: 'NE' })).toBe(1);
    expect(quarterMask({ q: '', qq: '' })).toBe(0xffff);
    expect(quarterMask({ q: 'N', qq: '' })).toBe(0x00ff);
    expect(() => quarterMask({ q: 'X', qq: '' })).toThrow(RowRejected);
    expect(lotRange('7 THRU 9')).toEqual({ from: 7, to: 9 });
    expect(lotRange('OUTLOT A')).toEqual({ from: 0, to: 0 });
  });
});

describe('the search history', () => {
  test('keeps five searches, and moves a repeated search to the top', () => {
    const search = (number: string): RememberedSearch => ({
      type: 'searchByDocumentNumber',
      criteria: JSON.stringify({ fromDocumentNumber: number, toDocumentNumber: '', documentType: 'ALL' }),
      pageNumber: 1,
      sortKey: 'docNumber',
      sortDirection: 'ASC',
    });
    const made = ['1', '2', '3', '4', '5', '6', '3'].map(search);
    const list = made.reduce<RememberedSearch[]>(remembered, []);
    expect(lastDistinct(made.map((one) => ({ search: one }))).map((one) => one.search)).toEqual(list);
    const shown = list.map((search, at) => historyEntry(search, 'ENGLISH', at + 1));
    expect(JSON.parse(historyText(list, 'ENGLISH'))).toEqual(shown);
    expect(shown.map(({ displayCriteria }) => displayCriteria[0]?.value)).toEqual(['3', '6', '5', '4', '2']);
    expect(shown[0]).toMatchObject({
      index: 1,
      link: 'search/searchByDocumentNumber',
      displayCriteria: [{ key: 'Document number', value: '3' }],
      longDescription: 'Document number 3',
    });
  });

  test('keeps letters of any script, although its JSON text contains only Latin-1 characters', () => {
    const search: RememberedSearch = {
      type: 'searchByName',
      criteria: JSON.stringify({ grantorGranteeLastName1: '山田 👩‍👧 محمد' }),
      pageNumber: 1,
      sortKey: 'docNumber',
      sortDirection: 'ASC',
    };
    for (const language of ['ENGLISH', 'JAPANESE'] as const) {
      const text = historyText([search], language);
      expect(text).toMatch(/^[\u0000-\u00ff]*$/);
      expect(JSON.parse(text)).toEqual([historyEntry(search, language, 1)]);
    }
  });

  test('shows a name search in plain words', () => {
    const criteria = {
      grantorGranteeLastName1: 'SMITH',
      grantorGranteeFirstName1: 'JOHN',
      grantorGranteeLastName2: 'OBRIEN',
      andOr: 'AND',
      matchMethod: 'BEGINS',
      grantorGranteeSearchIn: 'GRANTORS',
      fromRecordedDate: '01/01/1900',
      toRecordedDate: '11/01/2026',
    };
    expect(shownCriteria('searchByName', criteria, criteriaTexts('CHAMORRO'))).toEqual([
      { key: 'Name begins with', value: 'SMITH, JOHN and OBRIEN' },
      { key: 'In', value: 'Grantors' },
      { key: 'Recorded', value: '01/01/1900 – 11/01/2026' },
    ]);
  });

  test('has, beside each code, the name of the county list that describes the code', () => {
    const texts = criteriaTexts('ENGLISH');
    const legal = { legalType: 'LB', otherLotCodeLb: 'OUT', otherLotLb: '7', instrumentGroup: 'DEED' };
    expect(shownCriteria('searchByLegalDescription', legal, texts)).toEqual(
      expect.arrayContaining([
        { key: texts('search:legal.otherLot'), value: 'OUT 7', list: 'otherLotCodes' },
        { key: 'Instrument group', value: 'DEED', list: 'instrumentGroups' },
      ]),
    );
  });
});
