import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { sourceTitles } from '../local/requirements.mjs';

const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| S\d+ +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const proofsIn = (cell: string) =>
  [...cell.matchAll(/\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()]+\.tsx?)\)/g)].map(([, title = '', file = '']) => ({
    title,
    file,
  }));

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const hasTitle = (file: string, title: string): boolean =>
  new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1`).test(readFileSync(file, 'utf8'));

test('SECURITY.md has each requirement once, numbered without a gap', () => {
  expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 47 }, (_, index) => `S${index + 1}`));
});

test('each requirement of SECURITY.md names tests that exist, or says why nothing proves it', () => {
  const wrong = rows.flatMap(([, id = '', , proof = '']) => {
    const proofs = proofsIn(proof);
    if (proofs.length === 0) return /^\*\*Not proved\.\*\* \w.{20,}/.test(proof) ? [] : [`${id}: no proof`];
    return proofs
      .filter(({ file, title }) => !existsSync(file) || !hasTitle(file, title))
      .map(({ file, title }) => `${id}: ${file}: ${title}`);
  });
  expect(wrong).toEqual([]);
});

test('test titles do not name the requirements that SECURITY.md marks as not proved', () => {
  const unproved = rows.filter(([, , , proof = '']) => proof.startsWith('**Not proved.**'));
  expect(unproved.length).toBeGreaterThan(0);
  const titles = sourceTitles().join('\n');
  expect(
    unproved.filter(([, id = '']) => new RegExp(`\\b${id}\\b`).test(titles)).map(([, id]) => id),
  ).toEqual([]);
});
