import * as z from 'zod/mini';
import { defineCriteria, field, type FieldIssues, type ShownCriterion, type Texts } from './definition.js';

/** A chosen plat. When a user chooses a plat, its key, number and name are all set; `plat` is the key (B7-06). */
export const platFields = { plat: field(40), platName: field(), platNumber: field(40) };

const fields = z.object(platFields);
export type PlatCriteria = z.output<typeof fields>;

/** A number or name alone does not choose a plat (B1-064, B1-099, B1-126). */
export const platIssues = ({ plat }: Pick<PlatCriteria, 'plat'>): FieldIssues => {
  const issues: FieldIssues = {};
  if (plat === '') issues.platNumber = 'forms:validPlat';
  return issues;
};

export const shownPlat = ({ plat, platName, platNumber }: PlatCriteria, t: Texts): ShownCriterion[] =>
  plat === ''
    ? []
    : [{ key: t('results:criteria.plat'), value: [platNumber || plat, platName].filter(Boolean).join(' ') }];

/** Plat Search (B1-098 to B1-100). The search is slow for a large plat. */
export const platSearch = defineCriteria({
  type: 'searchByPlat',
  fields,
  issues: platIssues,
  shown: shownPlat,
  isBroad: () => true,
});
