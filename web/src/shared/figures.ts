import { languageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';

const formats = new Map<string, Intl.NumberFormat>();

/** Writes whole numbers as the language does. The first format of a page takes a slow phone some 50 ms to make. */
export const figuresIn = (language: Language = 'ENGLISH'): Intl.NumberFormat => {
  const { intl } = languageTerms[language];
  const format = formats.get(intl) ?? new Intl.NumberFormat(intl);
  formats.set(intl, format);
  return format;
};
