import type { Merchant } from './card-credentials.js';

/** Finds the accounts of counties at the card provider. */
export abstract class Merchants {
  /** The county's account; undefined when the county has no merchant. */
  abstract find(county: string): Promise<Merchant | undefined>;
}
