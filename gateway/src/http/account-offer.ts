import type { CountySections } from '@portal/infra/county-config';
import { newAccountPaysBy } from '@portal/proto/config/new-account';
import { offeredSearches } from '@portal/proto/config/offered-searches';
import { chargedDetails, searchPrice, type ChargedItem } from '@portal/proto/config/search-price';
import type { SectionValue } from '@portal/proto/config/sections';
import type { AccountOffer } from '@portal/proto/http/account-offer';

/** The sections that determine what a new account pays. */
const read = [
  'loginPageRegistration',
  'payments',
  'search',
  'index',
  'aLaCarte',
  'aLaCarteSpecialRates',
  'creditCardAlternateRates',
  'creditCardExtra',
] as const;
export type OfferSections = { readonly [N in (typeof read)[number]]: SectionValue<N> };

/** Reads the prices and terms of a self-registered account from the county's current settings. */
export async function readAccountOffer(
  sections: Pick<CountySections, 'get'>,
  county: string,
): Promise<AccountOffer> {
  const found = await Promise.all(
    read.map(async (name) => [name, await sections.get(county, name)] as const),
  );
  return accountOfferOf(Object.fromEntries(found) as unknown as OfferSections);
}

/**
 * Builds the offer from the county's settings. A new account pays per page, because `accountOf` in the identity service
 * creates every account in this way.
 */
export function accountOfferOf(sections: OfferSections): AccountOffer {
  const { loginPageRegistration, payments, search, index } = sections;
  const { aLaCarte, aLaCarteSpecialRates, creditCardAlternateRates } = sections;
  const paysBy = newAccountPaysBy(payments);
  const priced = (codes: readonly ChargedItem[]) =>
    codes.map((code) => ({ code, cents: searchPrice({ aLaCarte, creditCardAlternateRates }, paysBy, code) }));
  const byCard = paysBy === 'CREDIT_CARD' && creditCardAlternateRates.applyAlternateRates;
  const rates = byCard ? creditCardAlternateRates : aLaCarte;
  const specialRates = byCard
    ? creditCardAlternateRates.rates
    : aLaCarteSpecialRates.rates.filter(() => aLaCarteSpecialRates.applySpecialRates);
  return {
    paysBy,
    otherWays: payments.paymentMethods.filter((way) => way !== paysBy),
    prices: loginPageRegistration.showPrices
      ? {
          searches: priced(offeredSearches(search, index)),
          details: priced(chargedDetails.filter((code) => code !== 'taxLienDetails' || hasTaxLiens(search))),
          firstPage: rates.imageFirstPage,
          additionalPages: rates.imageAdditionalPages,
          someDiffer: specialRates.length > 0,
          cardFee: paysBy === 'CREDIT_CARD' ? cardFeeOf(sections.creditCardExtra) : null,
        }
      : null,
  };
}

const cardFeeOf = (extra: SectionValue<'creditCardExtra'>) => {
  if (!extra.applySurcharge) return null;
  const { surchargeMethod: method, surchargePercent, surcharge } = extra;
  return { method, rate: method === 'percent' ? surchargePercent : surcharge };
};

const hasTaxLiens = ({ enabled }: SectionValue<'search'>): boolean => enabled.includes('searchByTaxLien');
