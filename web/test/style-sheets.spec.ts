import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const sources = path.resolve(import.meta.dirname, '../src');

test('media queries give widths in em, so that all parts of a screen change at the same width, even with large text', () => {
  const sheets = readdirSync(sources, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const inPixels = sheets.flatMap((sheet) =>
    (readFileSync(path.join(sources, sheet), 'utf8').match(/@media[^{]*\dpx[^{]*/g) ?? []).map(
      (query) => `${sheet}: ${query.trim()}`,
    ),
  );
  expect(inPixels).toEqual([]);
});
