import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMessage } from '@portal/proto/message';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import * as z from 'zod/mini';

const catalogueFolder = new URL('../locales/', import.meta.resolve('@portal/proto/codes'));

interface Tree {
  [name: string]: string | Tree;
}
const tree: z.ZodMiniType<Tree> = z.record(
  z.string(),
  z.union([z.string(), z.lazy((): z.ZodMiniType<Tree> => tree)]),
);

/** Texts of a namespace by their path: `searchByName.andOr.AND`. */
const load = (folder: string, namespace: string): ReadonlyMap<string, string> => {
  const file = new URL(`${folder}/${namespace}.json`, catalogueFolder);
  return new Map(textsOf(tree.parse(JSON.parse(readFileSync(file, 'utf8')))));
};

const textsOf = (texts: Tree, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : textsOf(text, `${before}${name}.`),
  );

/**
 * The texts that servers write: the browser reads the same files. A key without a text in the reader's language is
 * English (web.md 3); only English has texts so far, so the language has no second catalogue to fall back from.
 */
export class Catalogue {
  private readonly english = new Map<string, ReadonlyMap<string, string>>();

  /**
   * @param key `<namespace>:<key>`, with values behind it as `message` of proto writes them, or in `params`
   * @throws when there is no such text
   */
  text(_language: Language, key: string, params: MessageParams = {}): string {
    const { key: name, params: carried } = readMessage(key);
    const [namespace = '', entry = ''] = name.split(':');
    const values: MessageParams = { ...carried, ...params };
    const found = this.namespace(namespace);
    const template = found.get(plural(entry, values)) ?? found.get(entry);
    if (template === undefined)
      throw new Error(`the catalogue has no text ${name} (${fileURLToPath(catalogueFolder)})`);
    return template.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''));
  }

  private namespace(name: string): ReadonlyMap<string, string> {
    const known = this.english.get(name) ?? load('en', name);
    this.english.set(name, known);
    return known;
  }
}

const rules = new Intl.PluralRules('en-US');
const plural = (entry: string, values: MessageParams): string =>
  typeof values.count === 'number' ? `${entry}_${rules.select(values.count)}` : entry;
