import { describe, expect, test } from '@jest/globals';
import { centsOfDecimal, centsOfText, wholeOfText } from '../src/amounts.js';
import { depositRequest } from '../src/http/card-payments.js';

test('an amount that a program wrote is read exactly to the cent or refused', () => {
  const read = ['300.00', '5', '5.5', '0.1', '12.3400', '9999999999999.99'].map(centsOfDecimal);
  expect(read).toEqual([30_000n, 500n, 550n, 10n, 1_234n, 999_999_999_999_999n]);
  for (const wrong of ['1.005', '-1.00', '1e3', '', 'NaN', '1,000', '10000000000000'])
    expect(centsOfDecimal(wrong)).toBeUndefined();
});

describe('a typed amount', () => {
  test.each([
    ['100', 10_000],
    ['100.5', 10_050],
    [' $1,000.00 ', 100_000],
    ['123,456.78', 12_345_678],
    ['999999', 99_999_900],
    ['-5', -500],
    ['0', 0],
    ['-0', 0],
  ])('of %s is %d cents', (text, cents) => {
    expect(centsOfText(text)).toBe(cents);
    expect(depositRequest.parse({ amount: text })).toEqual({ amount: cents });
  });

  test.each(['2,5', '2,50', '1,00', '1.000,00', ',100', '1,0000', '1000,000', '12,34,567', '1,234,567'])(
    'of %s is refused, because its comma is ambiguous or the amount is too large',
    (text) => {
      expect(centsOfText(text)).toBeUndefined();
      expect(depositRequest.safeParse({ amount: text }).error?.issues[0]?.message).toBe(
        'forms:invalidAmount',
      );
    },
  );

  test.each(['', ' ', '1e3', '1.005', '1 000', '--5', '$', '.5', '1.', '\u0661'])(
    'of %j is refused',
    (text) => {
      expect(centsOfText(text)).toBeUndefined();
    },
  );
});

describe('a typed whole number', () => {
  test.each([
    ['15', 15],
    [' 1,000 ', 1_000],
    ['1000', 1_000],
    ['12,345,678', 12_345_678],
    ['999999999999999', 999_999_999_999_999],
    ['-5', -5],
    ['-0', 0],
  ])('%j is %d', (text, whole) => {
    expect(wholeOfText(text)).toBe(whole);
  });

  test.each([
    '',
    '-',
    '1.5',
    '1e3',
    '2,50',
    '1,5',
    '1,0000',
    '1000,000',
    ',100',
    '1 000',
    '1000000000000000',
  ])('%j is refused', (text) => {
    expect(wholeOfText(text)).toBeUndefined();
  });
});
