/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { page as escrow } from '../src/features/control-panel/pages/escrow.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, refuse, settle } from './portal.js';
import { box, button, holdSaves, openSectionPage, retype, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel'));

const first = {
  feeCode: 'ESC',
  chargeCode: '4410',
  reloadByCreditCard: true,
  minReloadAmount: 2_000,
  maxReloadAmount: 250_000,
};
const openEscrow = () => openSectionPage(escrow, { section: sectionOnServer('escrow', first) });
const why = async (page: Awaited<ReturnType<typeof openEscrow>>) =>
  retype(page, /^Why/, 'Board resolution 14');

describe('a form of the control panel', () => {
  test('keeps the draft when a save is refused and the newest version cannot be loaded', async () => {
    const section = sectionOnServer('escrow', first);
    let isDown = false;
    const page = await openSectionPage(escrow, {
      section,
      handlers: {
        [section.address]: (body, call) =>
          call.method === 'GET' && !isDown
            ? section.handlers[section.address]!(body, call)
            : refuse({ status: 503, message: 'The system is busy.' }),
      },
    });
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    isDown = true;
    await page.user.click(button('Save'));
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button'));
    expect(box(/^Smallest deposit/).value).toBe('25');
    expect(box(/^Why/).value).toBe('Board resolution 14');
  });

  test('keeps a change and its reason if the clerk types them while a save runs', async () => {
    const section = sectionOnServer('escrow', first);
    const { handlers, answer } = holdSaves(section);
    const page = await openSectionPage(escrow, { section, handlers });
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.click(button('Save'));
    await retype(page, /^Smallest deposit/, '30');
    await retype(page, /^Why/, 'Board resolution 15');
    answer();
    await settle();
    expect(page.saves()[0]?.body['reason']).toBe('Board resolution 14');
    expect([box(/^Smallest deposit/).value, box(/^Why/).value]).toEqual(['30', 'Board resolution 15']);
  });

  test('asks again about a conflict if somebody saves once more before the chosen values are saved', async () => {
    const page = await openEscrow();
    await retype(page, /^Largest deposit/, '3000');
    await why(page);
    page.section.write({ ...page.section.newest().value, maxReloadAmount: 500_000 }, 'lake.deputy');
    await page.user.click(button('Save'));
    await settle();
    await page.user.click(
      within(screen.getByRole('group', { name: 'Largest deposit' })).getByLabelText(/yours/i),
    );
    page.section.write({ ...page.section.newest().value, maxReloadAmount: 600_000 }, 'lake.deputy');
    await page.user.click(button('Save chosen values'));
    await settle();
    const question = screen.getByRole('group', { name: 'Largest deposit' });
    expect(question.textContent).toContain('$6,000.00');
    expect(within(question).queryByRole('radio', { checked: true })).toBeNull();
    await page.user.click(button('Save chosen values'));
    expect(screen.getByText('Choose a value for each setting first.')).toBeTruthy();
    expect(page.section.newest().value['maxReloadAmount']).toBe(600_000);
  });

  test('says who saved meanwhile, and on which day if it was not today', async () => {
    const page = await openEscrow();
    await retype(page, /^Largest deposit/, '3000');
    await why(page);
    page.section.write({ ...page.section.newest().value, maxReloadAmount: 500_000 }, 'lake.deputy');
    await page.user.click(button('Save'));
    await settle();
    const title = 'Not saved yet: lake.deputy saved this page at 2:15 PM on 11/12/2026';
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  test('offers the coming days in the calendar for a change at a later date', async () => {
    const page = await openEscrow();
    await page.user.click(screen.getByLabelText(/later|date/i, { selector: 'input[type=radio]' }));
    await page.user.click(screen.getByRole('button', { name: /^Choose/ }));
    await settle();
    const today = document.querySelector('.calendar__day[aria-current="date"]');
    expect(today?.getAttribute('aria-label')).toBe('Saturday, November 21, 2026');
    await page.user.click(screen.getByRole('button', { name: 'Tuesday, November 24, 2026' }));
    expect(screen.getByLabelText<HTMLInputElement>(/date/i, { selector: 'input[name=date]' }).value).toBe(
      '11/24/2026',
    );
  });
});
