import { usDate } from '@portal/proto/dates';
import type { BuiltSearchType } from '../../shared/search-types.js';
import type { Criteria } from '../../shared/state/search.slice.js';
import type { County } from '../../shared/county.js';

type DatesOfCounty = Pick<County, 'notableDates' | 'county'>;

/** The earliest default of the forms with recorded dates (B1-026). */
export const earliestDate = '01/01/1900';

const asTyped = (date: string): string => (/^\d{4}-\d{2}-\d{2}/.test(date) ? usDate(date) : date);

/** The latest default: the verified date where the county uses it, else today in the county (B1-024, B1-026). */
export const latestDate = ({ notableDates, county }: DatesOfCounty): string =>
  asTyped(
    notableDates.useVerificationDate && notableDates.abstractVerifiedDate !== ''
      ? notableDates.abstractVerifiedDate
      : county.today,
  );

/** The from date after Clear: where the index begins, when notable dates are shown (B1-023). */
export const clearedFromDate = ({ notableDates }: DatesOfCounty): string =>
  notableDates.show && notableDates.abstractIndexBeginDate !== ''
    ? asTyped(notableDates.abstractIndexBeginDate)
    : earliestDate;

const withoutDates: Record<BuiltSearchType, Criteria> = {
  searchByName: {
    grantorGranteeSearchIn: 'BOTH',
    grantorGranteeLastName1: '',
    grantorGranteeFirstName1: '',
    grantorGranteeMiddleInitial1: '',
    andOr: 'OR',
    grantorGranteeLastName2: '',
    grantorGranteeFirstName2: '',
    grantorGranteeMiddleInitial2: '',
    matchMethod: 'BEGINS',
    documentType: 'ALL',
    instrumentGroup: 'ALL',
    fromRecordedDate: '',
    toRecordedDate: '',
  },
  searchByDocumentNumber: { documentType: 'ALL', fromDocumentNumber: '', toDocumentNumber: '' },
};

const withDates = (type: BuiltSearchType, from: string, to: string): Criteria => {
  const criteria = { ...withoutDates[type] };
  if ('fromRecordedDate' in criteria) criteria.fromRecordedDate = from;
  if ('toRecordedDate' in criteria) criteria.toRecordedDate = to;
  return criteria;
};

/** What a form opens with when nothing is remembered (B1-026, B1-027). */
export const defaultCriteria = (type: BuiltSearchType, county: DatesOfCounty): Criteria =>
  withDates(type, earliestDate, latestDate(county));

/** What Clear leaves (B1-022). */
export const clearedCriteria = (type: BuiltSearchType, county: DatesOfCounty): Criteria =>
  withDates(type, clearedFromDate(county), latestDate(county));

/** Remembered criteria over the defaults; names that the form does not know are left out. */
export const mergeCriteria = (defaults: Criteria, remembered: Criteria | undefined): Criteria =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, remembered?.[name] ?? value]));

/** The document type is asked for only where property codes are used and not every search is for all (B1-028). */
export const asksDocumentType = ({ index, search2 }: Pick<County, 'index' | 'search2'>): boolean =>
  index.propertyCode && !search2.allOnlySearch;
