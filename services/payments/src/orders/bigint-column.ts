/** PostgreSQL's bigint arrives as text, so that money is never a float (L1). */
export const bigintColumn = {
  from: (stored: string | null): bigint | null => (stored === null ? null : BigInt(stored)),
  to: (value: bigint | null): string | null => (value === null ? null : String(value)),
};
