import type { SearchType } from '../http/search-types.js';
import type { SectionValue } from './sections.js';

const torrensSearches: readonly SearchType[] = ['searchByTorrensCertificate', 'searchByTorrensText'];

/** Kinds of search that a county offers, in its order; those of certificates only where it has a Torrens index. */
export const offeredSearches = (
  { enabled }: Pick<SectionValue<'search'>, 'enabled'>,
  { torrens }: Pick<SectionValue<'index'>, 'torrens'>,
): SearchType[] => enabled.filter((type) => torrens || !torrensSearches.includes(type));
