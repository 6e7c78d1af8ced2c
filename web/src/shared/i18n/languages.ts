import { languageTerms, type LanguageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';

/** Every language, in the order of `languageTerms`. */
export const languageList = Object.entries(languageTerms) as [Language, LanguageTerms][];
