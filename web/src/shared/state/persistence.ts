import type { LayoutState } from './layout.slice.js';
import type { SearchState } from './search.slice.js';
import type { SessionState } from './session.slice.js';

/** What stays for the browser session: the user, criteria, history, results, pages, marks, side menu (A12-22). */
export interface KeptState {
  session: SessionState;
  search: SearchState;
  layout: LayoutState;
}

const key = 'portal.session.v2';

const isKept = (value: unknown): value is KeptState =>
  typeof value === 'object' && value !== null && 'session' in value && 'search' in value && 'layout' in value;

/** The kept state, or undefined where there is none or it cannot be read. */
export const readKept = (storage: Storage): KeptState | undefined => {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps the state; a full or forbidden storage only means that a reload starts afresh. */
export const writeKept = (storage: Storage, { session, search, layout }: KeptState): void => {
  try {
    storage.setItem(key, JSON.stringify({ session, search, layout }));
  } catch {
    storage.removeItem(key);
  }
};

export const wipeKept = (storage: Storage): void => storage.removeItem(key);
