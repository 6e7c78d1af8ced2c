import * as z from 'zod/mini';
import {
  defineCriteria,
  documentType,
  field,
  instrumentGroup,
  recordedDateIssues,
  recordedDates,
  shownDates,
  shownDocumentType,
  shownIf,
  shownInstrumentGroup,
  shownName,
  withoutDates,
  withoutFields,
  type FieldIssues,
} from './definition.js';
import { legalFields, legalIssues, legalWidenings, shownLegal } from './legal-fields.js';
import { optionalNameIssues } from './name-rules.js';

const fields = z.object({
  ...legalFields,
  grantorGranteeLastNameLb: field(),
  grantorGranteeFirstNameLb: field(100),
  grantorGranteeMiddleInitialLb: field(1),
  grantorGranteeLastNameMb: field(),
  grantorGranteeFirstNameMb: field(100),
  grantorGranteeMiddleInitialMb: field(1),
  documentType: documentType(),
  instrumentGroup: instrumentGroup(),
  ...recordedDates,
});
export type LegalDescriptionCriteria = z.output<typeof fields>;

/** The typed name. Each legal type has name fields of its own, and only those of the chosen type count. */
export const nameOfLegal = (c: LegalDescriptionCriteria): { last: string; first: string; initial: string } =>
  c.legalType === 'LB'
    ? {
        last: c.grantorGranteeLastNameLb,
        first: c.grantorGranteeFirstNameLb,
        initial: c.grantorGranteeMiddleInitialLb,
      }
    : {
        last: c.grantorGranteeLastNameMb,
        first: c.grantorGranteeFirstNameMb,
        initial: c.grantorGranteeMiddleInitialMb,
      };

const nameIssues = (c: LegalDescriptionCriteria): FieldIssues =>
  optionalNameIssues((name) => c[name as keyof LegalDescriptionCriteria], {
    last: `grantorGranteeLastName${c.legalType === 'LB' ? 'Lb' : 'Mb'}`,
    first: `grantorGranteeFirstName${c.legalType === 'LB' ? 'Lb' : 'Mb'}`,
    initial: `grantorGranteeMiddleInitial${c.legalType === 'LB' ? 'Lb' : 'Mb'}`,
  });

/**
 * Search by Legal Description (B1-058 to B1-069; search/DESIGN.md#legal-descriptions). The search is slow for a plat
 * without a lot or block, because a whole plat can have many documents.
 */
export const legalDescriptionSearch = defineCriteria({
  type: 'searchByLegalDescription',
  fields,
  issues: (c, today) => ({
    ...legalIssues(c, ['township', 'range']),
    ...nameIssues(c),
    ...recordedDateIssues(c, today),
  }),
  shown: (c, t) => {
    const { last, first, initial } = nameOfLegal(c);
    return [
      ...shownLegal(c, t),
      ...shownIf('results:criteria.name', shownName(last, first, initial), t),
      ...shownDocumentType(c.documentType, t),
      ...shownInstrumentGroup(c.instrumentGroup, t),
      ...shownDates(c, t),
    ];
  },
  widenings: (c) => [
    ...legalWidenings(c),
    ...withoutFields(
      c,
      'results:criteria.name',
      c.legalType === 'LB'
        ? { grantorGranteeLastNameLb: '', grantorGranteeFirstNameLb: '', grantorGranteeMiddleInitialLb: '' }
        : { grantorGranteeLastNameMb: '', grantorGranteeFirstNameMb: '', grantorGranteeMiddleInitialMb: '' },
    ),
    ...withoutFields(c, 'search:documentType', { documentType: 'ALL' }),
    ...withoutFields(c, 'search:instrumentGroup', { instrumentGroup: 'ALL' }),
    ...withoutDates(c),
  ],
  isBroad: (c) => c.legalType === 'LB' && c.lot === '' && c.block === '' && c.unit === '',
});
