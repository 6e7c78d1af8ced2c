/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { box, messageOf, searches, submit } from './forms.js';
import {
  everyLake,
  everySearchUser,
  openPortal,
  preparePortal,
  refuse,
  settle,
  type Portal,
} from './portal.js';
import { answerBatch } from './records.js';

preparePortal({ beforeAll, afterEach });

const plats = [
  { code: '12', description: 'OAK GROVE' },
  { code: '120', description: 'OAK HILL' },
  { code: '7', description: 'BIRCH POINT' },
  ...Array.from({ length: 20 }, (_plat, at) => ({
    code: String(300 + at),
    description: `PINE ADDN ${at + 1}`,
  })),
];
const listPlats = ({ filterText, by }: Record<string, unknown>) => {
  const text = String(filterText).toUpperCase();
  const key = by === 'NAME' ? 'description' : 'code';
  return { codeDescriptionResultList: plats.filter((plat) => plat[key].startsWith(text)) };
};
const open = (handlers = {}) =>
  openPortal('/search/searchByPlat', {
    user: everySearchUser,
    help: everyLake,
    handlers: {
      'helperdata/platscodedescription': listPlats,
      'search/searchByPlat': (body: Record<string, unknown>) => answerBatch(body, { total: 0 }),
      ...handlers,
    },
  });
const type = async (name: string, value: string): Promise<void> => {
  act(() => box(name).focus());
  fireEvent.change(box(name), { target: { value } });
  await settle(260);
};
const asked = ({ server }: Portal) =>
  server.callsTo('helperdata/platscodedescription').map(({ body }) => body);
const listed = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const plat = () => [box('platNumber').value, box('platName').value];
const key = (name: string, pressed: string): void => void fireEvent.keyDown(box(name), { key: pressed });

