import type { Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Criteria } from '../../shared/state/search.slice.js';

/** The schema of a form's criteria; every criterion is text. */
export type CriteriaSchema = z.ZodMiniType<Criteria, Partial<Criteria>>;

/**
 * Checks the criteria of a form. Criteria are flat, and their messages are text keys. The usual resolver package also
 * handles nested and native fields, but its size, a kilobyte, is too much for the search route. Only the first message
 * of a field is shown.
 */
export const criteriaResolver =
  (schema: CriteriaSchema): Resolver<Partial<Criteria>, unknown, Criteria> =>
  (typed) => {
    const read = schema.safeParse(typed);
    if (read.success) return { values: read.data, errors: {} };
    const issues = read.error.issues.map(({ path, message }) => [String(path[0]), { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(issues.reverse()) };
  };
