import { languageTerms, type LanguageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';

/** For lists: every language once, in the order of the table. */
export const languageList = Object.entries(languageTerms) as [Language, LanguageTerms][];
