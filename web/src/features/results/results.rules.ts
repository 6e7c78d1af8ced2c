import { pageSize, resultLimit } from '@portal/proto/http/search-types';
import type { Translate } from '../../shared/i18n/translate.js';
import type { SearchAddress } from '../../shared/search-address.js';
import type { SortKey } from '../../shared/state/search.slice.js';

/** The rows of a page as 'x-y of n' (B4-09). */
export const rangeOfPage = (pageNumber: number, total: number): { from: number; to: number } => ({
  from: total === 0 ? 0 : (pageNumber - 1) * pageSize + 1,
  to: Math.min(pageNumber * pageSize, total),
});

export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

/** A list as long as the limit was cut off (B2-34). */
export const isTruncated = (total: number): boolean => total >= resultLimit;

/** What to sort by, with the text of its entry; the county names its books (B4-04). */
export const sortChoices = (t: Translate, bookLabel: string): { value: SortKey; text: string }[] => [
  { value: 'docNumber', text: t('results:sort.docNumber') },
  { value: 'instrument', text: t('results:sort.instrument') },
  { value: 'recordedDate', text: t('results:sort.recordedDate') },
  { value: 'book', text: bookLabel },
];

type Named = { key: string; value: string };

const fullName = (criteria: SearchAddress['criteria'], which: 1 | 2): string => {
  const last = criteria[`grantorGranteeLastName${which}`] ?? '';
  const rest = [criteria[`grantorGranteeFirstName${which}`], criteria[`grantorGranteeMiddleInitial${which}`]];
  return [last, rest.filter(Boolean).join(' ')].filter((part) => part !== '').join(', ');
};

const nameCriteriaShown = (t: Translate, criteria: SearchAddress['criteria']): Named[] => {
  const second = fullName(criteria, 2);
  const joined = t(`search:searchByName.andOr.${criteria.andOr ?? 'OR'}`).toLowerCase();
  const name = [fullName(criteria, 1), second !== '' ? `${joined} ${second}` : ''].filter(Boolean).join(' ');
  return [
    { key: t(`results:criteria.${criteria.matchMethod ?? 'BEGINS'}`), value: name },
    {
      key: t('results:criteria.in'),
      value: t(`search:searchByName.searchIn.${criteria.grantorGranteeSearchIn ?? 'BOTH'}`),
    },
    {
      key: t('results:criteria.recorded'),
      value: `${criteria.fromRecordedDate ?? ''} – ${criteria.toRecordedDate ?? ''}`,
    },
  ];
};

const numberCriteriaShown = (t: Translate, criteria: SearchAddress['criteria']): Named[] => {
  const to = criteria.toDocumentNumber ?? '';
  const number = [criteria.fromDocumentNumber ?? '', ...(to === '' ? [] : [to])].join(' – ');
  return [{ key: t('results:criteria.number'), value: number }];
};

/** The criteria above the list, as a user would say them. */
export const shownCriteria = (
  t: Translate,
  { type, criteria }: Pick<SearchAddress, 'type' | 'criteria'>,
): Named[] => (type === 'searchByName' ? nameCriteriaShown(t, criteria) : numberCriteriaShown(t, criteria));

/** The first of a cell and how many more there are; one alone has no badge (B4-03). */
export const firstOf = <T>(
  list: readonly T[],
  count: number | undefined,
): { first: T | undefined; more: number } => ({
  first: list[0],
  more: Math.max(0, (count ?? list.length) - 1),
});
