/** Latin letters that Unicode does not decompose into a base letter and an accent. */
const undecomposed: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  ẞ: 'SS',
};

const plain = /^[A-Z0-9 ]*$/;

/** Apostrophes that Unicode counts as letters, such as the okina of Hawaiian names. */
const letterApostrophes = /[\u02b9-\u02bf\u02c8\u02ee]/g;

/** A text in upper case without accents, but with punctuation and spaces. */
export const upperWithoutAccents = (text: string): string => {
  const upper = text.toUpperCase();
  if (plain.test(upper)) return upper;
  return upper
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(letterApostrophes, "'")
    .replace(/[ØŁĐÐÆŒÞẞ]/g, (letter) => undecomposed[letter] ?? letter);
};

/** Like `upperWithoutAccents`, with `&` spelled out as AND. */
const spelledOut = (text: string): string => upperWithoutAccents(text).replaceAll('&', ' AND ');

/**
 * The form in which names are compared: upper case, no accents, `&` as AND, no punctuation, no spaces
 * (search/DESIGN.md#name-matching: O'BRIEN = OBRIEN, ST. PAUL = ST PAUL, S&L = S AND L).
 */
export const foldName = (text: string): string => spelledOut(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The distinct words of a business or trust name, folded (search/DESIGN.md#business-names). Apostrophes and the periods
 * of abbreviations are left out (N.A. = NA); a period between longer words separates them (CO.INC. = CO INC).
 */
export const nameWords = (text: string): string[] => {
  const spaced = spelledOut(text)
    .replace(/(?<=[\p{L}\p{N}]{2})\.(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/['’‘`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return spaced === '' ? [] : [...new Set(spaced.split(' '))];
};

/** Hyphens, and the dashes that word processors write in place of hyphens. */
const hyphen = /\p{Pd}/u;

/**
 * The folded parts of a hyphenated name (SMITH-JONES), because searches find the name under each part; empty without a
 * hyphen.
 */
export const hyphenParts = (text: string): string[] => {
  if (!hyphen.test(text)) return [];
  const parts = text
    .split(hyphen)
    .map(foldName)
    .filter((part) => part !== '');
  return parts.length < 2 ? [] : [...new Set(parts)];
};

/** The first letter of a middle name, folded; empty without a middle name. */
export const foldInitial = (text: string): string => {
  const [first = ''] = foldName(text);
  return first;
};

/** Half-open range of folded texts in code point order, the order of PostgreSQL's "C" collation in UTF-8. */
export interface TextRange {
  readonly from: string;
  readonly below: string;
}

const afterCodePoint = (code: number): number => (code === 0xd7ff ? 0xe000 : code + 1);

/** The range of all texts that start with a non-empty prefix. */
export const beginningWith = (prefix: string): TextRange => {
  const letters = [...prefix];
  const last = letters.pop()?.codePointAt(0) ?? 0;
  return { from: prefix, below: letters.join('') + String.fromCodePoint(afterCodePoint(last)) };
};

/** The range of exactly one text; it ends before every longer text, because no folded text contains U+0000 or U+0001. */
export const exactly = (text: string): TextRange => ({ from: text, below: `${text}\u0001` });
