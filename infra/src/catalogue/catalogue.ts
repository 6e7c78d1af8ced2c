import { fileURLToPath } from 'node:url';
import { languageTerms } from '@portal/proto/catalogues';
import { readMessage } from '@portal/proto/message';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import { fillText, templateOf } from '@portal/proto/texts';
import { catalogueFolder, readNamespace, type Texts } from './texts.js';

/** The texts that servers write, from the same files that the browser reads. Each file is read once. */
export class Catalogue {
  private readonly known = new Map<string, Texts>();
  private readonly rules = new Map<Language, Intl.PluralRules>();

  /** @param folder contains a folder for each language; only tests set it */
  constructor(private readonly folder: URL = catalogueFolder) {}

  /**
   * A text in the language. If the language lacks the text, returns the English text with English plurals
   * (web/DESIGN.md#languages).
   *
   * @param key `<namespace>:<key>`. The values of placeholders either follow the key, as `message` of proto writes
   * them, or are in `params`.
   * @throws when there is no such text
   */
  text(language: Language, key: string, params: MessageParams = {}): string {
    const { key: name, params: carried } = readMessage(key);
    const [namespace = '', entry = ''] = name.split(':');
    const values: MessageParams = { ...carried, ...params };
    const template =
      this.find(language, namespace, entry, values) ?? this.find('ENGLISH', namespace, entry, values);
    if (template === undefined)
      throw new Error(`the catalogue has no text ${name} (${fileURLToPath(this.folder)})`);
    return fillText(template, values);
  }

  private find(
    language: Language,
    namespace: string,
    entry: string,
    { count }: MessageParams,
  ): string | undefined {
    return templateOf(this.texts(language, namespace), entry, count, this.rulesOf(language));
  }

  private texts(language: Language, namespace: string): Texts {
    const name = `${language} ${namespace}`;
    const texts = this.known.get(name) ?? readNamespace(this.folder, language, namespace);
    this.known.set(name, texts);
    return texts;
  }

  private rulesOf(language: Language): Intl.PluralRules {
    const rules = this.rules.get(language) ?? new Intl.PluralRules(languageTerms[language].intl);
    this.rules.set(language, rules);
    return rules;
  }
}
