import { useLocation } from 'react-router';

/** The state of a link that leads from a list to another page: the query string of the list, with its filters. */
export const leaveList = (search: string): { list: string } => ({ list: search });

/** The query string of the list that a page was opened from; '' if it was opened from elsewhere. */
export const listIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : '';

/**
 * The path of the list to which a page leads back (C0-27). If the user came from this list, the path contains the
 * filters that the list had.
 */
export const useListLeft = (path: string): string => `${path}${listIn(useLocation().state)}`;
