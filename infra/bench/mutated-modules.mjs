import { registerHooks } from 'node:module';

/** @typedef {{ file: string, from: string, to: string }} Edit `file` ends the path; all occurrences of `from` are replaced */

/**
 * The source of a module without the statements that edits take out of it.
 * @param {string} place path or address of the module
 * @param {readonly Edit[]} edits
 * @throws Error when a statement is not there: a guard that was rewritten must be found again
 */
export function mutated(place, source, edits) {
  let text = source;
  for (const { file, from, to } of edits.filter((edit) => place.endsWith(edit.file))) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}" to take out`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/**
 * From here on this process loads modules without what the edits take out.
 * @param {readonly Edit[]} edits
 */
export const loadMutated = (edits) =>
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return edits.some(({ file }) => url.endsWith(file))
        ? { ...loaded, source: mutated(url, String(loaded.source), edits) }
        : loaded;
    },
  });
