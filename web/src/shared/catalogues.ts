import type { TextTree } from '@portal/proto/texts';
import type { ReadCatalogue } from './i18n/i18n.js';

/** The English texts, without the catalogs that only servers use. */
const english = import.meta.glob<{ default: TextTree }>([
  '../../../proto/locales/en/*.json',
  '!../../../proto/locales/en/{errors,mail,office-mail,receipts,server}.json',
]);

/** Loads one namespace of one language. Keys that the language does not have fall back to English. */
export const readCatalogue: ReadCatalogue = async (catalogue, namespace) => {
  const files = catalogue === 'en' ? english : (await import('./translations.js')).translations;
  const load = files[`../../../proto/locales/${catalogue}/${namespace}.json`];
  return load ? (await load()).default : {};
};
