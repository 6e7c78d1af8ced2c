import { askLoginStatus, type Store } from './store.js';

/**
 * If the server does not answer within this time, the page is loaded again. The browser then shows its own sign of
 * waiting, or an error.
 */
const patienceMs = 10_000;

/**
 * Hides the page. Returns a function that shows the page again, and restores the scroll position and the focus, which
 * are lost while the page is hidden.
 */
const hidePage = (): (() => void) => {
  const page = document.documentElement;
  const [left, top, focused] = [scrollX, scrollY, document.activeElement];
  page.hidden = true;
  return () => {
    page.hidden = false;
    scrollTo({ left, top, behavior: 'instant' });
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
  };
};

/**
 * The browser may keep a page that the user has left, and show it again as it was when the user goes back, even if the
 * session has ended since. So the page of a signed-in user is hidden while the browser keeps it, and is shown again
 * only if the server says that the same user is still signed in. Otherwise the page is loaded again.
 */
export const checkRestoredPage = (store: Store, load: () => void = () => location.reload()): void => {
  const userId = () => store.getState().session.user?.userId;
  let left: { readonly user: string; readonly show: () => void } | undefined;
  addEventListener('pagehide', () => {
    const user = userId();
    left = user === undefined ? undefined : { user, show: left?.show ?? hidePage() };
  });
  // a page that is still hidden is loaded again without a question about unsaved changes, because its user may no
  // longer be signed in
  addEventListener('beforeunload', (event) => left && event.stopImmediatePropagation(), { capture: true });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !left) return;
    const { user, show } = left;
    // all guests share one user, so another guest may have logged in since
    if (store.getState().session.user?.role === 'GUEST') return load();
    const timer = setTimeout(load, patienceMs);
    void store.dispatch(askLoginStatus()).then(() => {
      clearTimeout(timer);
      if (userId() !== user) return load();
      left = undefined;
      show();
    });
  });
};
