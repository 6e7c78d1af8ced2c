/**
 * Condition that a row belongs to a session, or to none when the parameter is null. Each half can use an index on
 * `session_id`, which IS NOT DISTINCT FROM cannot.
 */
export const isSession = (parameter: string): string =>
  `(session_id = ${parameter} OR (session_id IS NULL AND ${parameter}::text IS NULL))`;
