import { isDeepStrictEqual } from 'node:util';

type Value = Readonly<Record<string, unknown>>;

/** Returns the changed fields of a section, with their wanted values. */
export const changesOf = (before: Value, wanted: Value): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(before[field], value)),
  );

/** Applies a plan to a section. Sets only the plan's fields, so that later saves of other fields are kept. */
export const appliedTo = (current: Value, changes: Value): Value => ({ ...current, ...changes });
