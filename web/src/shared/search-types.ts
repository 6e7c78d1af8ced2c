import type { SearchType } from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import type { County } from './county.js';

type Group = 'searchBy' | 'special';

/** Kinds of search that have a form in this version. */
export const builtSearchTypes = ['searchByName', 'searchByDocumentNumber'] as const;
export type BuiltSearchType = (typeof builtSearchTypes)[number];

/** Where each kind of search stands in the side menu, and its icon (B1-006, B1-010). */
const places: Record<BuiltSearchType, { group: Group; icon: string }> = {
  searchByDocumentNumber: { group: 'searchBy', icon: 'number' },
  searchByName: { group: 'searchBy', icon: 'user' },
};

export const isBuiltSearch = (type: string | undefined): type is BuiltSearchType =>
  builtSearchTypes.some((built) => built === type);

/** A kind is offered when the county has it and the user may use it (B1-011). */
export const offeredSearches = (
  county: Pick<County, 'search'>,
  user: Pick<CurrentUser, 'searchList'> | null,
): BuiltSearchType[] =>
  builtSearchTypes.filter(
    (type) => county.search.enabled.includes(type) && (user === null || user.searchList.includes(type)),
  );

export interface MenuEntry {
  type: BuiltSearchType;
  icon: string;
  label: string;
}

/** The side menu: offered kinds in two groups, by name within the group (B1-005). */
export const searchMenu = (
  offered: readonly BuiltSearchType[],
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

/** The form that /search opens: the county's default, or the first one offered (B1-012). */
export const defaultSearch = (
  county: Pick<County, 'search'>,
  offered: readonly BuiltSearchType[],
): BuiltSearchType | undefined => offered.find((type) => type === county.search.defaultSearch) ?? offered[0];
