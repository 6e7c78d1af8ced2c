import type { $ZodError } from 'zod/v4/core';

/** Key of a text of the catalog, followed by values as `message` writes them. */
const TEXT_KEY = /^[a-z][A-Za-z-]*:[A-Za-z][\w.]*(\?.*)?$/s;

/**
 * The first fault of each field by its path, such as 'rates.0.documentRate' ('body' for the whole value). A failed
 * check without a text of its own, such as a wrong type, says that the value is not valid, because zod's own messages
 * are not text keys.
 */
export function fieldFaults(...errors: readonly $ZodError[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors.flatMap(({ issues }) => issues))
    fields[path.join('.') || 'body'] ??= TEXT_KEY.test(message) ? message : 'forms:invalid';
  return fields;
}
