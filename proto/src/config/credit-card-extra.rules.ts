import { message } from '../message.js';
import { faultsWhere, type SectionFaults } from './section-faults.js';
import type { SectionValue } from './sections.js';

/** The largest surcharge that the card networks allow, in basis points: 3 %. */
export const surchargeMost = 300;

/**
 * Checks the surcharge and the codes by the rules that also apply to Escrow (C3-26). A surcharge in percent is at most
 * 3 percent.
 */
export function creditCardExtraFaults(extra: SectionValue<'creditCardExtra'>): SectionFaults {
  const inPercent = extra.surchargeMethod === 'percent';
  const tooMuch = extra.feeKind === 'surcharge' && extra.surchargePercent > surchargeMost;
  return faultsWhere([
    [extra.applySurcharge && !inPercent && extra.surcharge === 0, 'surcharge', 'forms:required'],
    [extra.applySurcharge && inPercent && extra.surchargePercent === 0, 'surchargePercent', 'forms:required'],
    [
      extra.applySurcharge && inPercent && tooMuch,
      'surchargePercent',
      message('panel:orLess', { n: surchargeMost / 100 }),
    ],
    ...codesTogether(extra, 'chargeFeeCode', 'chargeChargeCode'),
    ...codesTogether(extra, 'surchargeFeeCode', 'surchargeChargeCode'),
  ]);
}

type Codes = 'chargeFeeCode' | 'chargeChargeCode' | 'surchargeFeeCode' | 'surchargeChargeCode';

const codesTogether = (
  extra: SectionValue<'creditCardExtra'>,
  feeCode: Codes,
  chargeCode: Codes,
): readonly (readonly [boolean, string, string])[] => [
  [extra[feeCode] === '' && extra[chargeCode] !== '', feeCode, 'panel:requiredWithChargeCode'],
  [extra[chargeCode] === '' && extra[feeCode] !== '', chargeCode, 'panel:requiredWithFeeCode'],
];
