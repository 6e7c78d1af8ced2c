import { languageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';
import { fillText, templateOf, textsOf, type Texts, type TextTree } from '@portal/proto/texts';
import type { Translate } from './translate.js';

export type ReadCatalogue = (catalogue: string, namespace: string) => Promise<TextTree>;

/** Reads the texts. A namespace is loaded when a page first needs it, in English and in the current language. */
let read: ReadCatalogue = () => Promise.resolve({});
let shown: Language = 'ENGLISH';
let wanted: Language = shown;
let namespaces = new Set<string>();
/** The promises of all started loads, keyed by `<language>/<namespace>`. */
let loads = new Map<string, Promise<void>>();
let arrived = new Map<string, Texts>();
const rules = new Map<Language, Intl.PluralRules>();
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((changed) => changed());

/** Loads a namespace once. If that fails, the next page that needs it tries again. */
const load = (language: Language, namespace: string): Promise<void> => {
  const name = `${language}/${namespace}`;
  const known = loads.get(name);
  if (known) return known;
  const [readNow, keep] = [read, arrived];
  const loading = readNow(languageTerms[language].catalogue, namespace).then(
    (tree) => void keep.set(name, textsOf(tree)),
    () => void loads.delete(name),
  );
  loads.set(name, loading);
  return loading;
};

const loadIn = async (language: Language): Promise<void> => {
  await Promise.all([...namespaces].map((namespace) => load(language, namespace)));
};

/**
 * Loads the texts of a page before it is shown, so that no text appears late. Never fails; a missing text is replaced
 * by its path.
 */
export const loadTexts = async (...names: string[]): Promise<void> => {
  for (const name of names) namespaces.add(name);
  const languages = new Set<Language>([wanted, 'ENGLISH']);
  await Promise.all([...languages].flatMap((each) => names.map((name) => load(each, name))));
};

/** Loads the first texts, in English. Missing translations are later shown in English (web/DESIGN.md#languages). */
export const startTexts = async (from: ReadCatalogue, names: readonly string[]): Promise<void> => {
  read = from;
  shown = wanted = 'ENGLISH';
  namespaces = new Set();
  loads = new Map();
  arrived = new Map();
  await loadTexts(...names);
  document.documentElement.lang = languageTerms.ENGLISH.html;
};

/**
 * Changes the language of the texts, and sets `<html lang>` to the language that is shown. When two changes overlap,
 * the last change wins.
 */
export const changeLanguage = async (language: Language): Promise<void> => {
  wanted = language;
  await loadIn(language);
  if (wanted !== language) return;
  shown = language;
  // texts of a language without translations are shown in English, so screen readers must read them as English
  const speaks = (arrived.get(`${language}/shell`)?.size ?? 0) > 0;
  document.documentElement.lang = languageTerms[speaks ? language : 'ENGLISH'].html;
  tell();
};

/** The current language, under the name that the server uses. */
export const currentLanguage = (): Language => shown;

/** Calls `changed` after each change of the language, until the returned function is called. */
export const onLanguageChange = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/**
 * The plural rules of a language. For an unknown language, Intl would use the rules of the browser's language
 * (web/DESIGN.md#languages).
 */
const rulesOf = (language: Language): Intl.PluralRules => {
  const known = rules.get(language) ?? new Intl.PluralRules(languageTerms[language].intl);
  rules.set(language, known);
  return known;
};

/** The pattern of a key. The server may send a text instead of a key; `textIn` returns such a text unchanged. */
const isKey = /^[a-z-]+:[\w.]+$/;

/**
 * Returns the text of the key `namespace:path` in the language or, if it is missing there, in English. If both are
 * missing, returns `defaultValue` or, without it, the path. `count` selects the plural form.
 */
export const textIn =
  (language: Language): Translate =>
  (key, values = {}) => {
    const colon = key.indexOf(':');
    const [namespace, path] = [key.slice(0, colon), key.slice(colon + 1)];
    for (const each of [language, 'ENGLISH'] as const) {
      const texts = arrived.get(`${each}/${namespace}`);
      const template = texts && templateOf(texts, path, values.count, rulesOf(each));
      if (template !== undefined) return fillText(template, values);
    }
    if (typeof values.defaultValue === 'string') return values.defaultValue;
    if (!isKey.test(key)) return key;
    // oxlint-disable-next-line no-console -- the browser tests look for this error; the page shows the path
    console.error(`No text for ${key}`);
    return path;
  };
