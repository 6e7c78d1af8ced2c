import * as z from 'zod/mini';

// These functions are marked as free of side effects, so that the bundler can leave out sections that no page reads.
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number, initial = '') =>
  z._default(z.string().check(z.maxLength(max, 'forms:tooLong')), initial);
export const flag = /* @__NO_SIDE_EFFECTS__ */ (initial = false) => z._default(z.boolean(), initial);
