import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import * as prettier from 'prettier';
import * as faster from '../local/lint/prettier-oxc.mjs';

const root = resolve(import.meta.dirname, '../..');
const sources = globSync(
  ['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'web/src/**/*.tsx', 'infra/*/*.mjs'],
  {
    cwd: root,
  },
).sort();

/** Settings under which Prettier moves most lines of our sources, so that each comment must find its place again. */
const other = { printWidth: 50, semi: false, singleQuote: false, objectWrap: 'collapse' } as const;

test("lint's parser formats sources as Prettier's own parsers do", async () => {
  const sample = sources.filter((_file, index) => index % 25 === 0);
  expect(sample.length).toBeGreaterThan(30);
  for (const file of sample) {
    const text = readFileSync(resolve(root, file), 'utf8');
    const options = { ...other, parser: file.endsWith('.mjs') ? 'babel' : 'typescript', filepath: file };
    const expected = await prettier.format(text, options);
    expect(expected).not.toBe(text);
    expect(await prettier.format(text, { ...options, plugins: [faster] })).toBe(expected);
  }
});

test('lint fails on a source that Prettier would write in another way', () => {
  const content: { scripts: { lint: string } } = JSON.parse(
    readFileSync(resolve(root, 'package.json'), 'utf8'),
  );
  const command = content.scripts.lint.split(' && ').find((part) => part.endsWith(' --check .'));
  const settings = command?.split(' ').slice(1, -1) ?? [];
  const codeFor = (input: string) =>
    spawnSync(process.execPath, [...settings, '--stdin-filepath', 'infra/src/x.ts'], { cwd: root, input })
      .status;
  expect(codeFor("export const county = 'Maricopa';\n")).toBe(0);
  expect(codeFor('export const county = "Maricopa"\n')).toBe(1);
});
