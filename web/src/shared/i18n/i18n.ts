import i18next, { type BackendModule, type ResourceLanguage } from 'i18next';
import { languageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';
import { languageList } from './languages.js';

export type ReadCatalogue = (catalogue: string, namespace: string) => Promise<ResourceLanguage>;

const backendOf = (read: ReadCatalogue): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (catalogue, namespace, done) => {
    read(catalogue, namespace).then(
      (texts) => done(null, texts),
      // `true`: not lost for good, the next page that needs these texts asks again.
      (error: Error) => done(error, true),
    );
  },
});

interface PluralRules {
  getRule(catalogue: string, terms?: object): Intl.PluralRules;
}

/** A language that Intl does not know would be counted by the rules of the browser's language (web.md rule 3). */
const countAs = (rules: PluralRules): void => {
  const ruleOf = rules.getRule.bind(rules);
  rules.getRule = (catalogue, terms) =>
    ruleOf(languageList.find(([, each]) => each.catalogue === catalogue)?.[1].intl ?? catalogue, terms);
};

/** Starts the texts in English; a key that a language lacks is shown in English (web.md rule 3). */
export const startTexts = async (read: ReadCatalogue, namespaces: readonly string[]): Promise<void> => {
  await i18next.use(backendOf(read)).init({
    lng: languageTerms.ENGLISH.catalogue,
    fallbackLng: languageTerms.ENGLISH.catalogue,
    supportedLngs: languageList.map(([, terms]) => terms.catalogue),
    ns: [...namespaces],
    defaultNS: 'shell',
    // No page waits for a catalogue that fails: its keys are shown in English or as they are.
    maxRetries: 0,
    interpolation: { escapeValue: false },
  });
  countAs(i18next.services.pluralResolver as PluralRules);
  document.documentElement.lang = languageTerms.ENGLISH.html;
};

/** Changes the language of the texts, and `<html lang>` to what is shown. */
export const changeLanguage = async (language: Language): Promise<void> => {
  const terms = languageTerms[language];
  await i18next.changeLanguage(terms.catalogue);
  // texts that did not come, or are not there, are shown in English: what is read aloud must sound like it
  const texts: unknown = i18next.getResourceBundle(terms.catalogue, 'shell');
  const speaks = Object.keys(Object(texts)).length > 0;
  document.documentElement.lang = (speaks ? terms : languageTerms.ENGLISH).html;
};

/** Loads what a page needs before it is shown, so that no text appears late. */
export const loadTexts = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);
