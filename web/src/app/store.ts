import { configureStore, type Middleware, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { isStaff } from '@portal/proto/roles';
import { api, viewRefused } from '../shared/http/api.js';
import { readShownViewFrom } from '../shared/http/shown-view.js';
import { sessionApi } from '../shared/session.api.js';
import { countyReducer } from '../shared/state/county.slice.js';
import { layoutReducer } from '../shared/state/layout.slice.js';
import { readKept, wipeKept, writeKept, type KeptState } from '../shared/state/persistence.js';
import { searchReducer } from '../shared/state/search.slice.js';
import { isSessionOver, sessionReducer, signedIn, signedOut } from '../shared/state/session.slice.js';
import type { Tabs } from './tabs.js';

const writeDelay = 150;

type Thunks = ThunkDispatch<KeptState, unknown, UnknownAction>;

/** Asks the server who is signed in. */
export const askLoginStatus = () =>
  sessionApi.endpoints.loginStatus.initiate(undefined, { subscribe: false, forceRefetch: true });

/**
 * The end of a session clears storage and cache (A12-23). A sign-out or login in this tab is reported to the other
 * tabs. A user who signs in while another is still signed in gets none of the first user's data.
 */
const sessionEnd =
  (storage: Storage, tabs: Tabs | undefined): Middleware<object, KeptState, Thunks> =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const { user } = getState().session;
    if (signedIn.match(action) && user && user.userId !== action.payload.userId) {
      next(signedOut(true));
      // empties the cache only after the caller has read the new user from the cache
      setTimeout(() => dispatch(api.util.resetApiState()));
    }
    const result = next(action);
    if (isSessionOver(action)) {
      wipeKept(storage);
      if (user) dispatch(api.util.resetApiState());
    }
    if (viewRefused.match(action)) void dispatch(askLoginStatus());
    if (signedOut.match(action) && !action.meta.elsewhere) tabs?.tellSignedOut();
    if (signedIn.match(action) && user?.userId !== action.payload.userId)
      tabs?.tellSignedIn(action.payload.userId);
    return result;
  };

/**
 * Saves the state shortly after a change; several changes are saved together (A12-22). Saves it at once when the user
 * leaves the page, because a reload would otherwise restore an older state.
 */
const keep = (
  store: { getState(): KeptState; subscribe(listener: () => void): unknown },
  storage: Storage,
): void => {
  let written = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    timer = undefined;
    if (store.getState().session.user) writeKept(storage, store.getState());
  };
  addEventListener('pagehide', () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    write();
  });
  store.subscribe(() => {
    const { session, search, layout } = store.getState();
    if (session === written.session && search === written.search && layout === written.layout) return;
    written = store.getState();
    timer ??= setTimeout(write, writeDelay);
  });
};

/** The store of one tab, with the saved state of its browser session. */
export const openStore = (storage: Storage, tabs?: Tabs) => {
  const kept = readKept(storage);
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionReducer,
      search: searchReducer,
      layout: layoutReducer,
      county: countyReducer,
    },
    ...(kept && { preloadedState: kept }),
    // The checks of development mode are off, because they walk the whole state, with its result lists, at every
    // action.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(
        sessionEnd(storage, tabs),
        api.middleware,
      ),
  });
  keep(store, storage);
  readShownViewFrom(() => {
    const { user } = store.getState().session;
    return user?.view && user.userId;
  });
  tabs?.onSignedOut(() => store.dispatch(signedOut(true)));
  tabs?.onSignedIn((userId) => {
    const { user } = store.getState().session;
    if (!user || user.userId === userId) return;
    // both ids may belong to one person, who has begun or left an account view in the other tab
    if (user.view || isStaff(user.role)) void store.dispatch(askLoginStatus());
    // signs the user out in this tab; otherwise the tab would show one user's name and balance, but place orders as the
    // other user
    else store.dispatch(signedOut(true));
  });
  return store;
};

export type Store = ReturnType<typeof openStore>;
