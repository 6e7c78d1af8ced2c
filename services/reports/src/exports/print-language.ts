import type { Language } from '@portal/proto/roles';

/** Languages in whose letters the PDF's font can write, with their BCP 47 tags. */
const tags: Partial<Record<Language, string>> = {
  ENGLISH: 'en-US',
  RUSSIAN: 'ru',
  TAGALOG: 'fil',
  TURKISH: 'tr',
};

/** The language of a printed list: a file in English is better than one in question marks. */
export const printLanguageOf = (language: Language): { language: Language; tag: string } => {
  const tag = tags[language];
  return tag === undefined ? { language: 'ENGLISH', tag: 'en-US' } : { language, tag };
};
