import { describe, expect, test } from '@jest/globals';
import { centsOfText } from '../src/amounts.js';
import { depositRequest } from '../src/http/card-payments.js';

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
  ])('%s is %d cents', (text, cents) => {
    expect(centsOfText(text)).toBe(cents);
    expect(depositRequest.parse({ amount: text })).toEqual({ amount: cents });
  });

  test.each(['2,5', '2,50', '1,00', '1.000,00', ',100', '1,0000', '1000,000', '12,34,567', '1,234,567'])(
    '%s is refused, because its comma is ambiguous or the amount is too large',
    (text) => {
      expect(centsOfText(text)).toBeUndefined();
      expect(depositRequest.safeParse({ amount: text }).error?.issues[0]?.message).toBe(
        'forms:invalidAmount',
      );
    },
  );

  test.each(['', ' ', '1e3', '1.005', '1 000', '--5', '$', '.5', '1.', '\u0661'])('%j is refused', (text) => {
    expect(centsOfText(text)).toBeUndefined();
  });
});
