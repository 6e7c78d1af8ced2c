import type { LanguageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';
import type { County } from './county.js';
import { languageList } from './i18n/languages.js';
import { rememberedLanguage } from './i18n/remembered-language.js';
import { useCounty } from './state/selectors.js';

/**
 * The languages to choose from: all languages that the server reports, or only English if the county's setting is off
 * (A2-07).
 */
const offeredLanguages = ({ languages }: Pick<County, 'languages'>): [Language, LanguageTerms][] =>
  languageList.filter(([language]) => languages.offered.includes(language));

export const useOfferedLanguages = (): [Language, LanguageTerms][] => offeredLanguages(useCounty());

/** The language that a visitor of this browser chose before, if the county still offers it. */
export const chosenLanguage = (county: County): Language | undefined => {
  const chosen = rememberedLanguage();
  return offeredLanguages(county).find(([language]) => language === chosen)?.[0];
};
