import type { SectionValue } from '@portal/proto/config/sections';
import { efileTypes, type EfileType } from '@portal/proto/efile';
import type { Actor } from '@portal/proto/rpc/actor';
import type { FilingFunding } from '@portal/proto/rpc/payments';
import { standingOf } from '../payers/standing.rules.js';
import { cardFeeOf, cardFeeOn } from '../prices/card-fee.rules.js';

/** The fees of a filing in cents. `additional` is the sum for all pages after the first. */
export interface FilingPrice {
  readonly first: bigint;
  readonly additional: bigint;
  readonly surcharge: bigint;
  readonly total: bigint;
}

/**
 * Returns how a user pays for a filing: by the account's payment method. This also applies to a flat-fee account,
 * because bundles of images do not pay for recording. Staff pay nothing. Undefined for actors who may not e-file
 * (DECISIONS.md#efile-1).
 */
export function filingFundingOf(actor: Actor): FilingFunding | undefined {
  const { isStaff, isMember } = standingOf(actor);
  if (isStaff) return 'FREE';
  return isMember && actor.account !== null ? actor.terms?.paymentMethod : undefined;
}

/**
 * Computes the county's fee for a kind of document and its number of pages. If the user pays by card, the surcharge
 * includes the county's fee for paying by card.
 */
export function filingPriceOf(
  fees: SectionValue<'efileFees'>,
  cards: SectionValue<'creditCardExtra'>,
  { efileType, pages, funding }: { efileType: EfileType; pages: number; funding: FilingFunding },
): FilingPrice {
  if (funding === 'FREE') return { first: 0n, additional: 0n, surcharge: 0n, total: 0n };
  const kind = efileTypes[efileType];
  const first = fees[`${kind}FirstPage`];
  const additional = fees[`${kind}AdditionalPages`] * (pages - 1);
  const before = first + additional + fees[`${kind}Surcharge`];
  const cardFee = funding === 'CREDIT_CARD' ? cardFeeOn(cardFeeOf(cards), before) : 0;
  const surcharge = fees[`${kind}Surcharge`] + cardFee;
  return {
    first: BigInt(first),
    additional: BigInt(additional),
    surcharge: BigInt(surcharge),
    total: BigInt(before + cardFee),
  };
}