describe('the plat field', () => {
  test('B1-098 has number, name, Reset and Full List', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Plat Search');
    expect(screen.getAllByRole('combobox').map(({ id }) => id)).toEqual(['platNumber', 'platName']);
    expect(screen.getByRole('button', { name: 'Reset' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Full List' })).toBeTruthy();
  });

  test('B7-01 requests matching plats after two characters, but none after one character', async () => {
    const portal = await open();
    await type('platNumber', '1');
    expect(asked(portal)).toEqual([]);
    await type('platNumber', '12');
    expect(asked(portal)).toEqual([{ filterText: '12', by: 'NUMBER' }]);
    await type('platName', 'OAK');
    expect(asked(portal).at(-1)).toEqual({ filterText: 'OAK', by: 'NAME' });
  });

  test.each([
    ['platNumber', '99'],
    ['platName', 'XY'],
  ])('B7-02 B1-100 says that no plat has this %s', async (name, text) => {
    await open();
    await type(name, text);
    expect(messageOf(name)).toBe('No matching plat found.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('B7-03 B7-06 chooses the match if it is the only one, and fills in its number and name', async () => {
    const portal = await open();
    await type('platName', 'BIR');
    expect(plat()).toEqual(['7', 'BIRCH POINT']);
    await submit(portal);
    expect(searches(portal, 'searchByPlat')[0]?.body).toMatchObject({
      plat: '7',
      platNumber: '7',
      platName: 'BIRCH POINT',
    });
  });

  test('B7-04 opens a list for several matches, with instructions in its first entry', async () => {
    await open();
    await type('platName', 'OAK');
    expect(box('platName').getAttribute('aria-expanded')).toBe('true');
    expect(listed()[0]).toBe('(Click here to select a plat)');
    expect(listed().slice(1)).toEqual(['12  OAK GROVE', '120  OAK HILL']);
    expect(plat()).toEqual(['', 'OAK']);
  });

  test('leaves the list open after a click on the instructions', async () => {
    await open();
    await type('platName', 'OAK');
    expect(fireEvent.mouseDown(screen.getAllByRole('option')[0] as HTMLElement)).toBe(false);
    expect(listed()).toHaveLength(3);
  });

  test('B7-06 chooses a plat when it is clicked in the list', async () => {
    await open();
    await type('platNumber', '12');
    fireEvent.mouseDown(screen.getByRole('option', { name: /OAK HILL/ }));
    expect(plat()).toEqual(['120', 'OAK HILL']);
    expect(listed()).toEqual([]);
  });

  test('lets a user move through the list with arrows, choose with Enter without starting a search, and close it with Esc', async () => {
    const portal = await open();
    await type('platName', 'OAK');
    key('platName', 'ArrowDown');
    key('platName', 'ArrowDown');
    const active = box('platName').getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toContain('OAK HILL');
    key('platName', 'Escape');
    expect(listed()).toEqual([]);
    key('platName', 'ArrowUp');
    key('platName', 'Enter');
    expect(plat()).toEqual(['120', 'OAK HILL']);
    expect(searches(portal, 'searchByPlat')).toHaveLength(0);
  });

  test('chooses the plat when the user has typed its complete number and leaves the field', async () => {
    await open();
    await type('platNumber', '12');
    fireEvent.blur(box('platNumber'));
    expect(plat()).toEqual(['12', 'OAK GROVE']);
  });

  test('B7-05 clears the plat when Reset is pressed', async () => {
    const portal = await open();
    await type('platName', 'BIR');
    await portal.user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(plat()).toEqual(['', '']);
    await submit(portal);
    expect(messageOf('platNumber')).toBe('A valid plat required.');
  });

  test.each(['Reset', 'Clear'])('cancels the pending search when %s is pressed', async (button) => {
    let answer: (content: unknown) => void = () => undefined;
    const portal = await open({
      'helperdata/platscodedescription': () => new Promise((resolve) => (answer = resolve)),
    });
    fireEvent.change(box('platName'), { target: { value: 'BIR' } });
    await act(() => new Promise((resolve) => setTimeout(resolve, 260)));
    expect(asked(portal)).toHaveLength(1);
    await portal.user.click(screen.getByRole('button', { name: button }));
    answer(listPlats({ filterText: 'BIR', by: 'NAME' }));
    await settle();
    expect(plat()).toEqual(['', '']);
  });

  test('closes the list when Clear is pressed', async () => {
    const portal = await open();
    await type('platName', 'OAK');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(plat()).toEqual(['', '']);
    expect(listed()).toEqual([]);
  });

  test('keeps the focus when a user, after a submit, types a text that matches no plat', async () => {
    const portal = await open();
    await submit(portal);
    expect(screen.getByRole('alert')).toBeTruthy();
    await type('platName', 'XY');
    expect(messageOf('platName')).toBe('No matching plat found.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(box('platName'));
  });

  test('B1-099 does not treat a typed name as a plat until the plat is chosen', async () => {
    const portal = await open();
    await type('platName', 'OAK');
    await submit(portal);
    expect(messageOf('platNumber')).toBe('A valid plat required.');
    expect(searches(portal, 'searchByPlat')).toHaveLength(0);
  });

  test('clears the chosen plat when another text is typed', async () => {
    const portal = await open();
    await type('platName', 'BIR');
    await type('platName', 'BIRCHES');
    expect(plat()).toEqual(['', 'BIRCHES']);
    await submit(portal);
    expect(searches(portal, 'searchByPlat')).toHaveLength(0);
  });
});

describe('the list of plats', () => {
  const openList = async (handlers = {}) => {
    const portal = await open(handlers);
    await portal.user.click(screen.getByRole('button', { name: 'Full List' }));
    await settle();
    return { ...portal, dialog: screen.getByRole('dialog') };
  };
  const rows = (dialog: HTMLElement): string[] =>
    [...dialog.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');

  test('B7-07 B7-10 asks the user to click a row and shows ten rows per page', async () => {
    const { dialog, user } = await openList();
    expect(within(dialog).getByRole('heading').textContent).toBe('Click row to select plat:');
    expect(rows(dialog)).toHaveLength(10);
    expect(rows(dialog)[0]).toContain('BIRCH POINT');
    await user.click(within(dialog).getByRole('button', { name: 'Page 2' }));
    expect(rows(dialog)[0]).toContain('PINE ADDN 8');
  });

  test('B7-08 is sorted by name or by number, so that 12 comes before 120 but after 7', async () => {
    const { dialog, user } = await openList();
    await user.click(within(dialog).getByRole('button', { name: 'Plat Number' }));
    expect(rows(dialog).slice(0, 3)).toEqual(['7BIRCH POINT', '12OAK GROVE', '120OAK HILL']);
    await user.click(within(dialog).getByRole('button', { name: 'Plat Name' }));
    expect(rows(dialog)[1]).toContain('OAK GROVE');
  });

  test('B7-08 shows the first row that begins with the typed text, and the top again after Reset', async () => {
    const { dialog, user } = await openList();
    await user.type(within(dialog).getByLabelText('Position list to'), 'pine addn 20');
    expect(dialog.querySelector('tbody tr[aria-current]')?.textContent).toContain('PINE ADDN 20');
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }));
    expect(rows(dialog)[0]).toContain('BIRCH POINT');
    expect((within(dialog).getByLabelText('Position list to') as HTMLInputElement).value).toBe('');
  });

  test('does not submit the form behind the list when the user presses Enter in the field “Position list to”', async () => {
    const portal = await openList();
    await portal.user.type(within(portal.dialog).getByLabelText('Position list to'), 'pine{Enter}');
    expect(messageOf('platNumber')).toBeUndefined();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('B7-06 fills in number and name, and chooses the plat, when a row is clicked', async () => {
    const portal = await openList();
    await portal.user.click(within(portal.dialog).getByRole('button', { name: '12' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(plat()).toEqual(['12', 'OAK GROVE']);
    await submit(portal);
    expect(searches(portal, 'searchByPlat')[0]?.body).toMatchObject({ plat: '12' });
  });

  test('is empty, without an alert, if it fails to load', async () => {
    const { dialog } = await openList({
      'helperdata/platscodedescription': () => refuse({ status: 500, message: 'Broken.' }),
    });
    expect(dialog.textContent).toContain('The list is empty.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
