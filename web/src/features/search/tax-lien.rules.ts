import type { taxLienMethods } from '@portal/proto/criteria/tax-lien';
import type { Criteria } from '../../shared/state/search.slice.js';

export type TaxLienMethod = (typeof taxLienMethods)[number];

const fieldsOf: Record<TaxLienMethod, readonly string[]> = {
  DATERANGE: [],
  DOCUMENTNUMBER: ['documentNumber'],
  LIENNUMBER: ['lienNumber'],
  TAXPAYER: ['taxpayerName', 'taxpayerFirstName', 'taxpayerMiddleInitial'],
};
const everyField = Object.values(fieldsOf).flat();

/**
 * The criteria to send. Fields of other methods are blank (B1-118); unless the search is by dates, the dates are
 * 01/01/1900 through today (B1-119).
 */
export const onlyTaxLienMethod = (criteria: Criteria, today: string): Criteria => {
  const method = criteria.searchByTaxLienMethod ?? 'DATERANGE';
  const own = Object.entries(fieldsOf).find(([name]) => name === method)?.[1] ?? [];
  const blank = Object.fromEntries(
    everyField.filter((name) => !own.includes(name)).map((name) => [name, '']),
  );
  const dates: Criteria =
    method === 'DATERANGE' ? {} : { fromRecordedDate: '01/01/1900', toRecordedDate: today };
  return { ...criteria, ...blank, ...dates };
};
