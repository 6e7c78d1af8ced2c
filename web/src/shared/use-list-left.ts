import { useLocation } from 'react-router';

/** The state of a link that leads from a list to another page: the query string of the list, with its filters. */
export const leaveList = (search: string): { list: string } => ({ list: search });

/** The query string of the list that a page was opened from; '' if it was opened from elsewhere. */
export const listIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : '';

/**
 * The path of the list that the page leads back to (C0-27), with the filters that the list had if the user came from
 * there.
 */
export const useListLeft = (path: string): string => `${path}${listIn(useLocation().state)}`;
