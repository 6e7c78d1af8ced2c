import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { languageTerms } from '@portal/proto/catalogues';
import type { Language } from '@portal/proto/roles';
import { textsOf, type Texts, type TextTree } from '@portal/proto/texts';
import * as z from 'zod/mini';

/** The folder of all texts: it contains a folder for each language, with a file for each namespace. */
export const catalogueFolder = new URL('../locales/', import.meta.resolve('@portal/proto/codes'));

const tree: z.ZodMiniType<TextTree> = z.record(
  z.string(),
  z.union([z.string(), z.lazy((): z.ZodMiniType<TextTree> => tree)]),
);

export type { Texts } from '@portal/proto/texts';

/** Texts of a namespace by their path (`searchByName.andOr.AND`); empty if the language has no such file. */
export const readNamespace = (folder: URL, language: Language, namespace: string): Texts => {
  const file = new URL(`${languageTerms[language].catalogue}/${namespace}.json`, folder);
  if (!existsSync(file)) return new Map();
  return textsOf(tree.parse(JSON.parse(readFileSync(file, 'utf8'))));
};

/** The namespaces of a language, which are the names of its files. */
const namespacesOf = (folder: URL, language: Language): string[] => {
  const own = new URL(`${languageTerms[language].catalogue}/`, folder);
  const files = existsSync(own) ? readdirSync(own).sort() : [];
  return files.map((file) => file.replace(/\.json$/, ''));
};

/** True if a language has a text. Reads only as many files as needed. */
export const hasTexts = (language: Language, folder: URL): boolean =>
  namespacesOf(folder, language).some((namespace) => readNamespace(folder, language, namespace).size > 0);

/** All texts of a language by their full key: `search:searchByName.andOr.AND`. */
export const readLanguage = (language: Language, folder: URL = catalogueFolder): Texts =>
  new Map(
    namespacesOf(folder, language).flatMap((namespace) =>
      [...readNamespace(folder, language, namespace)].map(([key, text]): [string, string] => [
        `${namespace}:${key}`,
        text,
      ]),
    ),
  );
