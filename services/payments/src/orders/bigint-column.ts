/** PostgreSQL's bigint comes as text; money is never a floating number on the way (L1). */
export const bigintColumn = {
  from: (stored: string | null): bigint | null => (stored === null ? null : BigInt(stored)),
  to: (value: bigint | null): string | null => (value === null ? null : String(value)),
};
