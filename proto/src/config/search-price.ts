import type { SearchType } from '../http/search-types.js';
import type { PaymentMethod } from '../roles.js';
import type { Actor } from '../rpc/actor.js';
import type { SectionValue } from './sections.js';

/** The kinds of details that can have a price. */
export const chargedDetails = ['documentDetails', 'taxLienDetails'] as const;

/** A service with a price: a kind of search, or the details of a record. */
export type ChargedItem = SearchType | (typeof chargedDetails)[number];

/** The county's price pages, which set what searches and details cost. */
export interface SearchRates {
  readonly aLaCarte: SectionValue<'aLaCarte'>;
  readonly creditCardAlternateRates: SectionValue<'creditCardAlternateRates'>;
}

/** Kinds of search without a price of their own; they cost the same as another kind. */
const pricedAs = {
  searchByTractIndexNMI: 'searchByParcelId',
  searchByTractBookId: 'searchByTractBook',
  searchByTractBookLegal: 'searchByTractBook',
} as const satisfies Partial<Record<ChargedItem, keyof SearchRates['aLaCarte']>>;

const priceField = (item: ChargedItem): Exclude<ChargedItem, keyof typeof pricedAs> | 'searchByTractBook' =>
  item === 'searchByTractIndexNMI' || item === 'searchByTractBookId' || item === 'searchByTractBookLegal'
    ? pricedAs[item]
    : item;

/** The price in cents for users with this payment method. */
export function searchPrice(
  { aLaCarte, creditCardAlternateRates }: SearchRates,
  paymentMethod: PaymentMethod,
  item: ChargedItem,
): number {
  const byCard = paymentMethod === 'CREDIT_CARD' && creditCardAlternateRates.applyAlternateRates;
  return (byCard ? creditCardAlternateRates : aLaCarte)[priceField(item)];
}

/** True if searches can cost the actor anything. Staff is never charged, and flat-fee accounts search free (A10-32). */
export const paysForSearches = ({ role, terms }: Pick<Actor, 'role' | 'terms'>): boolean =>
  (role === 'USER' || role === 'ACCOUNT' || role === 'GUEST') && terms?.accountType === 'A_LA_CARTE';
