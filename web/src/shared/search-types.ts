import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import type { County } from './county.js';
import type { Translate } from './i18n/translate.js';

type Group = 'searchBy' | 'special';

/** The position of each kind of search in the side menu, and its icon (B1-006, B1-010). */
const places: Record<SearchType, { group: Group; icon: string }> = {
  searchByAddress: { group: 'searchBy', icon: 'address' },
  searchByBookAndPage: { group: 'searchBy', icon: 'book' },
  searchByDate: { group: 'searchBy', icon: 'calendar' },
  searchByDocumentNumber: { group: 'searchBy', icon: 'number' },
  searchByLegalDescription: { group: 'searchBy', icon: 'legal' },
  searchByName: { group: 'searchBy', icon: 'user' },
  searchByParcelId: { group: 'searchBy', icon: 'parcel' },
  searchByTorrensCertificate: { group: 'searchBy', icon: 'certificate' },
  searchByTorrensText: { group: 'searchBy', icon: 'text-search' },
  searchByTractIndexNMI: { group: 'searchBy', icon: 'compass' },
  searchByPlat: { group: 'special', icon: 'plat' },
  searchByGrantorGranteeBook: { group: 'special', icon: 'books' },
  searchByTaxLien: { group: 'special', icon: 'lien' },
  searchByTractBookId: { group: 'special', icon: 'tag' },
  searchByTractBookLegal: { group: 'special', icon: 'tract' },
};

export const isSearchType = (type: string | null | undefined): type is SearchType =>
  searchTypes.some((each) => each === type);

const torrensTypes: readonly SearchType[] = ['searchByTorrensCertificate', 'searchByTorrensText'];

/**
 * The kinds of search that a user sees. The county must have the search, and the user must be allowed to use it
 * (B1-011). Torrens searches are shown only where the county enables Torrens (B1-008).
 */
export const offeredSearches = (
  county: Pick<County, 'search' | 'index'>,
  user: Pick<CurrentUser, 'searchList'> | null,
): SearchType[] =>
  searchTypes.filter(
    (type) =>
      county.search.enabled.includes(type) &&
      (county.index.torrens || !torrensTypes.includes(type)) &&
      (user === null || user.searchList.includes(type)),
  );

type Labels = Pick<County['common'], 'bookLabel' | 'torrensLabel'>;
const labelsOf = ({ bookLabel, torrensLabel }: Labels) => ({ book: bookLabel, torrens: torrensLabel });

/** The name of a kind of search, with the county's own labels (B1-007, B1-009). */
export const searchName = (t: Translate, common: Labels, type: SearchType): string =>
  t(`search:${type}.name`, labelsOf(common));

/** The heading of the form of a kind of search, with the county's own labels (B1-046, B1-086). */
export const searchHeading = (t: Translate, common: Labels, type: SearchType): string =>
  t(`search:${type}.heading`, labelsOf(common));

export interface MenuEntry {
  type: SearchType;
  icon: string;
  label: string;
}

/** The side menu: the offered kinds in two groups, sorted by name (B1-005). */
export const searchMenu = (
  offered: readonly SearchType[],
  nameOf: (type: SearchType) => string,
  locale: string,
): { group: Group; entries: MenuEntry[] }[] =>
  (['searchBy', 'special'] as const)
    .map((group) => ({
      group,
      entries: offered
        .filter((type) => places[type].group === group)
        .map((type) => ({ type, icon: places[type].icon, label: nameOf(type) }))
        .sort((a, b) => a.label.localeCompare(b.label, locale)),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The kind of search that /search opens: the county's default, or the first offered one (B1-012). */
export const defaultSearch = (
  county: Pick<County, 'search'>,
  offered: readonly SearchType[],
): SearchType | undefined => offered.find((type) => type === county.search.defaultSearch) ?? offered[0];
