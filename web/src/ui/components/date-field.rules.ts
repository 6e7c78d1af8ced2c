/**
 * Inserts the slashes into a date. The field calls this function only for typed characters, so pasted or deleted text
 * stays as it is.
 */
export const completeDateText = (text: string): string => {
  const joined = /^(\d{2})(\d)$/.exec(text) ?? /^(\d{2}\/\d{2})(\d)$/.exec(text);
  if (joined) return `${joined[1]}/${joined[2]}`;
  const ends = /^\d{2}$/.test(text) || /^\d{2}\/\d{2}$/.test(text);
  return (ends ? `${text}/` : text).replace(/\/{2,}/g, '/');
};
