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
  shownInstrumentGroup,
  shownName,
  withoutDates,
  withoutFields,
  type FieldIssues,
} from './definition.js';
import { givenNameIssues, lastNameIssue, nameLength, optionalNameIssues } from './name-rules.js';

export const nameMatchMethods = ['BEGINS', 'EXACT', 'SOUNDS', 'WORD'] as const;

const fields = z.object({
  grantorGranteeSearchIn: z._default(z.enum(['BOTH', 'GRANTORS', 'GRANTEES']), 'BOTH'),
  grantorGranteeLastName1: field(),
  grantorGranteeFirstName1: field(100),
  grantorGranteeMiddleInitial1: field(1),
  andOr: z._default(z.enum(['AND', 'OR']), 'OR'),
  grantorGranteeLastName2: field(),
  grantorGranteeFirstName2: field(100),
  grantorGranteeMiddleInitial2: field(1),
  /** How names are compared (search/DESIGN.md#name-matching). The specification does not have this field. */
  matchMethod: z._default(z.enum(nameMatchMethods), 'BEGINS'),
  documentType: documentType(),
  instrumentGroup: instrumentGroup(),
  ...recordedDates,
});
export type NameCriteria = z.output<typeof fields>;

/** True for a last name so short that very many names begin with it. */
const isShort = (last: string): boolean => last !== '' && nameLength(last) <= 2;

const nameIssues = (criteria: NameCriteria): FieldIssues => {
  const read = (name: string): string => criteria[name as keyof NameCriteria];
  const { grantorGranteeLastName1: last1 } = criteria;
  const issues = givenNameIssues(read, {
    first: 'grantorGranteeFirstName1',
    initial: 'grantorGranteeMiddleInitial1',
  });
  const first = last1 === '' ? 'forms:required' : lastNameIssue(last1);
  if (first) issues.grantorGranteeLastName1 = first;
  return {
    ...issues,
    ...optionalNameIssues(read, {
      last: 'grantorGranteeLastName2',
      first: 'grantorGranteeFirstName2',
      initial: 'grantorGranteeMiddleInitial2',
    }),
  };
};

/** Search by Name (B1-070 to B1-081; search/DESIGN.md#name-matching). */
export const nameSearch = defineCriteria({
  type: 'searchByName',
  fields,
  issues: (criteria, today) => ({ ...nameIssues(criteria), ...recordedDateIssues(criteria, today) }),
  shown: (c, t) => {
    const first = shownName(
      c.grantorGranteeLastName1,
      c.grantorGranteeFirstName1,
      c.grantorGranteeMiddleInitial1,
    );
    const second = shownName(
      c.grantorGranteeLastName2,
      c.grantorGranteeFirstName2,
      c.grantorGranteeMiddleInitial2,
    );
    const joined =
      second === '' ? '' : ` ${t(`search:searchByName.andOr.${c.andOr}`).toLowerCase()} ${second}`;
    return [
      { key: t(`results:criteria.${c.matchMethod}`), value: first + joined },
      { key: t('results:criteria.in'), value: t(`search:searchByName.searchIn.${c.grantorGranteeSearchIn}`) },
      ...shownDocumentType(c.documentType, t),
      ...shownInstrumentGroup(c.instrumentGroup, t),
      ...shownDates(c, t),
    ];
  },
  widenings: (c) => [
    ...withoutFields(c, 'search:criterion.firstName', {
      grantorGranteeFirstName1: '',
      grantorGranteeMiddleInitial1: '',
    }),
    ...(c.andOr === 'AND'
      ? withoutFields(c, 'search:criterion.secondName', {
          grantorGranteeLastName2: '',
          grantorGranteeFirstName2: '',
          grantorGranteeMiddleInitial2: '',
        })
      : []),
    ...withoutFields(c, 'search:searchByName.searchIn.label', { grantorGranteeSearchIn: 'BOTH' }),
    ...withoutFields(c, 'search:documentType', { documentType: 'ALL' }),
    ...withoutFields(c, 'search:instrumentGroup', { instrumentGroup: 'ALL' }),
    ...withoutDates(c),
  ],
  isBroad: (c) =>
    c.matchMethod === 'SOUNDS' ||
    c.matchMethod === 'WORD' ||
    (c.matchMethod === 'BEGINS' && [c.grantorGranteeLastName1, c.grantorGranteeLastName2].some(isShort)) ||
    (c.grantorGranteeLastName2 !== '' && c.andOr === 'AND'),
});
