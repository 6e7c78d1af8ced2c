/**
 * Texts of a namespace by their path: `searchByName.andOr.AND`. The path of a plural form ends in `_` and the form:
 * `problem_few`.
 */
export type Texts = ReadonlyMap<string, string>;

/** The content of a catalog file. */
export interface TextTree {
  [name: string]: string | TextTree;
}

const entriesOf = (tree: TextTree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : entriesOf(text, `${before}${name}.`),
  );

export const textsOf = (tree: TextTree): Texts => new Map(entriesOf(tree));

/**
 * Finds a text. If `count` is a number, returns the plural form for this number if the text has one; otherwise returns
 * the text itself.
 */
export const templateOf = (
  texts: Texts,
  key: string,
  count: unknown,
  rules: Pick<Intl.PluralRules, 'select'>,
): string | undefined => {
  const inNumber = typeof count === 'number' && texts.get(`${key}_${rules.select(count)}`);
  return inNumber || texts.get(key);
};

/** Replaces the `{{names}}` of a text with values; a name without a value becomes empty. */
export const fillText = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
