import type { Role } from '@portal/proto/roles';
import { defaultCounty, type County } from '../../shared/county.js';
import { isFor, pageList, pages, type MenuGroup } from '../pages.js';

export interface NavigationEntry {
  to: string;
  /** The entry is marked as current at these URL paths and at all paths below them. */
  areas: readonly string[];
  /** Key of the entry's text. */
  text: string;
  icon: string;
}

/** A menu for a role (A5-16, A5-18): the pages that the role may use and the county offers. */
export const menuFor = (
  group: MenuGroup,
  role: Role | undefined,
  county: County,
): readonly NavigationEntry[] =>
  role === undefined
    ? []
    : pageList.flatMap((page) => {
        if (page.menu?.group !== group || !isFor(page, role)) return [];
        if (page.menu.offeredBy === 'efile' && !county.efile.efile) return [];
        const areas = [page.path, ...(page.menu.also ?? [])].map((path) => `/${path.replace('/*', '')}`);
        const { text, icon, to = areas[0] ?? '' } = page.menu;
        return [{ to, areas, text, icon }];
      });

/** The links of the header. */
export const navigationFor = (
  role: Role | undefined,
  county: County = defaultCounty,
): readonly NavigationEntry[] => menuFor('main', role, county);

/** The link to the purchases, for users who pay. Staff members get no such link. */
export const purchasesOf = (role: Role | undefined): NavigationEntry | undefined =>
  navigationFor(role).find(({ to }) => to === `/${pages.purchases.path}`);
