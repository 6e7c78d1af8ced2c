import type { RateOption } from './fee-sections.js';
import type { SectionFaults } from './section-faults.js';

/**
 * An unlimited bundle must be the last one, every other bundle must have a number of pages, and every bundle must have
 * a cost, which may be 0 (C3-38 to C3-40, C3-44). Disabled bundles are not checked.
 */
export function rateOptionFaults(rates: readonly RateOption[]): SectionFaults {
  const faults: SectionFaults = {};
  const last = rates.findLastIndex(({ option }) => option);
  for (const [index, rate] of rates.entries()) {
    if (!rate.option) continue;
    if (rate.unlimitedNumberOfPages && index !== last)
      faults[`rates.${index}.unlimitedNumberOfPages`] = 'panel:unlimitedLast';
    if (!rate.unlimitedNumberOfPages && rate.numberOfPages === 0)
      faults[`rates.${index}.numberOfPages`] = 'forms:required';
    if (rate.cost === null) faults[`rates.${index}.cost`] = 'panel:requiredZeroOk';
  }
  return faults;
}
