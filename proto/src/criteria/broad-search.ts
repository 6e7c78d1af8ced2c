import type { SearchType } from '../http/search-types.js';
import { everySearch } from './every-search.js';

/** Criteria whose search is known to be slow: it waits in a lane of its own (search/DESIGN.md#slow-searches). */
export function isBroadSearch(type: SearchType, criteria: object): boolean {
  // Definition and criteria come from one row of the table, which the type system cannot see.
  return (everySearch[type].isBroad as (c: object) => boolean)(criteria);
}
