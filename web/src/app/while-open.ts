import { checkRestoredPage } from './restored-page.js';
import type { Store } from './store.js';
import { keepToday } from './today.js';

/** Starts what runs while the portal is open, and is not needed to show the first page. */
export const watchOpenPage = (store: Store): void => {
  keepToday(store);
  checkRestoredPage(store);
};
