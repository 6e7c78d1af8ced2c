import { latestDay } from '@portal/proto/criteria/definition';
import { wideningsOfSaved } from '@portal/proto/criteria/saved-criteria';
import { usDate } from '@portal/proto/dates';
import type { SearchType } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import type { County } from '../../shared/county.js';
import { criteriaOf } from '../../shared/criteria-of.js';
import type { Criteria } from '../../shared/state/search.slice.js';

type DatesOfCounty = Pick<County, 'notableDates' | 'county'>;

const usualEarliest = '01/01/1900';
/** The earliest recorded date for kinds of search whose records are older than the index (B1-025, B1-026). */
const otherEarliest: Partial<Record<SearchType, string>> = {
  searchByGrantorGranteeBook: '01/01/1800',
  searchByTractBookLegal: '01/01/1800',
};

const asTyped = (date: string): string => (/^\d{4}-\d{2}-\d{2}/.test(date) ? usDate(date) : date);

/** Today in the county, MM/DD/YYYY. */
export const countyToday = ({ county }: Pick<County, 'county'>): string => asTyped(county.today);

/**
 * The default end of the recorded dates: the verified date where the county uses it, otherwise today in the county
 * (B1-024, B1-026).
 */
const latestDate = ({ notableDates, county }: DatesOfCounty): string =>
  notableDates.useVerificationDate && notableDates.abstractVerifiedDate !== ''
    ? asTyped(notableDates.abstractVerifiedDate)
    : countyToday({ county });

/**
 * The default beginning of the recorded dates (B1-023, B1-025, B1-026): the date in `otherEarliest` if the kind of
 * search has one, otherwise the beginning of the index when notable dates are shown, otherwise 01/01/1900. Empty for a
 * search by date, which covers at most a year: there the user must enter the beginning.
 */
const fromDate = (type: SearchType, { notableDates }: DatesOfCounty): string => {
  if (type === 'searchByDate') return '';
  const begins = notableDates.show ? notableDates.abstractIndexBeginDate : '';
  return otherEarliest[type] ?? (begins === '' ? usualEarliest : asTyped(begins));
};

const withDates = (type: SearchType, from: string, to: string): Criteria => {
  const criteria: Criteria = z.parse(criteriaOf(type).fields, {});
  if ('fromRecordedDate' in criteria) criteria.fromRecordedDate = from;
  if ('toRecordedDate' in criteria) criteria.toRecordedDate = to;
  return criteria;
};

/** The values of a form that has no remembered criteria, or that the user has cleared (B1-022, B1-026, B1-027). */
export const defaultCriteria = (type: SearchType, county: DatesOfCounty): Criteria =>
  withDates(type, fromDate(type, county), latestDate(county));

/** Remembered criteria merged over the defaults; unknown names are dropped. */
export const mergeCriteria = (defaults: Criteria, remembered: Criteria | undefined): Criteria =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, remembered?.[name] ?? value]));

/** True in a county with property codes, unless the county's searches always cover all document types (B1-028). */
export const asksDocumentType = ({ index, search2 }: Pick<County, 'index' | 'search2'>): boolean =>
  index.propertyCode && !search2.allOnlySearch;

/**
 * The criteria that differ from the defaults. A bookmark without dates uses the default dates of the day on which it
 * is opened.
 */
export const differingCriteria = (criteria: Partial<Criteria>, defaults: Criteria): Criteria =>
  Object.fromEntries(
    Object.entries(criteria).flatMap(([name, value]) =>
      value !== undefined && value !== defaults[name] ? [[name, value]] : [],
    ),
  );

/**
 * The criteria of a suggested wider search, which leaves out one criterion; `label` names that criterion. Undefined
 * when the form requires that criterion.
 */
export const criteriaWithout = (
  type: SearchType,
  criteria: Criteria,
  label: string,
  county: Pick<County, 'county'>,
): Criteria | undefined => {
  const without = wideningsOfSaved(criteriaOf(type), criteria).find((each) => each.label === label)?.without;
  if (!without) return undefined;
  const left: Criteria = { ...criteria };
  for (const [name, value] of Object.entries(without)) left[name] = value ?? '';
  // The criteria of a search without dates end at `latestDay`, far in the future. The form refuses a future day, so
  // today replaces that day.
  if (left.toRecordedDate === latestDay) left.toRecordedDate = countyToday(county);
  return left;
};

/**
 * The label of the text field, which depends on the chosen part of the certificate: all parts, document numbers, or any
 * other part (B1-090).
 */
export const torrensTextLabel = (searchIn: string): 'ALL' | 'DOCUMENT' | 'TEXT' =>
  searchIn === 'ALL' || searchIn === 'DOCUMENT' ? searchIn : 'TEXT';
