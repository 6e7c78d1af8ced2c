import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

const entryState = z.object({
  /** The entry that a linked item led away from: its fragment and what it keeps itself. */
  back: z.optional(z.object({ hash: z.string(), state: z.unknown() })),
  /** The list without details stands right before this entry. */
  opened: z.optional(z.boolean()),
});

/**
 * What the browser's history keeps with an entry of a result list. Kept there and not in the store, it is right
 * whichever way the reader comes to the entry.
 */
export type EntryState = z.infer<typeof entryState>;

export const useEntryState = (): EntryState => {
  const { state } = useLocation();
  return useMemo(() => entryState.safeParse(state).data ?? {}, [state]);
};
