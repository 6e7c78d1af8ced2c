import { isoDay, latestInAdvance } from '../dates.js';

/**
 * The fault of a day up to which tasks are done. The day may be in the future, because an account may pay in advance,
 * but at most a year ahead, because a mistyped day would silently stop the billing of the account.
 */
export function lastTasksFault(text: string): string | undefined {
  if (text === '') return 'forms:required';
  const day = isoDay(text);
  if (!day) return 'forms:invalidDate';
  return day > latestInAdvance() ? 'panel:moreThanYearAhead' : undefined;
}
