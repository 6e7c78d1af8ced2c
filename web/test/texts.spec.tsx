import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import i18next from 'i18next';
import { changeLanguage, loadTexts, startTexts } from '../src/shared/i18n/i18n.js';
import { useTexts } from '../src/shared/i18n/use-texts.js';

const texts: Record<string, Record<string, string>> = {
  'en/shell': { greeting: 'Good day', of: 'Page {{page}}' },
  'en/later': { word: 'late' },
  'ru/shell': { greeting: 'Добрый день' },
};

function Words() {
  const t = useTexts();
  return (
    <p>
      {[t('shell:greeting'), t('later:word'), t('shell:of', { page: 1 }), t('shell:of', { page: 2 })].join(
        ' ',
      )}
    </p>
  );
}
const shown = (): string | null => document.body.textContent;

beforeEach(() =>
  startTexts(async (catalogue, namespace) => texts[`${catalogue}/${namespace}`] ?? {}, ['shell']),
);
afterEach(() => {
  cleanup();
  i18next.off('languageChanged');
});

test('a text that comes later is shown when it has come, though it was asked for before', async () => {
  const { rerender } = render(<Words />);
  expect(shown()).toBe('Good day word Page 1 Page 2');
  await act(() => loadTexts('later'));
  rerender(<Words />);
  expect(shown()).toBe('Good day late Page 1 Page 2');
});

test('another language shows its own texts, and English ones for those that it lacks', async () => {
  render(<Words />);
  await act(() => changeLanguage('RUSSIAN'));
  expect(shown()).toMatch(/^Добрый день .* Page 1 Page 2$/);
  await act(() => changeLanguage('ENGLISH'));
  expect(shown()).toMatch(/^Good day/);
});
