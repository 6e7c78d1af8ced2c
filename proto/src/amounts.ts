/** An optional sign, whole dollars with or without groups of three digits, and at most two decimals. */
const DOLLARS = /^(-?)\$?(\d{1,6}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Converts a typed amount in dollars, with at most six digits before the point, to cents. '100', '100.5', '$1,000.00'
 * and '-5' are accepted. '2,5' and '1,00' are refused, because a comma that does not separate thousands may be meant as
 * a decimal comma. '', '1e3' and '1.005' are refused too.
 * @returns undefined for text that is not an amount
 */
export function centsOfText(typed: string): number | undefined {
  const found = DOLLARS.exec(typed.trim());
  if (!found) return undefined;
  const [, sign = '', grouped = '', fraction = ''] = found;
  const whole = grouped.replaceAll(',', '');
  if (whole.length > 6) return undefined;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && cents > 0 ? -cents : cents;
}

/** An optional sign and at most fifteen digits, with or without commas between groups of three. */
const WHOLE = /^(-?)(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})$/;

/**
 * Converts a typed whole number with at most fifteen digits. '1000' and '1,000' are accepted. '2,5' is refused: it may
 * be meant as 2.5.
 * @returns undefined for text that is not a whole number
 */
export function wholeOfText(typed: string): number | undefined {
  const [, sign, digits] = WHOLE.exec(typed.trim()) ?? [];
  if (digits === undefined) return undefined;
  const whole = Number(digits.replaceAll(',', ''));
  return sign === '-' && whole > 0 ? -whole : whole;
}

const DECIMAL = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/;

/**
 * Converts an amount in dollars that a program wrote, such as '1234', '1234.5', '1234.56' or '1234.5600', to cents. Up
 * to thirteen digits may come before the point.
 * @returns undefined for text that is not an amount, is negative, or has a fraction of a cent
 */
export function centsOfDecimal(decimal: string): bigint | undefined {
  const found = DECIMAL.exec(decimal);
  if (!found) return undefined;
  const [, whole = '', fraction = ''] = found;
  return BigInt(whole + fraction.padEnd(2, '0'));
}

/**
 * A whole number with thousands separators. A number below 1,000 needs none, so `toLocaleString`, which is slow, is not
 * called.
 */
export const grouped = (whole: number): string =>
  Math.abs(whole) < 1_000 ? String(whole) : whole.toLocaleString('en-US');

/** Cents as dollars without the dollar sign: 123456 → `1,234.56`. Integer arithmetic only (L1). */
export const dollars = (cents: number): string => {
  const whole = grouped(Math.trunc(Math.abs(cents) / 100));
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};
