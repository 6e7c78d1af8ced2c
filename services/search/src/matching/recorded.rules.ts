import { isoDay } from '@portal/proto/dates';

const dayMs = 86_400_000;
const firstDay = Date.UTC(1800, 0, 1);
export const minutesPerDay = 1_440;

/** The number of days from 1800-01-01 to the day `iso`; undefined unless `iso` is a real day from 1800 to 2999. */
export const dayOrdinal = (iso: string): number | undefined => {
  const found = /^(1[89]|2\d)\d\d-\d\d-\d\d$/.test(iso);
  if (!found) return undefined;
  const at = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso) return undefined;
  return Math.round((at - firstDay) / dayMs);
};

/** Like `dayOrdinal` for a typed day, MM/DD/YYYY; days before 1800 count as the first day of 1800. */
export const typedDayOrdinal = (text: string): number | undefined => {
  const iso = isoDay(text);
  if (!iso) return undefined;
  return iso < '1800-01-01' ? 0 : dayOrdinal(iso);
};

/** Minutes since 1800-01-01 00:00 in the county's own time; time is HH:MM, empty for midnight. */
export const recordedMinute = (day: string, time: string): number | undefined => {
  const days = dayOrdinal(day);
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time === '' ? '00:00' : time);
  if (days === undefined || !clock) return undefined;
  return days * minutesPerDay + Number(clock[1]) * 60 + Number(clock[2]);
};

/** The book ordinal of documents without a book. It is the largest bigint, so these documents sort after all others. */
export const noBook = 9_223_372_036_854_775_807n;

const pages = 33_554_432n;
const bookTypes = 32n;

const numbered = (text: string, largest: number): { number: bigint; letter: bigint } | undefined => {
  const found = /^0*(\d{1,8})([A-Z]?)$/.exec(text.trim().toUpperCase());
  if (!found || Number(found[1]) > largest) return undefined;
  const letter = found[2] ?? '';
  return { number: BigInt(found[1] ?? ''), letter: letter === '' ? 0n : BigInt(letter.charCodeAt(0) - 64) };
};

/**
 * Book, page and book type in one integer, in this order; book and page are numbers with at most one letter at the end.
 * Undefined when a part has another form. The book type is one letter or empty.
 */
export const bookOrdinal = (book: string, page: string, bookType: string): bigint | undefined => {
  const inBook = numbered(book, 16_777_215);
  const onPage = page === '' ? { number: 0n, letter: 0n } : numbered(page, 1_048_575);
  if (!inBook || !onPage || !/^[A-Z]?$/.test(bookType)) return undefined;
  const type = bookType === '' ? 0n : BigInt(bookType.charCodeAt(0) - 64);
  const bookPart = inBook.number * 32n + inBook.letter;
  const pagePart = onPage.number * 32n + onPage.letter;
  return (bookPart * pages + pagePart) * bookTypes + type;
};

/**
 * The ordinals of a book, or of one of its pages, for every book type; undefined when there can be no such book or
 * page.
 */
export const bookRange = (book: string, page: string): { from: bigint; below: bigint } | undefined => {
  const from = bookOrdinal(book, page, '');
  return from === undefined ? undefined : { from, below: from + (page === '' ? pages : 1n) * bookTypes };
};
