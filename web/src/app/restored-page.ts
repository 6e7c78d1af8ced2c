import { askLoginStatus, type Store } from './store.js';

/**
 * The browser may keep a page that the user has left, and show it again as it was when the user goes back, even if the
 * session has ended since. So a page with a user is hidden while the browser keeps it, and is shown again only if the
 * server says that the same user is still signed in. Otherwise the page is loaded again.
 */
export const checkRestoredPage = (store: Store, load: () => void = () => location.reload()): void => {
  const page = document.documentElement;
  const userId = () => store.getState().session.user?.userId;
  let shown: string | undefined;
  addEventListener('pagehide', () => {
    shown = userId();
    page.hidden = shown !== undefined;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || shown === undefined) return;
    void store.dispatch(askLoginStatus()).then(() => {
      if (userId() === shown) page.hidden = false;
      else load();
    });
  });
};
