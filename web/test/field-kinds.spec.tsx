/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Gallery } from '../src/app/gallery.js';
import { openStore } from '../src/app/store.js';
import { box, labelOf } from './forms.js';
import { openServer, preparePortal, refuse, settle, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const open = (handlers: Record<string, Handler> = {}) => {
  const server = openServer(handlers);
  render(
    <Provider store={openStore(sessionStorage)}>
      <Gallery />
    </Provider>,
  );
  return { server, user: userEvent.setup() };
};

test('B1-017 a form can have every kind of field', () => {
  open();
  expect(
    ['text', 'password', 'zip', 'tel', 'tel_international', 'email', 'number', 'minute'].map((kind) => {
      const { type, maxLength } = box(kind);
      return [kind, type, box(kind).getAttribute('inputmode'), maxLength];
    }),
  ).toEqual([
    ['text', 'text', null, -1],
    ['password', 'password', null, -1],
    ['zip', 'text', 'numeric', 5],
    ['tel', 'tel', null, 14],
    ['tel_international', 'tel', null, 25],
    ['email', 'email', null, 100],
    ['number', 'text', 'numeric', -1],
    ['minute', 'text', 'numeric', 2],
  ]);
  expect(box('select').tagName).toBe('SELECT');
  expect(box('date').getAttribute('aria-describedby')).toContain('date-hint');
  expect(box('radio').type).toBe('radio');
  expect(box('checkbox').type).toBe('checkbox');
  expect(box('file').type).toBe('file');
  expect(labelOf('lookup')).toBe('Lookup');
  expect(screen.getByRole('button', { name: 'Choose' })).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Reset' }) as HTMLButtonElement).type).toBe('reset');
  expect((screen.getByRole('button', { name: 'Button' }) as HTMLButtonElement).type).toBe('button');
  expect(screen.getByText('Its value').tagName).toBe('OUTPUT');
});

describe.each([
  ['user', 'Users', 'Click row to select user:', 'helperdata/userscodedescription', 'code'],
  [
    'account',
    'Accounts',
    'Click row to select account:',
    'helperdata/accountscodedescription',
    'description',
  ],
] as const)('the picker %s', (_kind, button, heading, path, first) => {
  const listed = Array.from({ length: 12 }, (_row, at) => ({
    code: `demo.${String(at + 1).padStart(2, '0')}`,
    description: `Person ${at + 1}`,
  }));
  const list: Handler = ({ filterText }) => ({
    codeDescriptionResultList: listed.filter(({ code }) => code.startsWith(String(filterText))),
  });
  const openPicker = async (handler: Handler) => {
    const portal = open({ [path]: handler });
    await portal.user.click(screen.getByRole('button', { name: button }));
    await settle();
    return { ...portal, dialog: screen.getByRole('dialog') };
  };

  test(`B7-09 B7-10 has the heading '${heading}' and shows ten rows a page`, async () => {
    const { dialog, user } = await openPicker(list);
    expect(screen.getByRole('dialog', { name: heading })).toBe(dialog);
    expect(within(dialog).getByRole('heading').textContent).toBe(heading);
    const named = (): (string | null | undefined)[] =>
      [...dialog.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
    expect(named()).toEqual(listed.slice(0, 10).map((row) => row[first]));
    await user.click(within(dialog).getByRole('button', { name: 'Page 2' }));
    expect(named()).toEqual(listed.slice(10).map((row) => row[first]));
  });

  test('filters the list at the server by a typed text', async () => {
    const { dialog, user, server } = await openPicker(list);
    await user.type(within(dialog).getByLabelText('Starts with'), 'demo.1');
    await settle();
    expect(server.callsTo(path).at(-1)?.body).toEqual({ filterText: 'demo.1' });
    expect(dialog.querySelectorAll('tbody tr')).toHaveLength(3);
  });

  test('chooses a row when any part of it is clicked', async () => {
    const { dialog, user } = await openPicker(list);
    await user.click(within(dialog).getByText('Person 3'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('demo.03 Person 3')).toBeTruthy();
  });

  test('B7-13 is empty and shows no alert if its list fails to load', async () => {
    const { dialog } = await openPicker(() => refuse({ status: 500, message: 'Broken.' }));
    expect(dialog.textContent).toContain('The list is empty.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

test('the account picker lists the names of the accounts in order and does not show the account ids', async () => {
  const accounts = [
    { code: '4ae54a25-e089-5965-bec8-ab057edc7f32', description: 'Vista Title' },
    { code: '6f24771f-70b6-5fe6-b092-fd6854c92c00', description: 'Abstract Partners' },
  ];
  const portal = open({
    'helperdata/accountscodedescription': () => ({ codeDescriptionResultList: accounts }),
  });
  await portal.user.click(screen.getByRole('button', { name: 'Accounts' }));
  await settle();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getAllByRole('columnheader').map((head) => head.textContent?.trim())).toEqual([
    'Account Name',
  ]);
  expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Abstract Partners',
    'Vista Title',
  ]);
  await portal.user.click(dialog.getByRole('button', { name: 'Vista Title' }));
  expect(screen.getByText(`${accounts[0]?.code} Vista Title`)).toBeTruthy();
});
