import { everySearch, type CriteriaOf } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import { plain } from './plain-folding.js';
import type { seededRandom } from './seeded-random.js';

export type Random = ReturnType<typeof seededRandom>;

/** Dates that include every day in an index of the tests. */
export const anyDay = { fromRecordedDate: '01/01/1800', toRecordedDate: '11/01/2026' };

/** Criteria as forms send them, with defaults for omitted fields. */
export const typed = <T extends SearchType>(type: T, criteria: object): CriteriaOf<T> =>
  everySearch[type].schema().parse(criteria) as CriteriaOf<T>;

/**
 * A range of dates, usually one that includes every day. In a tenth of the calls, it begins only about three years
 * before `day`; in another tenth, it ends about two years after `day`.
 */
export function someDays(random: Random, day: string): typeof anyDay {
  const year = Number(day.slice(0, 4));
  return {
    fromRecordedDate: random.chance(0.1) ? `01/15/${year - 3}` : anyDay.fromRecordedDate,
    toRecordedDate: random.chance(0.1) ? `12/01/${Math.min(year + 2, 2025)}` : anyDay.toRecordedDate,
  };
}

/** The whole text, or a beginning with at least `least` letters or digits, sometimes in lower case. */
export function beginningOf(random: Random, text: string, least: number, whole = 0.5): string {
  const length =
    random.chance(whole) || text.length <= least ? text.length : random.between(least, text.length);
  const part = text.slice(0, length).trim();
  const chosen = plain(part).length < least ? text : part;
  return random.chance(0.3) ? chosen.toLowerCase() : chosen;
}

/** The text with this probability, otherwise an empty one. */
export const maybe = (random: Random, share: number, text: string): string =>
  random.chance(share) ? text : '';
