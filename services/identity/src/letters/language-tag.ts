import type { Language } from '@portal/proto/roles';

/** `lang` of a text in each language; what is not translated yet is English, whatever was asked for. */
const tags: Readonly<Record<Language, string>> = {
  BENGALI: 'bn',
  CAROLINIAN: 'cal',
  CHAMORRO: 'ch',
  CHINESE: 'zh-Hans',
  CHUUKESE: 'chk',
  ENGLISH: 'en',
  JAPANESE: 'ja',
  KOREAN: 'ko',
  PALAUAN: 'pau',
  POHNPEIAN: 'pon',
  RUSSIAN: 'ru',
  TAGALOG: 'fil',
  THAI: 'th',
  TURKISH: 'tr',
};

export const languageTag = (language: Language): string => tags[language];
