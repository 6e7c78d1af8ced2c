import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drillNames, loadDrill } from '../ops/drills.mjs';
import { tableOf } from '../ops/table.mjs';
import { root } from './launched-product.js';

const figures = readFileSync(join(root, 'deploy/DRILLS.md'), 'utf8');

test.each(drillNames)('the drill %s can be run, and its figures are in deploy/DRILLS.md', async (name) => {
  const { about, run } = await loadDrill(name);
  expect(about).toMatch(/^\w.{20,}$/);
  expect(run).toBeInstanceOf(Function);
  expect(figures).toMatch(new RegExp(`^## .*\`${name}\``, 'm'));
});

test('figures are printed as a table of Markdown', () => {
  expect(tableOf(['what', 'figure'], [['time to service', '9.1 s'], ['lost']])).toBe(
    [
      '| what            | figure |',
      '| --------------- | ------ |',
      '| time to service | 9.1 s  |',
      '| lost            |        |',
    ].join('\n'),
  );
});
