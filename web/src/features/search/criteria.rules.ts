import { everySearch } from '@portal/proto/criteria/every-search';
import { usDate } from '@portal/proto/dates';
import type { SearchType } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import type { County } from '../../shared/county.js';
import type { Criteria } from '../../shared/state/search.slice.js';

type DatesOfCounty = Pick<County, 'notableDates' | 'county'>;

const usualEarliest = '01/01/1900';
/** The kinds whose records are older than the index (B1-025, B1-026). */
const otherEarliest: Partial<Record<SearchType, string>> = {
  searchByGrantorGranteeBook: '01/01/1800',
  searchByTractBookLegal: '01/01/1800',
};

/** The earliest default of a form with dates (B1-026). */
export const earliestDate = (type: SearchType): string => otherEarliest[type] ?? usualEarliest;

const asTyped = (date: string): string => (/^\d{4}-\d{2}-\d{2}/.test(date) ? usDate(date) : date);

/** Today in the county, MM/DD/YYYY. */
export const countyToday = ({ county }: Pick<County, 'county'>): string => asTyped(county.today);

/** The latest default: the verified date where the county uses it, else today in the county (B1-024, B1-026). */
export const latestDate = ({ notableDates, county }: DatesOfCounty): string =>
  notableDates.useVerificationDate && notableDates.abstractVerifiedDate !== ''
    ? asTyped(notableDates.abstractVerifiedDate)
    : countyToday({ county });

/** The from date after Clear: where the index begins, when notable dates are shown (B1-023, B1-025). */
export const clearedFromDate = (type: SearchType, { notableDates }: DatesOfCounty): string =>
  !otherEarliest[type] && notableDates.show && notableDates.abstractIndexBeginDate !== ''
    ? asTyped(notableDates.abstractIndexBeginDate)
    : earliestDate(type);

const withDates = (type: SearchType, from: string, to: string): Criteria => {
  const criteria: Criteria = z.parse(everySearch[type].fields, {});
  if ('fromRecordedDate' in criteria) criteria.fromRecordedDate = from;
  if ('toRecordedDate' in criteria) criteria.toRecordedDate = to;
  return criteria;
};

/** What a form opens with when nothing is remembered (B1-026, B1-027). */
export const defaultCriteria = (type: SearchType, county: DatesOfCounty): Criteria =>
  withDates(type, earliestDate(type), latestDate(county));

/** What Clear leaves (B1-022). */
export const clearedCriteria = (type: SearchType, county: DatesOfCounty): Criteria =>
  withDates(type, clearedFromDate(type, county), latestDate(county));

/** Remembered criteria over the defaults; names that the form does not know are left out. */
export const mergeCriteria = (defaults: Criteria, remembered: Criteria | undefined): Criteria =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, remembered?.[name] ?? value]));

/** The document type is asked for only where property codes are used and not every search is for all (B1-028). */
export const asksDocumentType = ({ index, search2 }: Pick<County, 'index' | 'search2'>): boolean =>
  index.propertyCode && !search2.allOnlySearch;
