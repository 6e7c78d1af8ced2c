// JSON with amounts of two decimals, like the provider's: 300.00, not 300.

const MARK = '\uE000';

/**
 * A number with two decimals.
 * @param cents integer
 */
export const decimal = (cents) => `${MARK}${(cents / 100).toFixed(2)}`;

export const writeJson = (value) =>
  JSON.stringify(value).replace(new RegExp(`"${MARK}([0-9.]+)"`, 'g'), '$1');

/** Converts a decimal text or number to cents; undefined when it is not an amount. */
export function centsOf(amount) {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}
