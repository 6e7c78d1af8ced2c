import { languageTerms, type LanguageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';

/** Every language once, in the order of the table, for lists. */
export const languageList = Object.entries(languageTerms) as [Language, LanguageTerms][];
