import { keptBy } from '../exports/kept-texts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns a function that converts an instant to the time on the county's clock. The function expresses this time as
 * the instant at which a clock in UTC shows it. Both instants are in milliseconds since 1970. The offset of the time
 * zone is normally computed only for whole hours: if an hour begins and ends with the same offset, every instant in the
 * hour has that offset.
 * @param timeZone the IANA name
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
 * Returns a function that writes instants by the clock of a county, as MM/DD/YYYY h:mm AM. The function is fast for
 * many instants, because it creates the text of each day and of each minute only once.
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
