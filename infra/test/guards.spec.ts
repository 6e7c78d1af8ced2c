import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { guardNamed, guards } from '../bench/guards/table.mjs';
import { mutated } from '../bench/mutated-modules.mjs';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

test.each(guards.map(({ name }) => [name]))(
  'the guard %s can be removed from the current sources, and the test that must notice it exists',
  (name) => {
    const guard = guardNamed(name);
    for (const edit of guard.edits) {
      const source = textOf(edit.file);
      expect(mutated(resolve(root, edit.file), source, guard.edits)).not.toBe(source);
    }
    expect(existsSync(resolve(root, guard.test))).toBe(true);
    expect(textOf(guard.test)).toContain(guard.line);
    expect(fullTitlesIn(guard.test).filter((full) => mayName(full, guard.title))).not.toEqual([]);
  },
);

const isPlaceholder = /%[a-z]|\$[a-zA-Z]+/;

const pairsOfWords = (text: string): string[] => {
  const words = text.split(' ');
  return words.slice(1).map((word, n) => `${words[n]} ${word}`);
};

/**
 * True if the guard's `title` may name the test with the title `full`. A title with placeholders is complete only when
 * its test runs, so two consecutive words that match are enough then.
 */
const mayName = (full: string, title: string): boolean =>
  full.includes(title) ||
  (isPlaceholder.test(full) && pairsOfWords(title).some((words) => full.includes(words)));

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

test('the check reports a statement that the source no longer contains', () => {
  const edits = [{ file: 'src/a.ts', from: 'if (open)', to: '' }];
  expect(() => mutated('/x/src/a.ts', 'nothing', edits)).toThrow('src/a.ts has no "if (open)" to take out');
  expect(mutated('/x/src/b.ts', 'nothing', edits)).toBe('nothing');
});

test('no two guards have the same name', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
});
