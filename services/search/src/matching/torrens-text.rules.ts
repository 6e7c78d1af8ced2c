import { upperWithoutAccents } from './name.rules.js';

/** Sections of a certificate, by their names in the bundle and in `certificate_text`. */
export const certificateSections = { LEGAL: 'L', MEMORIAL: 'M', RECITAL: 'R' } as const;

/**
 * The compared form of certificate texts: upper case, without accents. Between two words, one space replaces all
 * characters that are not letters or digits; there is no space at the ends.
 */
export const normalizeTorrensText = (text: string): string =>
  upperWithoutAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The form in which texts are stored: with a space at both ends, so that a whole word matches ` WORD ` anywhere. */
export const storedTorrensText = (text: string): string => ` ${normalizeTorrensText(text)} `;
