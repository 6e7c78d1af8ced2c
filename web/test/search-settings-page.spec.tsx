/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { page as searchPage } from '../src/features/control-panel/pages/search.js';
import { preparePortal, settle, told, type Handler } from './portal.js';
import { button, openSectionPage, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });

/**
 * Opens Search 1 on a server that answers saves as the gateway does; `usersUpdated` is the outcome of updating the
 * users.
 */
const open = async (searchAccess: 'same' | 'configurable', { usersUpdated = true } = {}) => {
  const section = sectionOnServer('search', {
    searchAccess,
    enabled: ['searchByName'],
    defaultSearch: 'searchByName',
  });
  const answer: Handler = ({ updateUsers, value }, call) => {
    if (call.method === 'GET') return section.handlers[section.address]!({}, call);
    const saved = {
      name: 'search',
      version: section.write(value as object as Record<string, unknown>, 'demo.county'),
    };
    if (updateUsers !== true) return told('Settings updated', { ...saved, value });
    const message = usersUpdated
      ? 'Settings and Users updated'
      : 'The settings are updated, but some users are not updated yet.';
    return told(message, { ...saved, value, usersUpdated });
  };
  return openSectionPage(searchPage, { section, handlers: { [section.address]: answer } });
};
const buttons = (): (string | null)[] =>
  [...document.querySelectorAll('.section-actions button')].map(({ textContent }) => textContent);

describe('the page Search 1', () => {
  test('C5-04 saves with only one button, Submit, if all users have the same access; Submit also updates the users', async () => {
    const page = await open('same');
    expect(buttons()).toEqual(['Submit', 'Undo changes']);
    await page.user.click(button('Submit'));
    await settle();
    expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([true]);
    expect(screen.getByText('Settings and Users updated').closest('[role=status]')).toBeTruthy();
  });

  test('C5-05 changes its buttons as soon as a kind of access is chosen, before the choice is saved', async () => {
    const page = await open('same');
    await page.user.click(screen.getByRole('radio', { name: 'Configurable' }));
    expect(buttons()).toEqual(['Save and Update', 'Save Only', 'Undo changes']);
    await page.user.click(screen.getByRole('radio', { name: 'Same' }));
    expect(buttons()).toEqual(['Submit', 'Undo changes']);
  });

  test('C5-06 says after Save and Update that the users are updated', async () => {
    const page = await open('configurable');
    await page.user.click(button('Save and Update'));
    await settle();
    expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([true]);
    expect(screen.getByText('Settings and Users updated').closest('[role=status]')).toBeTruthy();
  });

  test('C5-07 says after Save Only that the users are unchanged', async () => {
    const page = await open('configurable');
    await page.user.click(button('Save Only'));
    await settle();
    expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([undefined]);
    expect(screen.getByText('Settings updated').closest('[role=status]')).toBeTruthy();
  });

  test.each([
    ['Ctrl+S', '{Control>}s{/Control}'],
    ['Enter', '{Enter}'],
  ])(
    '%s acts like Save Only, because Save and Update would reset the searches of every account',
    async (_, keys) => {
      const page = await open('configurable');
      screen.getByRole('radio', { name: 'Configurable' }).focus();
      await page.user.keyboard(keys);
      await settle();
      expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([undefined]);
    },
  );

  test('submits with Ctrl+S if all users have the same access', async () => {
    const page = await open('same');
    await page.user.keyboard('{Control>}s{/Control}');
    await settle();
    expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([true]);
  });

  test('sends only one save when the same button is pressed twice, but another save when Save and Update follows Save Only', async () => {
    const page = await open('configurable');
    for (const name of ['Save Only', 'Save Only', 'Save and Update', 'Save and Update']) {
      await page.user.click(button(name));
      await settle();
    }
    expect(page.saves().map(({ body }) => body['updateUsers'])).toEqual([undefined, true]);
  });

  test('warns if users are not updated, and lets the same button try again', async () => {
    const page = await open('configurable', { usersUpdated: false });
    await page.user.click(button('Save and Update'));
    await settle();
    expect(screen.getByText(/but some users are not updated yet/).closest('[role=alert]')).toBeTruthy();
    expect(document.querySelector('.form-actions .i-check-circle')).toBeNull();
    await page.user.click(button('Save and Update'));
    await settle();
    expect(page.saves().map(({ body }) => body['version'])).toEqual([1, 2]);
  });

  test('shows no change in History for a note that was absent and is saved as empty', async () => {
    const page = await open('configurable');
    const { countyNotes: _none, ...value } = page.section.newest().value;
    page.section.write(
      { ...value, countyNotes: { searchByName: 'Last name first.', searchByDate: '' } },
      'a',
    );
    page.view.unmount();
    const again = await openSectionPage(searchPage, { section: page.section });
    await again.user.click(button('History'));
    await settle();
    const [newest] = screen.getAllByRole('listitem');
    expect(newest?.textContent).toContain('Last name first.');
    expect(newest?.textContent).not.toContain('Date, County note');
  });

  test('C5-10 refuses a default search that is off, with an error beside the field, and sends nothing', async () => {
    const page = await open('configurable');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /Default search/ }), 'searchByDate');
    await page.user.click(button('Save and Update'));
    await settle();
    expect(screen.getAllByText(/Your default search needs to be enabled first\./).length).toBeGreaterThan(0);
    expect(page.saves()).toEqual([]);
  });
});
