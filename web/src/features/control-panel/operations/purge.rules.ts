import { isActive, type PurgeState } from '@portal/proto/http/purges';

/** The page polls often while a purge runs. Otherwise it polls rarely, to notice a purge that somebody else starts. */
export const pollingOf = (state: PurgeState | undefined): number =>
  state !== undefined && isActive(state) ? 1_000 : 15_000;

/** A timestamp in words, in the county's time zone: 'Monday, November 30, 2026 at 2:00 AM CST'. */
export const inWords = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== '' && { timeZone }),
    ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
    .format(new Date(iso))
    .replace(/\s/g, ' ');
