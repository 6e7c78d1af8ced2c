import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { errorCodes } from '@portal/proto/codes';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';
import { directions, states } from '@portal/proto/code-lists';
import { message, readMessage } from '@portal/proto/message';

const english = new URL('../locales/en/', import.meta.url);

type Texts = { [key: string]: string | Texts };

const emptyTexts = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? emptyTexts(text) : typeof text === 'string' && text !== '' ? [] : [key],
  );

test('every catalog file holds texts by key, and no text is empty', () => {
  for (const file of readdirSync(english)) {
    const texts = JSON.parse(readFileSync(new URL(file, english), 'utf8')) as Texts;
    expect([file, emptyTexts(texts)]).toEqual([file, []]);
  }
});

const countKeys = (texts: Texts): number =>
  Object.values(texts).reduce((sum, text) => sum + 1 + (typeof text === 'object' ? countKeys(text) : 0), 0);

test('no catalog file has a key twice', () => {
  const locales = new URL('../', english);
  for (const language of readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const file of readdirSync(new URL(`${language.name}/`, locales))) {
      const text = readFileSync(new URL(`${language.name}/${file}`, locales), 'utf8');
      // A JSON parser keeps only the last of two values with the same key, so the keys are counted in the text.
      const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;
      expect([language.name, file, written]).toEqual([
        ...[language.name, file, countKeys(JSON.parse(text) as Texts)],
      ]);
    }
});

test('the key and the values of a message can be read back from its text', () => {
  expect(readMessage(message('forms:minimum', { n: 2 }))).toEqual({
    key: 'forms:minimum',
    params: { n: '2' },
  });
  expect(readMessage('forms:required')).toEqual({ key: 'forms:required', params: {} });
});

test('no error code is listed twice', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});

test('A1-02 A1-03 a county without settings has the default title and labels', () => {
  expect(sectionDefaults('common')).toMatchObject({
    appTitle: 'Land Record Portal',
    bookLabel: 'Book',
    torrensLabel: 'Torrens',
  });
  for (const name of sectionNames) expect(() => sectionDefaults(name)).not.toThrow();
});

test('A12-26 the states are in postal order and include territories and armed forces', () => {
  const ofTheUnion =
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
  const others = 'AS DC FM GU MH MP PW PR VI AE AP AA';
  expect(states.map(({ code }) => code)).toEqual(`${ofTheUnion} ${others}`.split(' '));
  const named = new Map(states.map(({ code, description }) => [code, description]));
  // Codes of states that are easily confused.
  expect(
    ['AK', 'AR', 'AZ', 'MA', 'ME', 'MI', 'MN', 'MO', 'MS', 'MP', 'MH'].map((code) => named.get(code)),
  ).toEqual([
    ...['Alaska', 'Arkansas', 'Arizona', 'Massachusetts', 'Maine', 'Michigan', 'Minnesota', 'Missouri'],
    ...['Mississippi', 'Northern Mariana Islands', 'Marshall Islands'],
  ]);
  expect(new Set(named.values()).size).toBe(states.length);
});

test('A12-27 the first compass direction is an empty choice', () => {
  expect(directions.map(({ code }) => code)).toEqual(['', 'E', 'S', 'W', 'N', 'SE', 'SW', 'NE', 'NW']);
});

test('every message key of a form rule has its English text', () => {
  const source = new URL('../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const keys = files.flatMap((file) =>
    [...readFileSync(new URL(file, source), 'utf8').matchAll(/'forms:(\w+)['?]/g)].map(([, key]) => key),
  );
  const texts = JSON.parse(readFileSync(new URL('forms.json', english), 'utf8')) as Record<string, string>;
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter((key) => key === undefined || texts[key] === undefined)).toEqual([]);
});

describe('texts that the requirements quote', () => {
  const folder = new URL('../requirements/', import.meta.url);
  const patternOf = (text: string): string => text.replace(/\{\{?[^}]+\}\}?/g, '{}');
  const textsIn = (texts: Texts): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsIn(text)));
  const known = new Set(
    readdirSync(english).flatMap((file) =>
      textsIn(JSON.parse(readFileSync(new URL(file, english), 'utf8')) as Texts).map(patternOf),
    ),
  );
  /** Quotes in the requirements that are not texts of the catalog: values, examples and paraphrases. */
  const others = [
    ...[
      'Land Record Portal',
      '!@#$%^&',
      '0',
      '1, 3, 7-9, 11',
      'same',
      'configurable',
      '/Type',
      'use profile',
    ],
    ...['{document title} has N page(s).', 'Displaying Results: x-y of n', 'Users(count)', 'More', 'Error: '],
    '{Activate|Deactivate} Account {name} and users?',
  ];
  /**
   * Quoted texts, each with the catalog text that the portal uses for it: a longer one, or one with a placeholder for
   * the number.
   */
  const written: Record<string, string> = {
    '60 characters max.': '{} characters max.',
    '50 characters max.': '{} characters max.',
    'continue?': 'Log out: continue?',
    'Emails expire in': 'Emails expire in (hours)',
  };
  const quoted = readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .map((line) => line.split('\t'))
    .filter(([, , statement = '']) => !statement.startsWith('OPEN'))
    .flatMap(([id = '', , statement = '']) =>
      [...statement.matchAll(/"([^"]+)"/g)].map(([, text = '']) => [id, text] as const),
    );

  test('are in the English catalog verbatim', () => {
    expect(quoted.length).toBeGreaterThan(300);
    const absent = quoted.filter(
      ([, text]) => !others.includes(text) && !known.has(written[text] ?? patternOf(text)),
    );
    expect(absent).toEqual([]);
  });

  test('are in the catalog with placeholders for values such as counts', () => {
    for (const text of [
      ...['{} has {} page(s).', 'Displaying Results: {}-{} of {}', 'Users({})'],
      ...['Activate Account {} and users?', 'Deactivate Account {} and users?', 'Error: {}'],
    ])
      expect([text, known.has(text)]).toEqual([text, true]);
  });
});
