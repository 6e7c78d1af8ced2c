/**
 * Removes characters that no file format allows, such as most control characters, and replaces unpaired surrogates.
 */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');

/**
 * True if a spreadsheet program would run the text as a formula, either when it opens a CSV file or when somebody edits
 * the cell (CWE-1236). Some programs skip a line end before a formula, and treat full-width signs like plain ones.
 */
export const isLikeFormula = (text: string): boolean => /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);

/** Writes a cell as RFC 4180 requires: quoted where necessary, with quotes doubled. */
export const csvCell = (text: string): string => {
  const clean = cleanText(text);
  const harmless = isLikeFormula(clean) ? `'${clean}` : clean;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
