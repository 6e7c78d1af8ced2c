import { upperWithoutAccents } from './name.rules.js';

/** Sections of a certificate, as the bundle names them and as `certificate_text` holds them. */
export const certificateSections = { LEGAL: 'L', MEMORIAL: 'M', RECITAL: 'R' } as const;

/**
 * The form in which texts of certificates are compared: upper case, no accents, everything that is no letter or digit
 * one space, none at the ends.
 */
export const normalizeTorrensText = (text: string): string =>
  upperWithoutAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** As it is stored: with a space at both ends, so that a whole word is ` WORD ` wherever it stands. */
export const storedTorrensText = (text: string): string => ` ${normalizeTorrensText(text)} `;
