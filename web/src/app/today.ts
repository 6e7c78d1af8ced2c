import { momentOf } from '../shared/moments.js';
import { dayRead } from '../shared/state/county.slice.js';
import type { Store } from './store.js';

const DAY_MS = 24 * 60 * 60_000;
const LOOK_MS = 60_000;

/** The county's day by the browser's clock, in days since 1970. */
const browserDay = (timeZone: string): number => {
  const [month = 1, day = 1, year = 1970] = momentOf(new Date().toISOString(), timeZone)
    .date.split('/')
    .map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
};

/**
 * Keeps the county's day current while the portal stays open for days, so that searches and reports end at today
 * (B1-024, B1-026). The server gives the first day. The browser's clock, which may be wrong, only says how many days
 * have passed since then.
 */
export const keepToday = (store: Store): void => {
  const { timeZone, today } = store.getState().county.county;
  if (today === '') return;
  const first = browserDay(timeZone);
  const look = (): void => {
    const passed = (browserDay(timeZone) - first) * DAY_MS;
    const now = new Date(Date.parse(today) + passed).toISOString().slice(0, 10);
    if (now !== store.getState().county.county.today) store.dispatch(dayRead(now));
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
};
