/** @jest-environment jsdom */
import { afterEach, describe, expect, test } from '@jest/globals';
import { singleKeyOf, switchKeys } from '../src/shared/single-keys.js';

afterEach(() => {
  document.body.innerHTML = '';
  switchKeys(true);
});

/** The meaning of a key that is pressed in the element with this markup. */
const pressedIn = (
  html: string,
  init: KeyboardEventInit = { key: 'n', code: 'KeyN' },
): string | undefined => {
  document.body.innerHTML = html;
  const target = document.body.firstElementChild ?? document.body;
  let meant: string | undefined;
  target.addEventListener('keydown', (event) => (meant = singleKeyOf(event as KeyboardEvent)));
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  return meant;
};

describe('a single key', () => {
  test.each([
    '<input name="lastName">',
    '<input type="search">',
    '<textarea></textarea>',
    '<select><option>Newest</option></select>',
  ])('is a letter of the text, and not a command, in %s', (html) => {
    expect(pressedIn(html)).toBeUndefined();
    expect(pressedIn(html, { key: '?', code: 'Slash', shiftKey: true })).toBeUndefined();
  });

  test('is no command in an element whose text the user can edit', () => {
    const editable = document.createElement('p');
    // jsdom does not know which elements are editable
    Object.defineProperty(editable, 'isContentEditable', { value: true });
    let meant: string | undefined = 'none';
    editable.addEventListener('keydown', (event) => (meant = singleKeyOf(event)));
    editable.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN' }));
    expect(meant).toBeUndefined();
  });

  test.each(['<a href="/">A1000001</a>', '<button>Print</button>', '<input type="checkbox">', '<p>text</p>'])(
    'is a command in %s',
    (html) => {
      expect(pressedIn(html)).toBe('n');
      expect(pressedIn(html, { key: '?', code: 'Slash', shiftKey: true })).toBe('?');
    },
  );

  test('is recognized by its position on a keyboard with other letters', () => {
    expect(pressedIn('<p></p>', { key: 'т', code: 'KeyN' })).toBe('n');
  });

  test.each<[string, KeyboardEventInit]>([
    ['Ctrl', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['Meta', { metaKey: true }],
    ['Shift', { shiftKey: true }],
    ['an input method', { isComposing: true }],
    ['the repetition of a held key', { repeat: true }],
  ])('is not a command together with %s', (_with, init) => {
    expect(pressedIn('<p></p>', { key: 'n', code: 'KeyN', ...init })).toBeUndefined();
  });

  test('does nothing while the user has switched single-key shortcuts off', () => {
    switchKeys(false);
    expect(pressedIn('<p></p>')).toBeUndefined();
    switchKeys(true);
    expect(pressedIn('<p></p>')).toBe('n');
  });

  test('stays switched off after a logout, which clears the browser’s storage but not the cookie with this choice', () => {
    switchKeys(false);
    localStorage.clear();
    sessionStorage.clear();
    expect(pressedIn('<p></p>')).toBeUndefined();
  });
});
