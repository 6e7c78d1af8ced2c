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
