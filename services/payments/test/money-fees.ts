import type { CountyTerms } from '../src/prices/payment-terms.js';
import type { StandInPrices } from './payments-under-test.js';

type Tariff = StandInPrices['tariff'];

/** A change of a county's fees: `more` in cents, `percent` in hundredths of a percent. */
export interface FeeChange {
  readonly more: number;
  readonly percent: number;
  readonly chargeWhen: 'RECORDED' | 'SUBMITTED';
}

/** Fees of e-filing, searches, deposits and payments by card after a change. */
export function changedTerms(terms: CountyTerms, { more, percent, chargeWhen }: FeeChange): CountyTerms {
  const { efileFees, aLaCarte, escrow, creditCardExtra } = terms;
  return {
    ...terms,
    efileFees: {
      ...efileFees,
      landRecordFirstPage: efileFees.landRecordFirstPage + more,
      landRecordSurcharge: efileFees.landRecordSurcharge + more,
      chargeWhen,
    },
    aLaCarte: { ...aLaCarte, searchByName: aLaCarte.searchByName + more },
    escrow: { ...escrow, creditCardSurchargePercent: percent },
    creditCardExtra: {
      ...creditCardExtra,
      ...{ applySurcharge: true, surchargeMethod: 'percent' as const, surchargePercent: percent },
    },
  };
}

/** Prices of pages after a change. */
export function changedTariff(tariff: Tariff, { more }: FeeChange): Tariff {
  const { firstPage } = tariff.general;
  return {
    ...tariff,
    version: `test-${more}`,
    general: { ...tariff.general, firstPage: firstPage + more },
  };
}
