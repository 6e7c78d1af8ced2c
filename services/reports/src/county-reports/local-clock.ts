import { keptBy } from '../exports/kept-texts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Converts an instant to the time that the county's clock shows, as the milliseconds of the instant at which a UTC
 * clock shows the same. Both are in milliseconds since 1970. The calendar is asked at whole hours: if two neighboring
 * hours have the same offset, all instants between them have it too.
 * @param timeZone IANA
 */
export function localClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const offsetAt = (instant: number): number => {
    const second = Math.floor(instant / 1_000) * 1_000;
    return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
  };
  const known = new Map<number, number>();
  const offsetOfHour = (hour: number): number => {
    const offset = known.get(hour) ?? offsetAt(hour * HOUR_MS);
    known.set(hour, offset);
    return offset;
  };
  return (instant) => {
    const hour = Math.floor(instant / HOUR_MS);
    const offset = offsetOfHour(hour);
    return instant + (offset === offsetOfHour(hour + 1) ? offset : offsetAt(instant));
  };
}

const two = (value: number): string => String(value).padStart(2, '0');
const dateText = (day: number): string => {
  const date = new Date(day * DAY_MS);
  return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
};
const timeText = (minute: number): string => {
  const hour = Math.floor(minute / 60);
  return ` ${hour % 12 || 12}:${two(minute % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/**
 * Writes instants by the clock of a county, MM/DD/YYYY h:mm AM. It is made for many instants: the text of each day and
 * minute is made once.
 */
export function localMoments(timeZone: string): (instant: number) => string {
  const clock = localClock(timeZone);
  const [dates, times] = [keptBy(dateText), keptBy(timeText)];
  return (instant) => {
    const local = clock(instant);
    const day = Math.floor(local / DAY_MS);
    return dates(day) + times(Math.floor((local - day * DAY_MS) / MINUTE_MS));
  };
}
