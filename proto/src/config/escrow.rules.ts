import type { SectionFaults } from './section-faults.js';
import { faultsWhere } from './section-faults.js';
import type { SectionValue } from './sections.js';

/**
 * The fee code and the charge code must be set together. A surcharge needs an amount. Adding money by card needs a
 * minimum and a maximum (C3-28 to C3-35).
 */
export function escrowFaults(escrow: SectionValue<'escrow'>): SectionFaults {
  const { feeCode, chargeCode, reloadByCreditCard, minReloadAmount, maxReloadAmount } = escrow;
  const inPercent = escrow.creditCardSurchargeMethod === 'percent';
  return faultsWhere([
    [feeCode === '' && chargeCode !== '', 'feeCode', 'panel:requiredWithChargeCode'],
    [chargeCode === '' && feeCode !== '', 'chargeCode', 'panel:requiredWithFeeCode'],
    [reloadByCreditCard && minReloadAmount === 0, 'minReloadAmount', 'forms:required'],
    [reloadByCreditCard && maxReloadAmount === 0, 'maxReloadAmount', 'forms:required'],
    [reloadByCreditCard && maxReloadAmount < minReloadAmount, 'maxReloadAmount', 'panel:lessThanMinimum'],
    [
      escrow.applySurcharge && !inPercent && escrow.creditCardSurcharge === 0,
      'creditCardSurcharge',
      'forms:required',
    ],
    [
      escrow.applySurcharge && inPercent && escrow.creditCardSurchargePercent === 0,
      'creditCardSurchargePercent',
      'forms:required',
    ],
  ]);
}
