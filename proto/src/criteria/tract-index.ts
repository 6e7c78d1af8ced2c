import * as z from 'zod/mini';
import { islands } from '../code-lists.js';
import {
  defineCriteria,
  field,
  recordedDateIssues,
  recordedDates,
  requiredIssue,
  shownDates,
  shownIf,
  withoutDates,
  withoutFields,
} from './definition.js';
import { punctuationIssue, isUncompared } from './name-rules.js';

const fields = z.object({
  island: field(20),
  village: field(60),
  parcelId: field(60),
  ...recordedDates,
});
export type TractIndexCriteria = z.output<typeof fields>;

const villageIssue = (village: string): string | undefined => {
  if (isUncompared(village)) return 'forms:required';
  return village.length < 3 ? 'forms:threeCharacters' : undefined;
};

/** Tract Index NMI (B1-092 to B1-097). */
export const tractIndexSearch = defineCriteria({
  type: 'searchByTractIndexNMI',
  fields,
  issues: (c, today) => {
    const issue = villageIssue(c.village);
    return {
      ...requiredIssue(c, 'island'),
      ...(issue && { village: issue }),
      ...punctuationIssue(c, 'parcelId'),
      ...(!/^[\p{L}\p{N}]*$/u.test(c.parcelId) && { parcelId: 'forms:lettersAndDigits' }),
      ...recordedDateIssues(c, today),
    };
  },
  shown: (c, t) => [
    {
      key: t('search:searchByTractIndexNMI.island'),
      value: islands.find(({ code }) => code === c.island)?.description ?? c.island,
    },
    { key: t('search:searchByTractIndexNMI.village'), value: c.village },
    ...shownIf('results:criteria.parcel', c.parcelId, t),
    ...shownDates(c, t),
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:searchByParcelId.parcelId', { parcelId: '' }),
    ...withoutDates(c),
  ],
});
