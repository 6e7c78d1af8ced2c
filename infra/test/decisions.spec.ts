import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { readProjects } from '../local/lint/projects.mjs';

interface Package {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const root = resolve(import.meta.dirname, '../..');

test('every dependency has a line in DECISIONS.md, and every line names a current dependency', () => {
  const folders = ['.', ...readProjects(root).map(({ folder }) => folder)];
  const used = folders.flatMap((folder) => {
    const content: Package = JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'));
    return Object.keys({
      ...content.dependencies,
      ...content.devDependencies,
      ...content.optionalDependencies,
    });
  });
  const rows = readFileSync(resolve(root, 'DECISIONS.md'), 'utf8').split('\n');
  const explained = rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => row.split(' | ')[0]?.match(/(?<=`)[^`, |]+(?=`)/g) ?? []);
  expect([...new Set(explained)].sort()).toEqual(
    [...new Set(used.filter((name) => !name.startsWith('@portal/')))].sort(),
  );
});

test('every decision has a unique id, a title and a date', () => {
  const text = readFileSync(resolve(root, 'DECISIONS.md'), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const items = text.split('\n').filter((line) => /^\s*[-*] /.test(line));
  const decided = items.map((item) => /^- \*\*([A-Z]+-\d+) .+?\*\* \((\d{4}-\d\d-\d\d)\) \S/.exec(item));
  expect(items.filter((_item, index) => !decided[index])).toEqual([]);
  const ids = decided.map((match) => match?.[1]);
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
