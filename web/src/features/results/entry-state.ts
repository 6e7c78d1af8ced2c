import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

const entryState = z.object({
  /** The entry that a linked item left: its fragment and its own state. */
  back: z.optional(z.object({ hash: z.string(), state: z.unknown() })),
  /** The previous history entry is the list without details. */
  opened: z.optional(z.boolean()),
});

/**
 * State of a result list in the browser's history entry. Because it is not in the store, it is right however the user
 * gets back to the entry.
 */
export type EntryState = z.infer<typeof entryState>;

export const useEntryState = (): EntryState => {
  const { state } = useLocation();
  return useMemo(() => entryState.safeParse(state).data ?? {}, [state]);
};
