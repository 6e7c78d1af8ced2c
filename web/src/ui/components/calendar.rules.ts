/** A day as a UTC date, so that no time zone can shift it. */
export type Day = Date;

export const dayOf = (year: number, month: number, date: number): Day => {
  const day = new Date(Date.UTC(2000, month, date));
  day.setUTCFullYear(year, month, date);
  return day;
};

/** Converts YYYY-MM-DD to a day. */
export const readDay = (iso: string): Day =>
  dayOf(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10)));

/** Converts a day to YYYY-MM-DD. */
export const writeDay = (day: Day): string => day.toISOString().slice(0, 10);

const addDays = (day: Day, days: number): Day =>
  dayOf(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days);

/** The same day some months later. The 31st becomes the last day of a shorter month. */
export const addMonths = (day: Day, months: number): Day => {
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth() + months;
  const last = dayOf(year, month + 1, 0).getUTCDate();
  return dayOf(year, month, Math.min(day.getUTCDate(), last));
};

/** The weeks of a month, Sunday first; `undefined` for days of the months before and after. */
export const weeksOf = (year: number, month: number): (Day | undefined)[][] => {
  const lead = dayOf(year, month, 1).getUTCDay();
  const length = dayOf(year, month + 1, 0).getUTCDate();
  const weeks = Math.ceil((lead + length) / 7);
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const date = week * 7 + weekday - lead + 1;
      return date >= 1 && date <= length ? dayOf(year, month, date) : undefined;
    }),
  );
};

/** The day that a key leads to; `undefined` for keys that the calendar ignores. */
export const dayAfterKey = (day: Day, key: string, shift: boolean): Day | undefined => {
  const weekday = day.getUTCDay();
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekday),
    End: () => addDays(day, 6 - weekday),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1),
  };
  return moves[key]?.();
};

/** The day, or the nearest one within the calendar's bounds. */
export const clampDay = (day: Day, first: Day, last: Day): Day =>
  day < first ? first : day > last ? last : day;
