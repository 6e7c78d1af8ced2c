import { isoDay, latestInAdvance } from '../dates.js';

/**
 * Checks the typed day up to which the tasks of an account are done. The day may be in the future, because an account
 * may pay in advance. It may be at most a year ahead, because a mistyped day would silently stop the billing of the
 * account.
 * @returns the key of the message; undefined if the day is valid
 */
export function lastTasksFault(text: string): string | undefined {
  if (text === '') return 'forms:required';
  const day = isoDay(text);
  if (!day) return 'forms:invalidDate';
  return day > latestInAdvance() ? 'panel:moreThanYearAhead' : undefined;
}
