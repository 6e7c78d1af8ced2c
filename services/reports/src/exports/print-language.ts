import type { Language } from '@portal/proto/roles';

/** The BCP 47 tags of the languages that have translations. Lists in other languages are printed in English. */
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

/** Returns the language in which a list is printed. */
export const printLanguageOf = (language: Language): { language: Language; tag: string } => {
  const tag = tags[language];
  return tag === undefined ? { language: 'ENGLISH', tag: 'en-US' } : { language, tag };
};
