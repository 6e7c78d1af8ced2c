import { isoDay, latestInAdvance } from '../dates.js';

/**
 * The fault of a day up to which tasks are done. The day may be in the future, because an account may pay in advance,
 * but not further than a year: a mistyped day would stop its billing silently.
 */
export function lastTasksFault(text: string): string | undefined {
  if (text === '') return 'forms:required';
  const day = isoDay(text);
  if (!day) return 'forms:invalidDate';
  return day > latestInAdvance() ? 'panel:moreThanYearAhead' : undefined;
}
