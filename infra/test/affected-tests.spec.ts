import { describe, expect, test } from '@jest/globals';
import { affectedTests } from '../local/affected-tests.mjs';

const SLOW = 60_000;

describe('the tests that a change can reach', () => {
  test(
    'are those that import it, across packages too, and no others',
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
    'are those that read it',
    () => {
      expect(affectedTests(['README.md'])).toContain('infra/test/references.spec.ts');
      expect(affectedTests(['proto/locales/ru/forms.json'])).toContain('infra/test/locales.spec.ts');
    },
    SLOW,
  );

  test('are all of them when a setting of all changes', () => {
    for (const file of ['package.json', 'services/search/package.json', '.swcrc', 'jest.config.mjs'])
      expect([file, affectedTests([file])]).toEqual([file, 'ALL']);
  });
});
