import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { guardNamed, guards } from '../bench/guards/table.mjs';
import { mutated } from '../bench/mutated-modules.mjs';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

test.each(guards.map(({ name }) => [name]))(
  'the guard %s can be removed from the current sources, and the sources contain the test that must notice the removal',
  (name) => {
    const guard = guardNamed(name);
    for (const edit of guard.edits) {
      const source = textOf(edit.file);
      expect(mutated(resolve(root, edit.file), source, guard.edits)).not.toBe(source);
    }
    expect(existsSync(resolve(root, guard.test))).toBe(true);
    expect(textOf(guard.test)).toContain(guard.line);
    expect(namedBy(guard.test, guard.title)).not.toEqual([]);
  },
);

const placeholder = /%[a-z]|\$[a-zA-Z.]+/;
/**
 * A guard quotes the title of its test. If the quote has values instead of the title's placeholders, it must also
 * contain at least this many words of the title that have no placeholder.
 */
const FEWEST_WORDS = 2;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * True if `quote` may name the test with the title `full`. The placeholders of a title get their values only when the
 * test runs. If the quote has values instead of placeholders, it must match a contiguous part of the title, and
 * `sources` must contain these values.
 */
function mayName(full: string, quote: string, sources: string): boolean {
  if (full.includes(quote)) return true;
  if (!placeholder.test(full)) return false;
  const words = full.split(' ').map((word) => ({
    isWhole: !placeholder.test(word),
    pattern: word.split(placeholder).map(escaped).join('(.+)'),
  }));
  const isNamed = (part: typeof words): boolean =>
    part.filter(({ isWhole }) => isWhole).length >= FEWEST_WORDS && matches(part.map((one) => one.pattern));
  const matches = (part: readonly string[]): boolean => {
    const [, ...filled] = new RegExp(`^${part.join(' ')}$`).exec(quote) ?? [];
    return filled.length > 0 && filled.every((text) => sources.includes(text));
  };
  return words.some((_from, from) => words.some((_to, to) => isNamed(words.slice(from, to + 1))));
}

/**
 * The text of a test file and of the files in its folder that it imports, because the rows of its tests may be there.
 */
function sourcesOf(file: string): string {
  const own = textOf(file);
  const beside = [...own.matchAll(/from '\.\/([^']+)\.js'/g)].map(
    ([, name]) => `${dirname(file)}/${name}.ts`,
  );
  return [own, ...beside.filter((each) => existsSync(resolve(root, each))).map(textOf)].join('\n');
}

const read = new Map<string, { readonly titles: string[]; readonly sources: string }>();

/** The titles of a file's tests that a guard's quote matches. */
function namedBy(file: string, quote: string): string[] {
  const { titles, sources } = read.get(file) ?? { titles: fullTitlesIn(file), sources: sourcesOf(file) };
  read.set(file, { titles, sources });
  return titles.filter((full) => mayName(full, quote, sources));
}

const blocks = new Set(['describe', 'test', 'it']);

/** The first word of a call: `test` of `test.each(rows)(…)`. */
const firstWordOf = (node: ts.Expression): string => /^\w*/.exec(node.getText())?.[0] ?? '';

const textIn = (node: ts.Node | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `%s${literal.text}`).join('');
};

/** The titles of the tests in a file, each after the titles of its `describe` blocks. */
function fullTitlesIn(file: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const word = ts.isCallExpression(node) ? firstWordOf(node.expression) : '';
    const own =
      ts.isCallExpression(node) && node.arguments.length > 1 && blocks.has(word)
        ? textIn(node.arguments[0])
        : undefined;
    const inner = own === undefined ? outer : [...outer, own];
    if (own !== undefined && word !== 'describe') titles.push(inner.join(' '));
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true), []);
  return titles;
}

test.each([
  ['a lock is refused at the next request', true],
  ['at the next request after a sign-out', true],
  ['at the next request after a lunch break', false],
  ['at the last request after a sign-out', false],
  ['at the next request after a sign-out and again', false],
  ['a sign-out', false],
])('whether the quote “%s” may name a test whose title has placeholders: %s', (quote, expected) => {
  const full = 'S12 %s is refused at the next request after $deed for every process';
  const sources = "['a lock', { deed: 'a sign-out' }]";
  expect(mayName(full, quote, sources)).toBe(expected);
});

test('when one word of a quoted title is replaced, the quote names no test', () => {
  const accepted = guards.flatMap(({ test: file, title }): string[] => {
    const words: string[] = title.split(' ');
    const changed = words.map((_word, at) => words.with(at, 'nonexistent').join(' '));
    return changed.filter((quote) => namedBy(file, quote).length > 0);
  });
  expect(accepted).toEqual([]);
});

test('removing a statement fails if the source no longer contains it', () => {
  const edits = [{ file: 'src/a.ts', from: 'if (open)', to: '' }];
  expect(() => mutated('/x/src/a.ts', 'nothing', edits)).toThrow('src/a.ts has no "if (open)" to take out');
  expect(mutated('/x/src/b.ts', 'nothing', edits)).toBe('nothing');
});

test('no two guards have the same name', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
});
