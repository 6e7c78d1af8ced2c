/** Cents as dollars without the sign: 123456 → `1,234.56`. Integer arithmetic only (L1). */
export const dollars = (cents: number): string => {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};
