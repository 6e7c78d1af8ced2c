/**
 * SQL condition that is true for the rows of a session or, if the parameter is null, for rows without a session. Unlike
 * IS NOT DISTINCT FROM, each half can use an index on `session_id`.
 */
export const isSession = (parameter: string): string =>
  `(session_id = ${parameter} OR (session_id IS NULL AND ${parameter}::text IS NULL))`;
