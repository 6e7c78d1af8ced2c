import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorCodes } from '@portal/proto/codes';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';
import { directions, states } from '@portal/proto/code-lists';
import { message, readMessage } from '@portal/proto/message';

const english = new URL('../locales/en/', import.meta.url);

test('every catalogue file holds texts by key and none is empty', () => {
  for (const file of readdirSync(english)) {
    const texts = Object.entries(
      JSON.parse(readFileSync(new URL(file, english), 'utf8')) as Record<string, string>,
    );
    expect([file, texts.filter(([, text]) => typeof text !== 'string' || text === '')]).toEqual([file, []]);
  }
});

test('a message keeps its key and its values', () => {
  expect(readMessage(message('forms:minimum', { n: 2 }))).toEqual({
    key: 'forms:minimum',
    params: { n: '2' },
  });
  expect(readMessage('forms:required')).toEqual({ key: 'forms:required', params: {} });
});

test('no error code stands twice', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});

test('A1-02 A1-03 a county that has saved nothing has the default title and labels', () => {
  expect(sectionDefaults('common')).toMatchObject({
    appTitle: 'Land Record Portal',
    bookLabel: 'Book',
    torrensLabel: 'Torrens',
  });
  for (const name of sectionNames) expect(() => sectionDefaults(name)).not.toThrow();
});

test('A12-26 the states are those of the postal service with territories and armed forces', () => {
  const codes = states.map(({ code }) => code);
  expect(codes).toHaveLength(50 + 9 + 3);
  expect(codes).toEqual(
    expect.arrayContaining([
      'AL',
      'WY',
      'AS',
      'DC',
      'FM',
      'GU',
      'MH',
      'MP',
      'PW',
      'PR',
      'VI',
      'AE',
      'AP',
      'AA',
    ]),
  );
  expect(states.every(({ description }) => description.length > 3)).toBe(true);
});

test('A12-27 the compass directions begin with none', () => {
  expect(directions.map(({ code }) => code)).toEqual(['', 'E', 'S', 'W', 'N', 'SE', 'SW', 'NE', 'NW']);
});
