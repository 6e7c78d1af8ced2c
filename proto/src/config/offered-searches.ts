import type { SearchType } from '../http/search-types.js';
import type { SectionValue } from './sections.js';

const torrensSearches: readonly SearchType[] = ['searchByTorrensCertificate', 'searchByTorrensText'];

/**
 * The kinds of search that a county offers, in the county's order. Searches of Torrens records are left out where the
 * county has no Torrens index.
 */
export const offeredSearches = (
  { enabled }: Pick<SectionValue<'search'>, 'enabled'>,
  { torrens }: Pick<SectionValue<'index'>, 'torrens'>,
): SearchType[] => enabled.filter((type) => torrens || !torrensSearches.includes(type));
