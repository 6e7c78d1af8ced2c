import { message } from './message.js';

/**
 * Dates are stored as the user typed them, strictly MM/DD/YYYY (B1-032). The calendar day is derived from the text
 * and never stored.
 */
const pattern = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Converts the text to a calendar day, YYYY-MM-DD; undefined unless it is a real date in the strict form. */
export const isoDay = (text: string): string | undefined => {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [, month = '', day = '', year = ''] = found;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year));
  const real = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return real && Number(year) > 0 ? `${year}-${month}-${day}` : undefined;
};

/** Converts YYYY-MM-DD to MM/DD/YYYY. */
export const usDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;

/** The latest calendar day that has begun anywhere on earth (UTC+14); no county's day is later. */
export const latestToday = (now: Date = new Date()): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

/** The latest day, YYYY-MM-DD, that staff may enter as the day up to which monthly tasks are done: a year from now. */
export const latestInAdvance = (now: Date = new Date()): string =>
  latestToday(new Date(now.getTime() + 365 * 86_400_000));

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export type RangeLimit = 'none' | 'month' | 'year';

export interface DateRangeTerms {
  /** Today in the county, YYYY-MM-DD. */
  today: string;
  limit: RangeLimit;
}

/**
 * Returns what is wrong with the two dates of a range: both must be real, written in the strict form and not in the
 * future, and the range must be in order and not too long (B1-032 to B1-034, B1-036, B1-037).
 */
export const dateRangeIssues = (
  from: string,
  to: string,
  terms: DateRangeTerms,
): { from?: string; to?: string } => {
  const issues: { from?: string; to?: string } = {};
  const start = isoDay(from);
  const end = isoDay(to);
  if (from === '') issues.from = 'forms:required';
  else if (!start) issues.from = 'forms:invalidDate';
  else if (start > terms.today) issues.from = 'forms:futureDate';
  if (to === '') issues.to = 'forms:required';
  else if (!end) issues.to = 'forms:invalidDate';
  else if (end > terms.today) issues.to = 'forms:futureDate';
  if (issues.from || issues.to || !start || !end) return issues;
  if (end < start) return { to: 'forms:invalidDateRange' };
  const days = daysBetween(start, end);
  if (terms.limit === 'month' && days > 31) return { to: message('forms:rangeOverMonth') };
  if (terms.limit === 'year' && days > 366) return { to: message('forms:rangeOverYear') };
  return issues;
};
