import type { $ZodError } from 'zod/v4/core';

/** Key of a text of the catalogue, with values behind it as `message` writes them. */
const TEXT_KEY = /^[a-z][A-Za-z]*:[A-Za-z][\w.]*(\?.*)?$/s;

/**
 * What is wrong with a value, by the path of each field at fault such as 'rates.0.documentRate' ('body' for the value
 * as a whole). The first fault of a field counts. A rule of the schema that names no text of its own, a wrong type for
 * one, says that the value is not valid: zod's own words are no keys.
 */
export function fieldFaults(...errors: readonly $ZodError[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors.flatMap(({ issues }) => issues))
    fields[path.join('.') || 'body'] ??= TEXT_KEY.test(message) ? message : 'forms:invalid';
  return fields;
}
