import type { SpecialRate } from './fee-sections.js';
import type { SectionFaults } from './section-faults.js';

/** True for a row that names neither type nor code (C3-10). */
export const isBlankRate = ({ documentType, instrumentCode }: SpecialRate): boolean =>
  documentType === '' && instrumentCode === '';

const isFree = ({ documentRate, firstPageRate, additionalPagesRate }: SpecialRate): boolean =>
  documentRate === 0 && firstPageRate === 0 && additionalPagesRate === 0;

/** True if the rate is for all document types: 0 and an empty text mean the same (C3-08). */
const allTypes = ({ documentType }: SpecialRate): boolean => documentType === '' || documentType === '0';

/**
 * The faults of rows, each at its field (C3-06 to C3-09). Rows without type and code are not checked, because
 * `organizedRates` removes them.
 */
export function specialRateFaults(rates: readonly SpecialRate[]): SectionFaults {
  const faults: SectionFaults = {};
  for (const [index, rate] of rates.entries()) {
    if (isBlankRate(rate)) continue;
    const field = fieldOf(rate, rates.slice(0, index));
    if (field) faults[`rates.${index}.${field[0]}`] = field[1];
  }
  return faults;
}

function fieldOf(rate: SpecialRate, before: readonly SpecialRate[]): [string, string] | undefined {
  if (rate.documentType === '') return ['documentType', 'panel:rateNeedsDocumentType'];
  if (isFree(rate)) return ['documentRate', 'panel:rateNeedsAmount'];
  const sameCode = before.filter(({ instrumentCode }) => instrumentCode === rate.instrumentCode);
  if (sameCode.some(({ documentType }) => documentType === rate.documentType))
    return ['instrumentCode', 'panel:rateTwice'];
  const besideAll = sameCode.some((other) => !isBlankRate(other) && (allTypes(other) || allTypes(rate)));
  return besideAll ? ['instrumentCode', 'panel:rateTwiceBesideAll'] : undefined;
}

/** The rates without blank rows, sorted by type and then by code (C3-10 to C3-12). */
export const organizedRates = (rates: readonly SpecialRate[]): SpecialRate[] =>
  rates
    .filter((rate) => !isBlankRate(rate))
    .sort((a, b) => compare(a.documentType, b.documentType) || compare(a.instrumentCode, b.instrumentCode));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
