import { isDeepStrictEqual } from 'node:util';

type Value = Readonly<Record<string, unknown>>;

/** The fields in which a wanted section differs from the one that it was made on. */
export const changesOf = (before: Value, wanted: Value): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(before[field], value)),
  );

/**
 * The section at the time of a plan: only what the plan changes is set, so that what was saved since it was made stays.
 */
export const appliedTo = (current: Value, changes: Value): Value => ({ ...current, ...changes });
