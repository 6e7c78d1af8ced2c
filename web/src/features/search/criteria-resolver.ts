import type { Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Criteria } from '../../shared/state/search.slice.js';

/** The schema of a form's criteria; every criterion is text. */
export type CriteriaSchema = z.ZodMiniType<Criteria, Partial<Criteria>>;

/**
 * Criteria are flat and their messages are keys. The package of resolvers handles nested and native fields too, which
 * is a kilobyte that the search route has no room for. The first message of a field is shown.
 */
export const criteriaResolver =
  (schema: CriteriaSchema): Resolver<Partial<Criteria>, unknown, Criteria> =>
  (typed) => {
    const read = schema.safeParse(typed);
    if (read.success) return { values: read.data, errors: {} };
    const issues = read.error.issues.map(({ path, message }) => [String(path[0]), { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(issues.reverse()) };
  };
