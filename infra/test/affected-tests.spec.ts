import { describe, expect, test } from '@jest/globals';
import { affectedTests } from '../local/affected-tests.mjs';

const SLOW = 60_000;

describe('the tests that a change can reach', () => {
  test(
    'include tests of every package that import the changed file, and no unrelated tests',
    () => {
      const reached = affectedTests(['proto/src/amounts.ts']);
      expect(reached).toEqual(
        expect.arrayContaining([
          ...['proto/test/amounts.spec.ts', 'services/reports/test/receipts.rules.spec.ts'],
          'web/test/buy-options.spec.tsx',
        ]),
      );
      expect(reached).not.toContain('services/search/test/matching.rules.spec.ts');
    },
    SLOW,
  );

  test(
    'include tests that read the changed file without importing it',
    () => {
      expect(affectedTests(['README.md'])).toContain('infra/test/references.spec.ts');
      expect(affectedTests(['proto/locales/ru/forms.json'])).toContain('infra/test/locales.spec.ts');
    },
    SLOW,
  );

  test('are all tests when a shared setting changes', () => {
    for (const file of ['package.json', 'services/search/package.json', '.swcrc', 'jest.config.mjs'])
      expect([file, affectedTests([file])]).toEqual([file, 'ALL']);
  });
});
