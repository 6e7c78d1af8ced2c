// The rules for comparing texts, written from search/DESIGN.md without code of the service: slow and obvious.

const special: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  ẞ: 'SS',
};

/**
 * Apostrophes and marks that offices write as apostrophes, such as the okina. Unicode counts the marks from ʹ to the
 * end of the text as letters, so they need an exception.
 */
const apostrophes = "'’‘`ʹʺʻʼʽʾʿˈˮ";

/** Hyphens and dashes. */
const dashes = '-‐‑‒–—―﹣－';

/** A text in upper case without accents, as single letters. */
const bare = (text: string): string[] =>
  [...text.toUpperCase().normalize('NFD')]
    .filter((letter) => !/\p{M}/u.test(letter))
    .flatMap((letter) => [...(special[letter] ?? letter)]);

const isSolid = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter) && !apostrophes.includes(letter);

/** The compared form of a name: O'BRIEN = OBRIEN, S&L = S AND L. */
export const plain = (text: string): string => bare(text.split('&').join(' and ')).filter(isSolid).join('');

/** The parts of a name between hyphens or dashes, folded; a name without hyphens or dashes is one part. */
export const plainParts = (text: string): string[] =>
  [...text]
    .map((letter) => (dashes.includes(letter) ? '-' : letter))
    .join('')
    .split('-')
    .map(plain)
    .filter((part) => part !== '');

/** Words of a business name: periods and apostrophes join, everything else separates. */
export const plainWords = (text: string): string[] =>
  bare(text.split('&').join(' AND '))
    .filter((letter) => !apostrophes.includes(letter))
    .join('')
    .replace(/([\p{L}\p{N}]{2,})\.(?=[\p{L}\p{N}])/gu, '$1 ')
    .split('.')
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const shortForms = new Map(
  `STREET ST AVENUE AVE ROAD RD LANE LN DRIVE DR COURT CT TRAIL TRL BOULEVARD BLVD HIGHWAY HWY COUNTY CO PLACE PL CIRCLE CIR
   NORTH N SOUTH S EAST E WEST W NORTHEAST NE NORTHWEST NW SOUTHEAST SE SOUTHWEST SW`
    .trim()
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? ''] as const] : [])),
);

/** A street: whole words in their short form, no punctuation. */
export const plainStreet = (text: string): string =>
  text
    .split(/\s+/)
    .map(plain)
    .filter((word) => word !== '')
    .map((word) => shortForms.get(word) ?? word)
    .join(' ');

/** Text of a certificate: everything except letters and digits, even `&`, is one space. */
export const plainText = (text: string): string =>
  bare(text)
    .map((letter) => (isSolid(letter) ? letter : ' '))
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');

export interface PlainNumber {
  readonly number: number;
  readonly suffix: string;
}

/** Digits with at most one letter behind them. */
export function plainNumber(text: string): PlainNumber | undefined {
  const found = /^(\d+)([A-Z]?)$/.exec(text.trim().toUpperCase());
  return found ? { number: Number(found[1]), suffix: found[2] ?? '' } : undefined;
}

/** A number as shown, with or without the letter of its type in front. */
export function plainTyped(text: string): (PlainNumber & { readonly type: string }) | undefined {
  const found = /^([A-Z]?)(\d.*)$/.exec(text.trim().toUpperCase());
  const number = plainNumber(found?.[2] ?? '');
  return number ? { ...number, type: found?.[1] ?? '' } : undefined;
}

/** A text form of a number, so that sorted texts are in the order of the numbers, then of their letters. */
export const sortable = ({ number, suffix }: PlainNumber): string =>
  `${String(number).padStart(16, '0')}${suffix === '' ? ' ' : suffix}`;

/** MM/DD/YYYY as YYYY-MM-DD. */
export const isoOf = (us: string): string => `${us.slice(6)}-${us.slice(0, 2)}-${us.slice(3, 5)}`;
/** YYYY-MM-DD as MM/DD/YYYY. */
export const usOf = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;
