import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

const entryState = z.object({
  /** The history entry to which Back leads from a linked record: that entry's URL fragment and state. */
  back: z.optional(z.object({ hash: z.string(), state: z.unknown() })),
  /** True if the previous history entry is the list without details. */
  opened: z.optional(z.boolean()),
});

/**
 * The state of a result list in its entry of the browser's history. Unlike the store, the entry stays correct no matter
 * how the user returns to it.
 */
export type EntryState = z.infer<typeof entryState>;

export const useEntryState = (): EntryState => {
  const { state } = useLocation();
  return useMemo(() => entryState.safeParse(state).data ?? {}, [state]);
};
