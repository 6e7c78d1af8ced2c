import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { changeLanguage, currentLanguage, loadTexts, startTexts, textIn } from '../src/shared/i18n/i18n.js';
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

/** The messages about missing texts that went to the console. */
const missing: string[] = [];

beforeEach(async () => {
  missing.length = 0;
  jest.spyOn(console, 'error').mockImplementation((message: string) => void missing.push(message));
  await startTexts(async (catalogue, namespace) => texts[`${catalogue}/${namespace}`] ?? {}, ['shell']);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('a text that loads late is shown as soon as it arrives', async () => {
  const { rerender } = render(<Words />);
  expect(shown()).toBe('Good day word Page 1 Page 2');
  expect(missing).toContain('No text for later:word');
  await act(() => loadTexts('later'));
  rerender(<Words />);
  expect(shown()).toBe('Good day late Page 1 Page 2');
});

test('a text that the server sends instead of the key of a text is shown unchanged', () => {
  expect(textIn('ENGLISH')('SQL Server: the sign-in was refused.')).toBe(
    'SQL Server: the sign-in was refused.',
  );
});

test('after a change of the language, the page shows texts in that language, and in English where one is missing', async () => {
  render(<Words />);
  await act(() => changeLanguage('RUSSIAN'));
  expect(shown()).toMatch(/^Добрый день .* Page 1 Page 2$/);
  await act(() => changeLanguage('ENGLISH'));
  expect(shown()).toMatch(/^Good day/);
});

test('a number selects the plural form by the rules of the language whose text is shown', async () => {
  texts['en/shell'] = {
    page_one: '{{count}} page',
    page_other: '{{count}} pages',
    row_other: '{{count}} rows',
  };
  texts['ru/shell'] = {
    page_one: '{{count}} страница',
    page_few: '{{count}} страницы',
    page: '{{count}} стр.',
  };
  await startTexts(async (catalogue, namespace) => texts[`${catalogue}/${namespace}`] ?? {}, ['shell']);
  await changeLanguage('RUSSIAN');
  const [english, russian] = [textIn('ENGLISH'), textIn('RUSSIAN')];
  expect([1, 2].map((count) => english('shell:page', { count }))).toEqual(['1 page', '2 pages']);
  expect([21, 22, 25].map((count) => russian('shell:page', { count }))).toEqual([
    '21 страница',
    '22 страницы',
    '25 стр.',
  ]);
  expect(russian('shell:row', { count: 2 })).toBe('2 rows');
  expect(russian('shell:missing.name')).toBe('missing.name');
  expect(russian('shell:missing.name', { defaultValue: 'Deed' })).toBe('Deed');
});

test('the last of two overlapping language changes wins', async () => {
  const late: (() => void)[] = [];
  await startTexts(
    (catalogue) =>
      catalogue === 'ru'
        ? new Promise((done) => late.push(() => done({ greeting: 'Добрый день' })))
        : Promise.resolve({ greeting: catalogue }),
    ['shell'],
  );
  const slow = changeLanguage('RUSSIAN');
  await changeLanguage('TURKISH');
  late.forEach((arrive) => arrive());
  await slow;
  expect(currentLanguage()).toBe('TURKISH');
  expect(document.documentElement.lang).toBe('tr');
});
