/**
 * Writes JSON in Latin-1 characters only: a single other character, such as a long dash, would make V8 store and send
 * the whole answer at twice the cost.
 */
export const narrowJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0100-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
