import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { Tariff } from './price.rules.js';

/** Where prices come from; a test gives its own. */
export abstract class PriceBook {
  /** @throws RpcFailure when the county's configuration cannot be read */
  abstract tariffOf(county: string): Promise<Tariff>;
}

/** Prices of the control panel: A La Carte Rates, A La Carte Special Rates, Flat Fee Rates. */
@Injectable()
export class CountyPriceBook extends PriceBook {
  constructor(private readonly sections: CountySections) {
    super();
  }

  async tariffOf(county: string): Promise<Tariff> {
    const [aLaCarte, specials, flatFee] = await Promise.all([
      this.sections.get(county, 'aLaCarte'),
      this.sections.get(county, 'aLaCarteSpecialRates'),
      this.sections.get(county, 'flatFee'),
    ]);
    const rates = specials.applySpecialRates ? specials.rates : [];
    const prices: Omit<Tariff, 'version'> = {
      general: {
        document: aLaCarte.imageDocument,
        firstPage: aLaCarte.imageFirstPage,
        additionalPages: aLaCarte.imageAdditionalPages,
      },
      special: rates.map((rate) => ({
        documentType: rate.documentType,
        instrumentCode: rate.instrumentCode,
        document: rate.documentRate,
        firstPage: rate.firstPageRate,
        additionalPages: rate.additionalPagesRate,
      })),
      countsBundleImages: flatFee.chargingImages,
    };
    const version = createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 16);
    return { ...prices, version };
  }
}
