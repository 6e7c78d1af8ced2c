import type { Language } from '@portal/proto/roles';

/** Languages with translations, by BCP 47 tag; others use English. */
const tags: Partial<Record<Language, string>> = {
  BENGALI: 'bn',
  CHINESE: 'zh-Hans',
  ENGLISH: 'en-US',
  JAPANESE: 'ja',
  KOREAN: 'ko',
  RUSSIAN: 'ru',
  TAGALOG: 'fil',
  THAI: 'th',
  TURKISH: 'tr',
};

/** The language of a printed list. */
export const printLanguageOf = (language: Language): { language: Language; tag: string } => {
  const tag = tags[language];
  return tag === undefined ? { language: 'ENGLISH', tag: 'en-US' } : { language, tag };
};
