import { existsSync, readFileSync } from 'node:fs';
import { languageTerms } from '@portal/proto/catalogues';
import type { Texts } from '@portal/proto/criteria/definition';
import type { Language } from '@portal/proto/roles';
import * as z from 'zod/mini';

const folder = new URL('../locales/', import.meta.resolve('@portal/proto/codes'));
/** The namespaces of the text catalog that have the names of criteria. */
const namespaces = ['results', 'search', 'forms'] as const;

const entries = z.record(z.string(), z.unknown());
type Entries = z.infer<typeof entries>;

const catalogues = new Map<string, Map<string, string>>();
const readers = new Map<Language, Texts>();

/**
 * Texts of criteria in a language; each language is read once. A key without a translation is shown in English. A key
 * without any text is shown as it is, so that even very old searches can be shown.
 */
export function criteriaTexts(language: Language): Texts {
  const known = readers.get(language);
  if (known) return known;
  const [own, english] = [
    textsOf(languageTerms[language].catalogue),
    textsOf(languageTerms.ENGLISH.catalogue),
  ];
  const reader = (key: string): string => own.get(key) ?? english.get(key) ?? key;
  readers.set(language, reader);
  return reader;
}

function textsOf(catalogue: string): Map<string, string> {
  const known = catalogues.get(catalogue);
  if (known) return known;
  const texts = new Map<string, string>();
  for (const namespace of namespaces) {
    const file = new URL(`${catalogue}/${namespace}.json`, folder);
    if (existsSync(file)) gather(texts, `${namespace}:`, JSON.parse(readFileSync(file, 'utf8')));
  }
  catalogues.set(catalogue, texts);
  return texts;
}

/** Adds nested entries under their path: `search:searchByName.andOr.AND`. */
function gather(texts: Map<string, string>, path: string, value: unknown): void {
  if (typeof value === 'string') texts.set(path, value);
  const nested = entries.safeParse(value);
  if (!nested.success) return;
  for (const [name, entry] of Object.entries<unknown>(nested.data satisfies Entries)) {
    gather(texts, path.endsWith(':') ? path + name : `${path}.${name}`, entry);
  }
}
