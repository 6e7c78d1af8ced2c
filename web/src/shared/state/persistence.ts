import * as z from 'zod/mini';
import { currentUser } from '@portal/proto/http/session';
import { searchHistoryEntry } from '@portal/proto/http/search-types';
import type { LayoutState } from './layout.slice.js';
import type { SearchState } from './search.slice.js';
import type { SessionState } from './session.slice.js';

/**
 * The state that is kept for the browser session: user, criteria, history, results, pages, marks and side menu
 * (A12-22).
 */
export interface KeptState {
  session: SessionState;
  search: SearchState;
  layout: LayoutState;
}

const key = 'portal.session.v2';

const text = z.string();
const texts = z.record(text, text);
const list = {
  type: searchHistoryEntry.shape.type,
  criteria: texts,
  pageNumber: z.number(),
  sortKey: text,
  sortDirection: searchHistoryEntry.shape.sortDirection,
};
const records = z.array(z.unknown());

/**
 * Checks the stored state, because an older build may have stored a different structure. Records are not checked,
 * because their schemas would make the first route too large.
 */
const keptState = z.object({
  session: z.object({ user: z.nullable(currentUser), ended: z.boolean() }),
  search: z.object({
    criteria: z.record(text, texts),
    history: z.array(searchHistoryEntry),
    submission: z.number(),
    sequence: z.array(
      z.object({ ...list, displayCriteria: searchHistoryEntry.shape.displayCriteria, link: text }),
    ),
    shown: z.nullable(
      z.object({
        request: z.object({ ...list, submission: z.number() }),
        page: z.object({ records, totalRecordCount: z.number(), timestamp: text, complete: z.boolean() }),
      }),
    ),
    list: z.object({
      search: text,
      visitedPages: z.array(z.number()),
      checked: records,
      filtered: z.boolean(),
    }),
    readRecords: z.array(text),
  }),
  layout: z.object({
    sideNavOpen: z.boolean(),
    resultsNavOpen: z.boolean(),
    density: z.enum(['comfortable', 'compact']),
  }),
});

const isKept = (value: unknown): value is KeptState => keptState.safeParse(value).success;

/** The stored state; undefined if there is none or it cannot be read. */
export const readKept = (storage: Storage): KeptState | undefined => {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Stores the state; if the storage is full or forbidden, a reload starts from scratch. */
export const writeKept = (storage: Storage, { session, search, layout }: KeptState): void => {
  try {
    storage.setItem(key, JSON.stringify({ session, search, layout }));
  } catch {
    storage.removeItem(key);
  }
};

export const wipeKept = (storage: Storage): void => storage.removeItem(key);
