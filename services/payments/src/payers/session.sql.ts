/**
 * The condition that a row is of a session, or of none when the parameter is null. Each half can use an index on
 * `session_id`; IS NOT DISTINCT FROM can use none.
 */
export const isSession = (parameter: string): string =>
  `(session_id = ${parameter} OR (session_id IS NULL AND ${parameter}::text IS NULL))`;
