import i18next from 'i18next';
import type { Language } from '@portal/proto/roles';
import { languageList } from './languages.js';

/** The language of the texts now, as the server calls it: what is mailed comes in the same. */
export const currentLanguage = (): Language =>
  languageList.find(([, { catalogue }]) => catalogue === i18next.language)?.[0] ?? 'ENGLISH';
