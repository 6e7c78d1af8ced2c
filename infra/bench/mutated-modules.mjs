/**
 * @typedef {{ file: string, from: string, to: string }} Edit `file` matches the end of the path; all occurrences of
 * `from` are replaced
 */

/**
 * The source of a module with the edits applied.
 * @param {string} place path or URL of the module
 * @param {readonly Edit[]} edits
 * @throws Error when a text to replace is missing: the guard was rewritten, so the edit must be adapted
 */
export function mutated(place, source, edits) {
  let text = source;
  for (const { file, from, to } of edits.filter((edit) => place.endsWith(edit.file))) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}" to take out`);
    text = text.replaceAll(from, to);
  }
  return text;
}
