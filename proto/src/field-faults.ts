import type { $ZodError } from 'zod/v4/core';

/** Matches a message (`message.ts`): a catalog key, with or without values after it. */
const TEXT_KEY = /^[a-z][A-Za-z-]*:[A-Za-z][\w.]*(\?.*)?$/s;

/**
 * The first fault of each field by its path, such as 'rates.0.documentRate' ('body' for the whole value). zod's own
 * messages, for example about a wrong type, are not catalog keys; 'forms:invalid' replaces them.
 */
export function fieldFaults(...errors: readonly $ZodError[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors.flatMap(({ issues }) => issues))
    fields[path.join('.') || 'body'] ??= TEXT_KEY.test(message) ? message : 'forms:invalid';
  return fields;
}
