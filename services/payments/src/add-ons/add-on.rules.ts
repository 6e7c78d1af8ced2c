import { instantOf, todayIn, type Clock } from '@portal/infra/clock';
import type { SectionValue } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf } from '../payers/standing.rules.js';
import type { CountyTerms } from '../prices/payment-terms.js';

/** A bundle of the Flat Fee Rates page. `images` null means unlimited until the end of the month. Cost in cents. */
export interface Bundle {
  readonly value: string;
  readonly images: number | null;
  readonly cost: number;
}

type Rates = SectionValue<'flatFee'>['rates'];
type BundleTerms = Pick<CountyTerms, 'flatFee' | 'flatFeeOverride'>;

/**
 * Returns the rates of bundles. The rates of Flat Fee Usage Override replace those of Flat Fee Rates if the override
 * lets account administrators buy, and at least one of its rates is switched on.
 */
function ratesOf({ flatFee, flatFeeOverride }: BundleTerms): Rates {
  const overrides = flatFeeOverride.accountAdminReload && flatFeeOverride.rates.some(({ option }) => option);
  return overrides ? flatFeeOverride.rates : flatFee.rates;
}

/**
 * Returns the bundles that the county offers. Each option keeps the number of its line, even when other options are
 * switched off.
 */
export const bundlesOf = (terms: BundleTerms): Bundle[] =>
  ratesOf(terms).flatMap(({ option, unlimitedNumberOfPages, numberOfPages, cost }, index) => {
    if (!option || cost === null || (!unlimitedNumberOfPages && numberOfPages === 0)) return [];
    return [{ value: String(index + 1), images: unlimitedNumberOfPages ? null : numberOfPages, cost }];
  });

/**
 * True if the actor may buy bundles. The county decides whether account administrators may; each account's terms decide
 * whether the account's users may (C2-52, C2-53).
 */
function mayBuy(actor: Actor, { flatFeeOverride }: BundleTerms): boolean {
  const { isMember, isAdministrator } = standingOf(actor);
  if (isAdministrator) return flatFeeOverride.accountAdminReload;
  return isMember && (actor.terms?.userReload ?? false);
}

/**
 * Returns how the actor's flat-fee account pays for a bundle; undefined if the actor may not buy bundles, or the
 * account pays by card.
 */
export function bundleFunding(actor: Actor, county: BundleTerms): 'ESCROW' | 'INVOICE' | undefined {
  const { account, terms } = actor;
  if (!mayBuy(actor, county) || account === null || terms?.accountType !== 'FLAT_FEE') return undefined;
  return terms.paymentMethod === 'CREDIT_CARD' ? undefined : terms.paymentMethod;
}

/** Returns the instant at which the next month begins in the county's time zone. */
export function monthEnd(timeZone: string, clock: Clock): Date {
  const [year = 0, month = 1] = todayIn(timeZone, clock).split('-').map(Number);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return instantOf(timeZone, `${nextYear}-${String(nextMonth).padStart(2, '0')}-01`, '00:00');
}
