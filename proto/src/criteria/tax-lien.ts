import * as z from 'zod/mini';
import {
  defineCriteria,
  documentType,
  field,
  recordedDateIssues,
  recordedDates,
  requiredIssue,
  shownDates,
  shownDocumentType,
  shownIf,
  shownName,
  withoutDates,
  withoutFields,
  type FieldIssues,
  type ShownCriterion,
  type Texts,
} from './definition.js';
import { punctuationIssue } from './name-rules.js';

export const taxLienMethods = ['DATERANGE', 'DOCUMENTNUMBER', 'LIENNUMBER', 'TAXPAYER'] as const;
export const taxLienStates = ['ALL', 'CURRENT', 'EXPIRED'] as const;

const fields = z.object({
  searchByTaxLienMethod: z._default(z.enum(taxLienMethods), 'DATERANGE'),
  currentOrExpired: z._default(z.enum(taxLienStates), 'CURRENT'),
  documentNumber: field(40),
  lienNumber: field(40),
  taxpayerName: field(),
  taxpayerFirstName: field(100),
  taxpayerMiddleInitial: field(1),
  documentType: documentType(),
  ...recordedDates,
});
export type TaxLienCriteria = z.output<typeof fields>;

const issuesOf: Record<
  TaxLienCriteria['searchByTaxLienMethod'],
  (c: TaxLienCriteria, today: string) => FieldIssues
> = {
  DATERANGE: recordedDateIssues,
  DOCUMENTNUMBER: (c) => requiredIssue(c, 'documentNumber'),
  LIENNUMBER: (c) => requiredIssue(c, 'lienNumber'),
  TAXPAYER: (c) => ({
    ...requiredIssue(c, 'taxpayerName'),
    ...punctuationIssue(c, 'taxpayerFirstName'),
    ...punctuationIssue(c, 'taxpayerMiddleInitial'),
  }),
};

const shownOf: Record<
  TaxLienCriteria['searchByTaxLienMethod'],
  (c: TaxLienCriteria, t: Texts) => ShownCriterion[]
> = {
  DATERANGE: shownDates,
  DOCUMENTNUMBER: (c, t) => shownIf('results:criteria.number', c.documentNumber, t),
  LIENNUMBER: (c, t) => shownIf('results:criteria.lienNumber', c.lienNumber, t),
  TAXPAYER: (c, t) => {
    const name = shownName(c.taxpayerName, c.taxpayerFirstName, c.taxpayerMiddleInitial);
    return shownIf('results:criteria.taxpayer', name, t);
  },
};

/** Tax Lien Search (B1-104 to B1-119; search/DESIGN.md#tax-liens). Only the chosen method's fields have an effect. */
export const taxLienSearch = defineCriteria({
  type: 'searchByTaxLien',
  fields,
  issues: (criteria, today) => issuesOf[criteria.searchByTaxLienMethod](criteria, today),
  shown: (c, t) => [
    ...shownOf[c.searchByTaxLienMethod](c, t),
    ...shownDocumentType(c.documentType, t),
    {
      key: t('search:searchByTaxLien.currentOrExpired.label'),
      value: t(`search:searchByTaxLien.currentOrExpired.${c.currentOrExpired}`),
    },
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:searchByTaxLien.currentOrExpired.label', { currentOrExpired: 'ALL' }),
    ...(c.searchByTaxLienMethod === 'TAXPAYER'
      ? withoutFields(c, 'search:criterion.firstName', { taxpayerFirstName: '', taxpayerMiddleInitial: '' })
      : []),
    ...withoutFields(c, 'search:documentType', { documentType: 'ALL' }),
    ...(c.searchByTaxLienMethod === 'DATERANGE' ? withoutDates(c) : []),
  ],
});
