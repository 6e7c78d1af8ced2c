import { languageTerms, officeNamespaces } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';
import type { Texts } from './texts.js';

/** A text that a language should have. */
export interface ExpectedText {
  /** The full key, with the plural form of the language: `forms:problem_few`. */
  readonly key: string;
  readonly english: string;
  /** Placeholders that the text must contain: `{{name}}`. */
  readonly required: readonly string[];
  /** Placeholders that the text may contain. */
  readonly allowed: readonly string[];
}

const PLURAL = /_(one|other)$/;
const COUNT = '{{count}}';

/** The placeholders of a text: `{{count}}`, `{parcelId}`. */
const placeholdersOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\{\{\w+\}\}|\{\w+\}/g), ([whole]) => whole)),
];

/** Plural forms of the language: English has `one` and `other`, Russian four, Japanese only `other`. */
export const pluralForms = (language: Language): Intl.LDMLPluralRule[] => {
  const own = rulesOf(language).resolvedOptions().pluralCategories;
  return everyForm.filter((form) => own.includes(form));
};

const everyForm: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

const rulesOf = (language: Language): Intl.PluralRules => new Intl.PluralRules(languageTerms[language].intl);

/**
 * True if the plural form is used for the number 1 only, so that the text may omit the number: `one` in English and
 * Turkish, but not in Russian, where `one` is also used for 21.
 */
const isOnlyOne = (language: Language, form: string): boolean => {
  const rules = rulesOf(language);
  return (
    form === 'one' &&
    Array.from({ length: 200 }, (_, n) => n).every((n) => (rules.select(n) === form) === (n === 1))
  );
};

const isOfOffice = (key: string): boolean => officeNamespaces.includes(key.slice(0, key.indexOf(':')));

/**
 * Lists the texts that a language should have, in the order of the English catalog. Texts of office pages are left out,
 * because these pages are always in English.
 */
export function expectedTexts(english: Texts, language: Language): ExpectedText[] {
  const forms = pluralForms(language);
  const isPlural = (key: string): boolean => PLURAL.test(key) && english.has(key.replace(PLURAL, '_other'));
  return [...english].flatMap(([key, text]) => {
    if (isOfOffice(key)) return [];
    if (!isPlural(key))
      return [{ key, english: text, required: placeholdersOf(text), allowed: placeholdersOf(text) }];
    if (!key.endsWith('_other')) return [];
    const base = key.replace(PLURAL, '');
    const one = english.get(`${base}_one`) ?? text;
    const allowed = [...new Set([...placeholdersOf(text), ...placeholdersOf(one)])];
    return forms.map((form) => ({
      key: `${base}_${form}`,
      english: form === 'one' ? one : text,
      required: placeholdersOf(text).filter((value) => value !== COUNT || !isOnlyOne(language, form)),
      allowed,
    }));
  });
}

/** The problems of a translation, as sentences for a translator; empty when the translation can be used. */
export function faultsOf(text: string, { required, allowed }: ExpectedText): string[] {
  const found = placeholdersOf(text);
  const rest = text.replace(/\{\{\w+\}\}|\{\w+\}/g, '');
  return [
    ...required.filter((value) => !found.includes(value)).map((value) => `lacks ${value}`),
    ...found
      .filter((value) => !allowed.includes(value))
      .map((value) => `has ${value}, which the English text has not`),
    ...(/[{}]/.test(rest) ? ['has a brace that belongs to no placeholder'] : []),
    ...(/[\u0000-\u001f\u007f]/.test(text) ? ['has a line break or another control character'] : []),
  ];
}

export interface LanguageState {
  readonly missing: readonly ExpectedText[];
  /** Keys that the English catalog does not have. */
  readonly unknown: readonly string[];
  readonly faults: readonly { readonly key: string; readonly what: string }[];
  readonly count: number;
}

/** Compares a language's texts with the English ones. */
export function stateOf(english: Texts, texts: Texts, language: Language): LanguageState {
  const expected = expectedTexts(english, language);
  const keys = new Set(expected.map(({ key }) => key));
  return {
    missing: expected.filter(({ key }) => !texts.has(key)),
    unknown: [...texts.keys()].filter((key) => !keys.has(key)),
    faults: expected.flatMap((one) =>
      faultsOf(texts.get(one.key) ?? '', one).flatMap((what) =>
        texts.has(one.key) ? [{ key: one.key, what }] : [],
      ),
    ),
    count: expected.length,
  };
}
