import { isDeepStrictEqual } from 'node:util';

type Value = Readonly<Record<string, unknown>>;

/** The fields in which the wanted section differs from the one it was based on. */
export const changesOf = (before: Value, wanted: Value): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(before[field], value)),
  );

/** The section with the plan applied. Only the plan's fields are set, so that later saves of other fields stay. */
export const appliedTo = (current: Value, changes: Value): Value => ({ ...current, ...changes });
