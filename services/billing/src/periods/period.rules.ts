import { instantOf, todayIn, type Clock } from '@portal/infra/clock';
import type { Schedule } from '../schedule/county-schedules.js';

type When = Pick<Schedule, 'timeZone' | 'day' | 'time'>;

/** One month of the schedule. */
export interface DueMonth {
  /** The month as YYYY-MM. */
  readonly period: string;
  readonly dueAt: Date;
  /** The day in the county on which the month falls due, as YYYY-MM-DD. */
  readonly dueOn: string;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Returns the month that is `by` months later, or earlier if `by` is negative. Months are YYYY-MM. */
export function monthsFrom(period: string, by: number): string {
  const months = Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1 + by;
  return `${Math.floor(months / 12)}-${twoDigits((months % 12) + 1)}`;
}

/**
 * Returns when a month's tasks fall due. A time that is skipped when daylight saving time begins moves forward by the
 * skipped hour. If a time occurs twice when daylight saving time ends, the first occurrence counts.
 */
export function dueMonth({ timeZone, day, time }: When, period: string): DueMonth {
  const dueOn = `${period}-${twoDigits(day)}`;
  return { period, dueOn, dueAt: instantOf(timeZone, dueOn, time) };
}

/** Returns the current month in the county. */
export const currentPeriod = ({ timeZone }: Pick<When, 'timeZone'>, clock: Clock): string =>
  todayIn(timeZone, clock).slice(0, 7);

/** Returns the newest month that has fallen due. */
export function latestDue(when: When, clock: Clock): DueMonth {
  const period = currentPeriod(when, clock);
  const current = dueMonth(when, period);
  return current.dueAt <= clock.now() ? current : dueMonth(when, monthsFrom(period, -1));
}

/** Returns the next months that will fall due, the earliest first. */
export function nextDue(when: When, clock: Clock, count: number): DueMonth[] {
  const latest = latestDue(when, clock).period;
  return Array.from({ length: count }, (_, at) => dueMonth(when, monthsFrom(latest, at + 1)));
}

/**
 * The maximum number of months that are added at once. If more months are missing, the day of the last tasks is
 * probably mistyped.
 */
const MOST_MONTHS = 24;

/**
 * Returns the months that have fallen due after a day, oldest first.
 * @param behind the day in the county, as YYYY-MM-DD
 */
export function dueBehind(when: When, behind: string, clock: Clock): DueMonth[] {
  const months: DueMonth[] = [];
  let month = latestDue(when, clock);
  while (month.dueOn > behind && months.length < MOST_MONTHS) {
    months.unshift(month);
    month = dueMonth(when, monthsFrom(month.period, -1));
  }
  return months;
}
