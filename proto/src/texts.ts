/** Texts of a namespace by their path: `searchByName.andOr.AND`; a plural form stands behind `_`: `problem_few`. */
export type Texts = ReadonlyMap<string, string>;

/** A catalogue as its file holds it. */
export interface TextTree {
  [name: string]: string | TextTree;
}

const entriesOf = (tree: TextTree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : entriesOf(text, `${before}${name}.`),
  );

export const textsOf = (tree: TextTree): Texts => new Map(entriesOf(tree));

/** Finds a text in the plural form of `count`, where it is a number and the language has that form, else as it is. */
export const templateOf = (
  texts: Texts,
  key: string,
  count: unknown,
  rules: Pick<Intl.PluralRules, 'select'>,
): string | undefined => {
  const inNumber = typeof count === 'number' && texts.get(`${key}_${rules.select(count)}`);
  return inNumber || texts.get(key);
};

/** Fills the values of a text into its `{{names}}`; a name without a value is left empty. */
export const fillText = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
