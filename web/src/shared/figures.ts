import { languageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';

const formats = new Map<string, Intl.NumberFormat>();

/** The format of whole numbers in a language, kept because a slow phone takes about 50 ms to create the first one. */
export const figuresIn = (language: Language = 'ENGLISH'): Intl.NumberFormat => {
  const { intl } = languageTerms[language];
  const format = formats.get(intl) ?? new Intl.NumberFormat(intl);
  formats.set(intl, format);
  return format;
};
