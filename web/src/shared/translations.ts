import type { ResourceLanguage } from 'i18next';

/** Where the texts of all languages but English are: a file of its own, since most readers need none of them. */
export const translations = import.meta.glob<{ default: ResourceLanguage }>([
  '../../../proto/locales/*/*.json',
  '!../../../proto/locales/en/*.json',
]);
