import { Temporal } from 'temporal-polyfill';

/** The source of all time in the portal. A test replaces it to set the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** What the wall clock of a county shows now. `timeZone` is an IANA name such as 'Pacific/Saipan'. */
export const zonedNow = (timeZone: string, clock: Clock): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(timeZone);

const MINUTE_MS = 60_000;
/**
 * The date that was computed last for each zone. It stays valid for the minute in which it was computed, because
 * midnight never falls inside a minute.
 */
const dates = new Map<string, { readonly minute: number; readonly date: string }>();

/** The county's calendar date, 'YYYY-MM-DD'. */
export function todayIn(timeZone: string, clock: Clock): string {
  const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
  const known = dates.get(timeZone);
  if (known?.minute === minute) return known.date;
  const date = zonedNow(timeZone, clock).toPlainDate().toString();
  dates.set(timeZone, { minute, date });
  return date;
}

/**
 * The instant at which a wall-clock time occurs in a county. If daylight saving time skips the time, the result is
 * later by the length of the gap: 02:30 becomes 03:30. If a time occurs twice, the first occurrence counts by default
 * (Temporal's 'compatible').
 * @param date 'YYYY-MM-DD'
 * @param time 'HH:MM', from 00:00
 * @param o.twice which of two occurrences counts
 */
export const instantOf = (
  timeZone: string,
  date: string,
  time: string,
  { twice = 'first' }: { twice?: 'first' | 'second' } = {},
): Date =>
  new Date(
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone, {
      disambiguation: twice === 'second' ? 'later' : 'compatible',
    }).epochMilliseconds,
  );

/**
 * The instant at which a county's clock skips over this time; undefined when the clock does show the time.
 * @param date 'YYYY-MM-DD'
 * @param time 'HH:MM', from 00:00
 */
export function skipOver(timeZone: string, date: string, time: string): Date | undefined {
  const wanted = Temporal.PlainDateTime.from(`${date}T${time}`);
  const before = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (before.toPlainDateTime().equals(wanted)) return undefined;
  const change = before.getTimeZoneTransition('next');
  return change ? new Date(change.epochMilliseconds) : undefined;
}

/** Converts 'YYYY-MM-DD' to the format that people read, 'MM/DD/YYYY'. */
export const writtenDate = (date: string): string => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${String(year).padStart(4, '0')}`;
};

/**
 * The first instant after `after` at which a county's clock shows this time. On a day when the clock skips the time,
 * the first instant after the gap counts.
 * @param time 'HH:MM'
 */
export function nextTimeOfDay(timeZone: string, time: string, after: Date): Date {
  const today = zonedNow(timeZone, { now: () => after }).toPlainDate();
  const at = (days: number): Date => instantOf(timeZone, today.add({ days }).toString(), time);
  return at(0).getTime() > after.getTime() ? at(0) : at(1);
}

/** The county's calendar date this many days before today, 'YYYY-MM-DD'. */
export const daysAgo = (timeZone: string, days: number, clock: Clock): string =>
  zonedNow(timeZone, clock).toPlainDate().subtract({ days }).toString();
