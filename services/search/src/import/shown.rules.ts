import { minutesPerDay } from '../matching/recorded.rules.js';

// These functions write dates, times and amounts as results show them; read-model/document-texts.ts writes the same
// format in SQL.

const two = (value: number): string => String(value).padStart(2, '0');

/** Writes days since 1800-01-01 as MM/DD/YYYY. */
export function shownDay(day: number): string {
  const date = new Date(Date.UTC(1800, 0, 1 + day));
  return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
}

/** Writes minutes since 1800-01-01 as MM/DD/YYYY H:MM AM. */
export function shownMinute(minute: number): string {
  const ofDay = minute % minutesPerDay;
  const hour = Math.floor(ofDay / 60);
  const clock = `${((hour + 11) % 12) + 1}:${two(ofDay % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${shownDay(Math.floor(minute / minutesPerDay))} ${clock}`;
}

/** Writes cents as $1,234.50; empty without an amount. */
export function shownDollars(cents: bigint | null): string {
  if (cents === null) return '';
  const whole = String(cents / 100n).replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${whole}.${two(Number(cents % 100n))}`;
}

/** Writes book/page/type, without missing parts. */
export const shownBook = (book: string, page: string, bookType: string): string =>
  [book, page, bookType].filter(Boolean).join('/');

/** The members of an object as JSON without the braces, for a text that SQL assembles. */
export const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1);
