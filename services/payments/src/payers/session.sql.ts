/**
 * SQL condition that is true for the rows of a session or, if the parameter is null, for rows without a session. Each
 * half of the condition can use an index on `session_id`; IS NOT DISTINCT FROM could not.
 */
export const isSession = (parameter: string): string =>
  `(session_id = ${parameter} OR (session_id IS NULL AND ${parameter}::text IS NULL))`;
