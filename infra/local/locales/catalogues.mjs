import { mkdirSync, writeFileSync } from 'node:fs';
import {
  catalogueFolder,
  expectedTexts,
  finalKeys,
  readLanguage,
  readReview,
  reviewFile,
  stateOf,
} from '@portal/infra/catalogue';
import { languageTerms } from '@portal/proto/catalogues';

/** Opens the catalogs of a folder for reading and writing. */
export function openCatalogues(folder = catalogueFolder) {
  const english = readLanguage('ENGLISH', folder);

  /** Every text that the language should have; the `text` of a missing one is empty. */
  const rows = (language) => {
    const texts = readLanguage(language, folder);
    const final = finalKeys(readReview(folder), english, language);
    return expectedTexts(english, language).map((expected) => ({
      ...expected,
      text: texts.get(expected.key) ?? '',
      state: final.has(expected.key) ? 'final' : 'draft',
    }));
  };

  /** Saves these texts and keeps the others, except keys that English no longer has. */
  const save = (language, changed) => {
    const byKey = new Map(changed.map((one) => [one.key, one]));
    const all = rows(language).map((row) => ({ ...row, ...byKey.get(row.key) }));
    const own = new URL(`${languageTerms[language].catalogue}/`, folder);
    mkdirSync(own, { recursive: true });
    for (const [namespace, texts] of byNamespace(all.filter(({ text }) => text !== '')))
      writeFileSync(new URL(`${namespace}.json`, own), jsonOf(nested(texts)));
    saveReview(language, all);
  };

  const saveReview = (language, all) => {
    const final = all.filter(({ state, text }) => state === 'final' && text !== '');
    const review = readReview(folder);
    review[languageTerms[language].catalogue] = Object.fromEntries(
      final.map(({ key, english }) => [key, english]),
    );
    writeFileSync(reviewFile(folder), jsonOf(review));
  };

  const check = (language) => stateOf(english, readLanguage(language, folder), language);

  return { rows, save, check };
}

const jsonOf = (value) => `${JSON.stringify(value, null, 2)}\n`;

const byNamespace = (texts) => Map.groupBy(texts, ({ key }) => key.slice(0, key.indexOf(':')));

function nested(texts) {
  const tree = {};
  for (const { key, text } of texts) {
    const path = key.slice(key.indexOf(':') + 1).split('.');
    const last = path.pop();
    let place = tree;
    for (const name of path) place = place[name] ??= {};
    place[last] = text;
  }
  return tree;
}
