import type { SearchType } from '../http/search-types.js';
import { everySearch } from './every-search.js';

/** True for criteria whose search is known to be slow; it waits in a separate lane (search/DESIGN.md#slow-searches). */
export function isBroadSearch(type: SearchType, criteria: object): boolean {
  // Definition and criteria belong to the same row of the table, which the type system cannot see.
  return (everySearch[type].isBroad as (c: object) => boolean)(criteria);
}
