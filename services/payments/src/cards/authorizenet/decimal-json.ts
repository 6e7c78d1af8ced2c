/** Parses JSON but keeps every number as its text: 300.00 stays '300.00', and no cent becomes a float. */
export function parseDecimalJson(text: string): unknown {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return JSON.parse(withoutMark, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}

/** Writes cents as a decimal text: 10275 as '102.75'. */
export const decimalOf = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
