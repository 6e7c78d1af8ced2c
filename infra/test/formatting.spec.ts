import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');

test('lint fails on a source that the formatter would write in another way', () => {
  const content: { scripts: { lint: string } } = JSON.parse(
    readFileSync(resolve(root, 'package.json'), 'utf8'),
  );
  const command = content.scripts.lint.split(' && ').find((part) => part.startsWith('oxfmt '));
  const [, ...options] = command?.split(' ') ?? [];
  const file = join(mkdtempSync(join(tmpdir(), 'format-')), 'county.ts');
  const codeFor = (source: string) => {
    writeFileSync(file, source);
    const oxfmt = [resolve(root, 'node_modules/oxfmt/bin/oxfmt'), '--config=.oxfmtrc.json'];
    return spawnSync(process.execPath, [...oxfmt, ...options, file], { cwd: root }).status;
  };
  expect(codeFor("export const county = 'Maricopa';\n")).toBe(0);
  expect(codeFor('export const county = "Maricopa"\n')).toBe(1);
});
