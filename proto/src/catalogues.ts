import type { Language } from './roles.js';

/** Folder of each language's catalogues below `locales/`; one that is not there yet reads English (web.md 3). */
export const catalogueOf: Readonly<Record<Language, string>> = {
  BENGALI: 'bn',
  CAROLINIAN: 'cal',
  CHAMORRO: 'ch',
  CHINESE: 'zh',
  CHUUKESE: 'chk',
  ENGLISH: 'en',
  JAPANESE: 'ja',
  KOREAN: 'ko',
  PALAUAN: 'pau',
  POHNPEIAN: 'pon',
  RUSSIAN: 'ru',
  TAGALOG: 'tl',
  THAI: 'th',
  TURKISH: 'tr',
};
