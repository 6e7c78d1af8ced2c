import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { guardNamed, guards } from '../bench/guards/table.mjs';
import { mutated } from '../bench/mutated-modules.mjs';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

test.each(guards.map(({ name }) => [name]))(
  'the guard %s can be removed from the current sources',
  (name) => {
    const guard = guardNamed(name);
    for (const edit of guard.edits) {
      const source = textOf(edit.file);
      expect(mutated(resolve(root, edit.file), source, guard.edits)).not.toBe(source);
    }
    expect(existsSync(resolve(root, guard.test))).toBe(true);
    expect(textOf(guard.test)).toContain(guard.line);
  },
);

test('the check names a statement that no longer exists', () => {
  const edits = [{ file: 'src/a.ts', from: 'if (open)', to: '' }];
  expect(() => mutated('/x/src/a.ts', 'nothing', edits)).toThrow('src/a.ts has no "if (open)" to take out');
  expect(mutated('/x/src/b.ts', 'nothing', edits)).toBe('nothing');
});

test('no two guards have one name', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
});
