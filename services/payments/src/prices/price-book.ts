import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { SectionValue } from '@portal/proto/config/sections';
import { cardFeeOf } from './card-fee.rules.js';
import type { Rates, Tariff } from './price.rules.js';

/** Reads a county's prices; tests replace this class. */
export abstract class PriceBook {
  /** @throws RpcFailure when the county's configuration cannot be read */
  abstract tariffOf(county: string): Promise<Tariff>;
}

/**
 * Reads the prices from the control panel: A La Carte Rates and its Special Rates, Credit Card Alternate Rates, the fee
 * of Credit Card Extra, and Flat Fee Rates.
 */
@Injectable()
export class CountyPriceBook extends PriceBook {
  constructor(private readonly sections: CountySections) {
    super();
  }

  async tariffOf(county: string): Promise<Tariff> {
    const [aLaCarte, specials, byCard, flatFee, extra] = await Promise.all([
      this.sections.get(county, 'aLaCarte'),
      this.sections.get(county, 'aLaCarteSpecialRates'),
      this.sections.get(county, 'creditCardAlternateRates'),
      this.sections.get(county, 'flatFee'),
      this.sections.get(county, 'creditCardExtra'),
    ]);
    const cardFee = cardFeeOf(extra);
    const prices: Omit<Tariff, 'version'> = {
      ...ratesOn(aLaCarte, specials.applySpecialRates ? specials.rates : []),
      ...(byCard.applyAlternateRates && { byCard: ratesOn(byCard, byCard.rates) }),
      ...(cardFee && { cardFee }),
      countsBundleImages: flatFee.chargingImages,
    };
    const version = createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 16);
    return { ...prices, version };
  }
}

/** Returns the image rates of a page of the control panel, together with the special rates. */
const ratesOn = (
  page: Pick<SectionValue<'aLaCarte'>, 'imageDocument' | 'imageFirstPage' | 'imageAdditionalPages'>,
  rows: SectionValue<'aLaCarteSpecialRates'>['rates'],
): Rates => ({
  general: {
    document: page.imageDocument,
    firstPage: page.imageFirstPage,
    additionalPages: page.imageAdditionalPages,
  },
  special: rows.map((rate) => ({
    documentType: rate.documentType,
    instrumentCode: rate.instrumentCode,
    document: rate.documentRate,
    firstPage: rate.firstPageRate,
    additionalPages: rate.additionalPagesRate,
  })),
});
