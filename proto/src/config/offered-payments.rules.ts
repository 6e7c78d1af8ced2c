import { efileFeeKinds, priceNames, type RateOption, type SpecialRate } from './fee-sections.js';
import type { SectionFaults } from './section-faults.js';
import type { SectionValue } from './sections.js';

/** The sections that decide together whether people can pay for what has a price. */
export const payingSections = [
  ...(['payments', 'creditCardExtra', 'aLaCarte', 'aLaCarteSpecialRates'] as const),
  ...(['creditCardAlternateRates', 'flatFee', 'flatFeeOverride', 'efileFees'] as const),
] as const;
export type PayingSection = (typeof payingSections)[number];
export type PayingSections = { [N in PayingSection]: SectionValue<N> };

export const isPayingSection = (name: string): name is PayingSection =>
  (payingSections as readonly string[]).includes(name);

const ratesOf = (rates: readonly SpecialRate[]): [string, number][] =>
  rates.flatMap((rate, at) =>
    (['documentRate', 'firstPageRate', 'additionalPagesRate'] as const).map((name): [string, number] => [
      `rates.${at}.${name}`,
      rate[name],
    ]),
  );
const pricesOn = (page: SectionValue<'aLaCarte'>): [string, number][] =>
  priceNames.map((name) => [name, page[name]]);
const bundlesOf = (rates: readonly RateOption[]): [string, number][] =>
  rates.map(({ option, cost }, at) => [`rates.${at}.cost`, option ? (cost ?? 0) : 0]);

/** For each section, its prices in cents by the path of their field. Prices of rates that do not apply are left out. */
const prices: { [N in PayingSection]?: (value: SectionValue<N>) => [string, number][] } = {
  aLaCarte: pricesOn,
  aLaCarteSpecialRates: ({ applySpecialRates, rates }) => (applySpecialRates ? ratesOf(rates) : []),
  creditCardAlternateRates: (page) =>
    page.applyAlternateRates ? [...pricesOn(page), ...ratesOf(page.rates)] : [],
  flatFee: ({ rates }) => bundlesOf(rates),
  flatFeeOverride: ({ accountAdminReload, rates }) => (accountAdminReload ? bundlesOf(rates) : []),
  efileFees: (fees) =>
    efileFeeKinds.flatMap((kind) =>
      (['FirstPage', 'AdditionalPages', 'Surcharge'] as const).map((part): [string, number] => [
        `${kind}${part}`,
        fees[`${kind}${part}`],
      ]),
    ),
};

/** The path of the first price above 0 of a section; undefined if it has none. */
const pricedField = <N extends PayingSection>(all: PayingSections, name: N): string | undefined =>
  (prices[name]?.(all[name]) ?? []).find(([, cents]) => cents > 0)?.[0];

/** True if a rate applies to users who pay by card, but the county has no amount that they can preauthorize. */
function cardsBuyNothing(all: PayingSections): boolean {
  if (all.creditCardExtra.maxAmount > 0) return false;
  if (all.creditCardAlternateRates.applyAlternateRates)
    return pricedField(all, 'creditCardAlternateRates') !== undefined;
  const hasPrice = (['aLaCarte', 'aLaCarteSpecialRates'] as const).some((name) => pricedField(all, name));
  return hasPrice && all.payments.paymentMethods.includes('CREDIT_CARD');
}

/**
 * The faults of a section that is about to be saved, in view of the county's other sections. A county that has prices
 * must accept at least one payment method. If people pay by card, it must also have an amount to preauthorize (C3-26).
 * A county where nothing has a price needs neither. If the amount was already missing before this save, only the
 * section creditCardExtra, which contains the amount, cannot be saved without it.
 * @param before the county's sections as they are
 * @param all the county's sections, with the new value of the saved one
 */
export function payingFaults(
  name: PayingSection,
  before: PayingSections,
  all: PayingSections,
): SectionFaults {
  const acceptsNone = all.payments.paymentMethods.length === 0;
  if (name === 'creditCardExtra')
    return cardsBuyNothing(all) ? { maxAmount: 'panel:preauthorizationNeeded' } : {};
  const needsAmount = cardsBuyNothing(all) && !cardsBuyNothing(before);
  if (name === 'payments') {
    const isPriced = payingSections.some((each) => pricedField(all, each) !== undefined);
    if (acceptsNone && isPriced) return { paymentMethods: 'panel:paymentMethodNeeded' };
    return needsAmount ? { paymentMethods: 'panel:preauthorizationFirst' } : {};
  }
  const priced = pricedField(all, name);
  if (acceptsNone && priced !== undefined) return { [priced]: 'panel:nobodyCanPay' };
  // If the section has no price, the amount became necessary because the rates of creditCardAlternateRates were
  // switched off. Users who pay by card are then charged the prices of other sections.
  return needsAmount ? { [priced ?? 'applyAlternateRates']: 'panel:preauthorizationFirst' } : {};
}
