import * as z from 'zod/mini';
import {
  defineCriteria,
  field,
  instrumentGroup,
  recordedDateIssues,
  recordedDates,
  requiredIssue,
  shownDates,
  shownInstrumentGroup,
  withoutDates,
  withoutFields,
} from './definition.js';
import { isUncompared } from './name-rules.js';

const fields = z.object({
  streetNumber: field(20),
  streetName: field(100),
  city: field(60),
  instrumentGroup: instrumentGroup(),
  ...recordedDates,
});
export type AddressCriteria = z.output<typeof fields>;

const shortest = 3;

/** Search by Address (B1-039 to B1-045; search/DESIGN.md#addresses). */
export const addressSearch = defineCriteria({
  type: 'searchByAddress',
  fields,
  issues: (c, today) => ({
    ...(c.streetName.length < shortest && { streetName: 'forms:threeCharacters' }),
    ...requiredIssue(c, 'streetNumber'),
    ...requiredIssue(c, 'streetName'),
    ...(c.city !== '' &&
      (c.city.length < shortest || isUncompared(c.city)) && { city: 'forms:threeCharactersOrBlank' }),
    ...recordedDateIssues(c, today),
  }),
  shown: (c, t) => [
    {
      key: t('results:criteria.address'),
      value: [`${c.streetNumber} ${c.streetName}`, c.city].filter(Boolean).join(', '),
    },
    ...shownInstrumentGroup(c.instrumentGroup, t),
    ...shownDates(c, t),
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:searchByAddress.streetNumber', { streetNumber: '' }),
    ...withoutFields(c, 'search:searchByAddress.city', { city: '' }),
    ...withoutFields(c, 'search:instrumentGroup', { instrumentGroup: 'ALL' }),
    ...withoutDates(c),
  ],
});
