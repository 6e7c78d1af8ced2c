import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { SectionValue } from '@portal/proto/config/sections';

/** What a county asks of those who pay by card or in advance. Money in cents. */
export interface CountyTerms {
  readonly escrow: SectionValue<'escrow'>;
  readonly creditCardExtra: SectionValue<'creditCardExtra'>;
  readonly flatFee: SectionValue<'flatFee'>;
  readonly flatFeeOverride: SectionValue<'flatFeeOverride'>;
  readonly aLaCarte: SectionValue<'aLaCarte'>;
  /** IANA zone. */
  readonly timeZone: string;
}

/** Where the terms come from; a test gives its own. */
export abstract class PaymentTerms {
  /** @throws RpcFailure when the county's configuration cannot be read */
  abstract of(county: string): Promise<CountyTerms>;
}

/** Terms of the control panel: Escrow, Credit Card Extra, Flat Fee Rates, Flat Fee Usage Override, A La Carte Rates. */
@Injectable()
export class CountyPaymentTerms extends PaymentTerms {
  constructor(private readonly sections: CountySections) {
    super();
  }

  async of(county: string): Promise<CountyTerms> {
    const [escrow, creditCardExtra, flatFee, flatFeeOverride, aLaCarte, known] = await Promise.all([
      this.sections.get(county, 'escrow'),
      this.sections.get(county, 'creditCardExtra'),
      this.sections.get(county, 'flatFee'),
      this.sections.get(county, 'flatFeeOverride'),
      this.sections.get(county, 'aLaCarte'),
      this.sections.findCounty(county),
    ]);
    if (!known) throw new Error(`there is no county ${county}`);
    return { escrow, creditCardExtra, flatFee, flatFeeOverride, aLaCarte, timeZone: known.timeZone };
  }
}
