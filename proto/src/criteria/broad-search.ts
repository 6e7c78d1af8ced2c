import type { SearchType } from '../http/search-types.js';
import { everySearch } from './every-search.js';

/**
 * True for criteria whose search is known to be slow. Such a search waits in the slow lane
 * (search/DESIGN.md#slow-searches).
 */
export function isBroadSearch(type: SearchType, criteria: object): boolean {
  // The cast is needed because TypeScript cannot see that the criteria fit the definition of their type.
  return (everySearch[type].isBroad as (c: object) => boolean)(criteria);
}
