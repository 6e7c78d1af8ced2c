/** Matches the book type at the end, which is one letter. A page cannot match, because pages begin with a digit. */
const bookType = /\/[A-Z]$/;

/**
 * Book and page as a county shows them: with the book type only if the county has book types (B4-02).
 * @param indexed book, page and type as the index has them, for example `12/345/D`
 */
export const shownBookAndPage = (indexed: string, hasBookTypes: boolean): string =>
  hasBookTypes ? indexed : indexed.replace(bookType, '');
