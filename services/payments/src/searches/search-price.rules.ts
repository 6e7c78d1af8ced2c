import type { SectionValue } from '@portal/proto/config/sections';
import type { SearchType } from '@portal/proto/http/search-types';

type Prices = SectionValue<'aLaCarte'>;

export type ChargedItem = SearchType | 'documentDetails' | 'taxLienDetails';

/** Kinds that have no price of their own on the A La Carte Rates page. */
const pricedAs = {
  searchByTractIndexNMI: 'searchByParcelId',
  searchByTractBookId: 'searchByTractBook',
  searchByTractBookLegal: 'searchByTractBook',
} as const satisfies Partial<Record<ChargedItem, keyof Prices>>;

/** Cents. */
export function searchPrice(prices: Prices, item: ChargedItem): number {
  if (item === 'searchByTractIndexNMI' || item === 'searchByTractBookId' || item === 'searchByTractBookLegal')
    return prices[pricedAs[item]];
  return prices[item];
}
