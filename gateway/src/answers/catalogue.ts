import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMessage } from '@portal/proto/message';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import * as z from 'zod/mini';

const texts = z.record(z.string(), z.string());
type Texts = z.infer<typeof texts>;

/** Namespaces that the gateway speaks; the browser reads its own ones from the same folder. */
const namespaces = ['errors', 'forms', 'server'] as const;

const load = (folder: string, namespace: string): Texts =>
  z.parse(texts, JSON.parse(readFileSync(new URL(`${folder}/${namespace}.json`, catalogueFolder), 'utf8')));

const catalogueFolder = new URL('../locales/', import.meta.resolve('@portal/proto/codes'));

/**
 * The texts of the server's messages. A key without a text in the session's language is English (web.md 3);
 * only English has texts so far, so the language has no second catalogue to fall back from.
 */
export class Catalogue {
  private readonly english = new Map<string, Texts>(namespaces.map((name) => [name, load('en', name)]));

  /** @param key `<namespace>:<key>`, with values behind it as `message` of proto writes them, or in `params` */
  text(_language: Language, key: string, params: MessageParams = {}): string {
    const { key: name, params: carried } = readMessage(key);
    const [namespace = '', entry = ''] = name.split(':');
    const values: MessageParams = { ...carried, ...params };
    const found = this.english.get(namespace);
    const template = found?.[plural(entry, values)] ?? found?.[entry];
    if (template === undefined)
      throw new Error(`the catalogue has no text ${name} (${fileURLToPath(catalogueFolder)})`);
    return template.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''));
  }
}

const rules = new Intl.PluralRules('en-US');
const plural = (entry: string, values: MessageParams): string =>
  typeof values.count === 'number' ? `${entry}_${rules.select(values.count)}` : entry;
