import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { SectionValue } from '@portal/proto/config/sections';

/** A county's settings for payments, apart from the prices of images. Money in cents. */
export interface CountyTerms {
  readonly escrow: SectionValue<'escrow'>;
  readonly creditCardExtra: SectionValue<'creditCardExtra'>;
  readonly flatFee: SectionValue<'flatFee'>;
  readonly flatFeeOverride: SectionValue<'flatFeeOverride'>;
  readonly aLaCarte: SectionValue<'aLaCarte'>;
  readonly creditCardAlternateRates: SectionValue<'creditCardAlternateRates'>;
  readonly cashier: SectionValue<'cashier'>;
  readonly efileFees: SectionValue<'efileFees'>;
  /** The IANA name of the county's time zone. */
  readonly timeZone: string;
}

/** Reads a county's terms; tests replace this class. */
export abstract class PaymentTerms {
  /** @throws RpcFailure when the county's configuration cannot be read */
  abstract of(county: string): Promise<CountyTerms>;
}

/**
 * Reads the terms from the control panel: Escrow, Credit Card Extra, Flat Fee Rates, Flat Fee Usage Override, A La
 * Carte and card rates.
 */
@Injectable()
export class CountyPaymentTerms extends PaymentTerms {
  constructor(private readonly sections: CountySections) {
    super();
  }

  async of(county: string): Promise<CountyTerms> {
    const { sections } = this;
    const [escrow, creditCardExtra, flatFee, flatFeeOverride, known] = await Promise.all([
      sections.get(county, 'escrow'),
      sections.get(county, 'creditCardExtra'),
      sections.get(county, 'flatFee'),
      sections.get(county, 'flatFeeOverride'),
      sections.findCounty(county),
    ]);
    if (!known) throw new Error(`there is no county ${county}`);
    const aLaCarte = await sections.get(county, 'aLaCarte');
    const cashier = await sections.get(county, 'cashier');
    const efileFees = await sections.get(county, 'efileFees');
    const creditCardAlternateRates = await sections.get(county, 'creditCardAlternateRates');
    return {
      ...{ escrow, creditCardExtra, flatFee, flatFeeOverride, aLaCarte, creditCardAlternateRates },
      cashier,
      efileFees,
      timeZone: known.timeZone,
    };
  }
}
