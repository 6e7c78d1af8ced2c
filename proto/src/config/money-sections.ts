import type { SectionName } from './sections.js';

/**
 * The sections that decide what people pay (C3). A change needs a reason, which the history keeps, and can be planned
 * for a day and a time on the county's clock.
 */
export const moneySections: readonly SectionName[] = [
  'aLaCarte',
  'aLaCarteSpecialRates',
  'creditCardAlternateRates',
  'creditCardExtra',
  'escrow',
  'flatFee',
  'flatFeeOverride',
  'efileFees',
];

export const isMoneySection = (name: SectionName): boolean => moneySections.includes(name);
