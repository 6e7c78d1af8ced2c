/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { sectionDefaults } from '@portal/proto/config/sections';
import { page as escrow } from '../src/features/control-panel/pages/escrow.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { noAnswer, preparePortal, refuse, settle } from './portal.js';
import {
  answerSaves,
  box,
  button,
  holdSaves,
  openSectionPage,
  retype,
  sectionOnServer,
} from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel'));

const first = {
  feeCode: 'ESC',
  chargeCode: '4410',
  reloadByCreditCard: true,
  minReloadAmount: 2_000,
  maxReloadAmount: 250_000,
};
const openEscrow = (handlers = {}) =>
  openSectionPage(escrow, { section: sectionOnServer('escrow', first), handlers });
const why = async (page: Awaited<ReturnType<typeof openEscrow>>) =>
  retype(page, /^Why/, 'Board resolution 14');
const summary = () =>
  screen.getByRole('heading', { name: /^There (is a|are) problem/ }).closest('[role=alert]')!;

describe('a form of the control panel', () => {
  test('C0-22 C0-23 C0-34 has a busy button Saving during a save, then shows a check mark and the server’s message', async () => {
    const section = sectionOnServer('escrow', first);
    const { handlers, answer } = holdSaves(section);
    const page = await openSectionPage(escrow, { section, handlers });
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    expect(document.querySelector('[aria-busy]')).toBeNull();
    await page.user.click(button('Save'));
    expect(button('Saving').getAttribute('aria-busy')).toBe('true');
    answer();
    await settle();
    expect(screen.getByText('The settings are saved.').closest('[role=status]')).toBeTruthy();
    expect(document.querySelector('.form-actions .i-check-circle')).toBeTruthy();
    expect(page.saves()[0]?.body).toMatchObject({
      ...{ version: 1, reason: 'Board resolution 14' },
      value: { ...first, minReloadAmount: 2_500 },
    });
  });

  test('C0-26 sends nothing when it is submitted again during or after a save', async () => {
    const page = await openEscrow();
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.dblClick(button('Save'));
    await settle();
    fireEvent.submit(document.querySelector('form')!);
    await settle();
    expect(page.saves()).toHaveLength(1);
  });

  test('C0-25 clears its status after an edit, so that the next submit is sent', async () => {
    const page = await openEscrow();
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.click(button('Save'));
    await settle();
    await retype(page, /^Smallest deposit/, '30');
    expect(document.querySelector('.form-actions .i-check-circle')).toBeNull();
    expect(screen.queryByText('The settings are saved.')).toBeNull();
    await why(page);
    await page.user.click(button('Save'));
    await settle();
    expect(page.saves().map(({ body }) => body['version'])).toEqual([1, 2]);
  });

  test('C0-24 C0-32 shows an alert for a failed save, is no longer busy and keeps the draft, so that Save can be pressed again', async () => {
    const section = sectionOnServer('escrow', first);
    const { promise: held, resolve: answer } = Promise.withResolvers<unknown>();
    const handlers = answerSaves(section, () => held);
    const page = await openSectionPage(escrow, { section, handlers });
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.click(button('Save'));
    expect(button('Saving').getAttribute('aria-busy')).toBe('true');
    answer(refuse({ status: 503, message: 'The system is busy. Please try again.' }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('The system is busy. Please try again.');
    expect(alert.querySelector('.i-warning')).toBeTruthy();
    await page.user.click(within(alert).getByRole('button'));
    expect(button('Save').getAttribute('aria-busy')).toBeNull();
    expect(box(/^Smallest deposit/).value).toBe('25');
    await page.user.click(button('Save'));
    expect(page.saves()).toHaveLength(2);
  });

  test('keeps the draft when the network fails during a save', async () => {
    const section = sectionOnServer('escrow', first);
    const handlers = answerSaves(section, () => noAnswer);
    const page = await openSectionPage(escrow, { section, handlers });
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.click(button('Save'));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    expect(box(/^Smallest deposit/).value).toBe('25');
  });

  test('C0-36 shows no alert if it fails to load', async () => {
    const section = sectionOnServer('escrow');
    await openSectionPage(escrow, {
      section,
      handlers: { [section.address]: () => refuse({ status: 503, message: 'Busy.' }) },
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByText('This page could not be loaded. Try again.')).toBeTruthy();
  });

  test('C0-40 changes money by 0.01 with Up and Down, and refuses a third decimal', async () => {
    const page = await openEscrow();
    await page.user.type(box(/^Smallest deposit/), '{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(box(/^Smallest deposit/).value).toBe('20.01');
    await retype(page, /^Smallest deposit/, '20.015');
    await why(page);
    await page.user.click(button('Save'));
    expect(summary().textContent).toContain('Smallest deposit: Enter an amount in dollars, such as 100.00.');
    expect(page.saves()).toHaveLength(0);
  });

  test('shows faults beside their fields and in a summary that links to them, and requires a reason', async () => {
    const page = await openEscrow();
    await retype(page, 'Charge code', '');
    await page.user.click(button('Save'));
    expect(document.activeElement).toBe(summary());
    const link = within(summary() as HTMLElement).getByRole('link', {
      name: 'Charge code: Required with Fee Code.',
    });
    await page.user.click(link);
    expect(document.activeElement).toBe(box(/^Charge code/));
    expect(box(/^Charge code/).getAttribute('aria-invalid')).toBe('true');
    expect(summary().textContent).toContain('Why: Required.');
    await page.user.type(box(/^Charge code/), '1');
    expect(box(/^Charge code/).getAttribute('aria-invalid')).toBeNull();
  });

  test('shows in the summary the faults that the server finds', async () => {
    const section = sectionOnServer('escrow', first);
    const handlers = answerSaves(section, () =>
      refuse({ status: 422, message: 'Check.', fields: { feeCode: 'This code is not known.' } }),
    );
    const page = await openSectionPage(escrow, { section, handlers });
    await retype(page, 'Fee code', 'XX');
    await why(page);
    await page.user.click(button('Save'));
    await settle();
    expect(summary().textContent).toContain('Fee code: This code is not known.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('saves with Ctrl+S, and mentions this shortcut', async () => {
    const page = await openEscrow();
    expect(screen.getByText('You can also save with Ctrl+S.')).toBeTruthy();
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    await page.user.keyboard('{Control>}s{/Control}');
    await settle();
    expect(page.saves()).toHaveLength(1);
  });

  test('asks before a user leaves the page with unsaved changes, but does not ask if there are none', async () => {
    const page = await openEscrow();
    await retype(page, 'Fee code', 'NEW');
    await act(() => page.router.navigate('/home'));
    await settle();
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Leave without saving?');
    await page.user.click(button('Stay'));
    expect(box('Fee code').value).toBe('NEW');
    await page.user.click(button('Undo changes'));
    await act(() => page.router.navigate('/home'));
    await settle();
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  test('enables only the surcharge field that belongs to the chosen kind of surcharge', async () => {
    const page = await openEscrow();
    expect(box('Surcharge in dollars').disabled).toBe(true);
    await page.user.click(box('Apply a surcharge'));
    expect([box('Surcharge in dollars').disabled, box('Surcharge in percent').disabled]).toEqual([
      false,
      true,
    ]);
    await page.user.click(box('Percent'));
    expect([box('Surcharge in dollars').disabled, box('Surcharge in percent').disabled]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a save after somebody else has saved', () => {
  const meet = async () => {
    const page = await openEscrow();
    await retype(page, /^Smallest deposit/, '25');
    await retype(page, /^Largest deposit/, '3000');
    await why(page);
    page.section.write(
      { ...first, ...page.section.newest().value, maxReloadAmount: 500_000, feeCode: 'DEP' },
      'lake.deputy',
    );
    await page.user.click(button('Save'));
    await settle();
    return page;
  };

  test('shows both values of each field that both people changed, and saves the chosen values', async () => {
    const page = await meet();
    expect(screen.getByRole('alert').textContent).toContain('Not saved yet: lake.deputy saved this page at');
    const question = screen.getByRole('group', { name: 'Largest deposit' });
    expect(question.textContent).toContain('$2,500.00 when you opened the page');
    expect(
      within(question)
        .getAllByRole('radio')
        .map((each) => each.closest('label')?.textContent),
    ).toEqual([expect.stringContaining('$3,000.00'), expect.stringContaining('$5,000.00')]);
    expect(screen.getByText('Smallest deposit: $20.00 to $25.00 (yours)')).toBeTruthy();
    expect(screen.getByText('Fee code: ESC to DEP (lake.deputy)')).toBeTruthy();
    await page.user.click(button('Save chosen values'));
    expect(screen.getByText('Choose a value for each setting first.')).toBeTruthy();
    expect(page.saves()).toHaveLength(1);
    await page.user.click(within(question).getByLabelText(/lake\.deputy/));
    await page.user.click(button('Save chosen values'));
    await settle();
    expect(page.section.newest()).toMatchObject({
      version: 3,
      value: { feeCode: 'DEP', minReloadAmount: 2_500, maxReloadAmount: 500_000 },
    });
    expect(box(/^Largest deposit/).value).toBe('5,000.00');
  });

  test('opens the form again and names the fault if the two changes are valid alone but not together', async () => {
    const page = await openEscrow();
    await retype(page, /^Smallest deposit/, '25');
    await why(page);
    page.section.write({ ...page.section.newest().value, maxReloadAmount: 2_100 }, 'lake.deputy');
    await page.user.click(button('Save'));
    await settle();
    await page.user.click(button('Save chosen values'));
    await settle();
    expect(summary().textContent).toContain('Largest deposit: Cannot be less than Min $.');
    expect([box(/^Smallest deposit/).value, box(/^Largest deposit/).value]).toEqual(['25.00', '21.00']);
    await retype(page, /^Largest deposit/, '50');
    await page.user.click(button('Save'));
    await settle();
    expect(page.section.newest()).toMatchObject({
      ...{ version: 3, value: { minReloadAmount: 2_500, maxReloadAmount: 5_000 } },
    });
  });

  test('can drop the changes of the user, and then shows the values that the other person saved', async () => {
    const page = await meet();
    await page.user.click(button('Drop my changes'));
    expect([box(/^Smallest deposit/).value, box(/^Largest deposit/).value]).toEqual(['20.00', '5,000.00']);
    expect(page.section.versions).toHaveLength(2);
  });
});

describe('the history of a page', () => {
  test('shows each change with its author, time and reason, and restores a version by saving it as a new version', async () => {
    const page = await openEscrow();
    page.section.write(
      { ...page.section.newest().value, maxReloadAmount: 500_000 },
      'lake.deputy',
      'Larger companies',
    );
    page.view.unmount();
    const again = await openSectionPage(escrow, { section: page.section });
    await again.user.click(button('History'));
    await settle();
    const history = screen.getByRole('region', { name: 'History' });
    expect(history.textContent).toContain('lake.deputy');
    expect(history.textContent).toMatch(/Largest deposit\s*from \$2,500\.00 → to\s+\$5,000\.00/);
    expect(history.textContent).toContain('Larger companies');
    await again.user.click(within(history).getByRole('button', { name: 'Put back Version 1' }));
    const dialog = screen.getByRole('dialog');
    await again.user.click(within(dialog).getByRole('button', { name: 'Put back' }));
    expect(within(dialog).getByText('Required.')).toBeTruthy();
    await again.user.type(within(dialog).getByLabelText(/^Why/), 'They did not come');
    await again.user.click(within(dialog).getByRole('button', { name: 'Put back' }));
    await settle();
    expect(again.section.newest()).toMatchObject({
      ...{ version: 3, reason: 'They did not come' },
      value: { maxReloadAmount: 250_000 },
    });
    expect(box(/^Largest deposit/).value).toBe('2,500.00');
    expect(screen.getByText('The settings are saved.')).toBeTruthy();
  });

  test('restores the settings of a new county, for which no version is stored', async () => {
    const page = await openEscrow();
    const { user, section } = page;
    await user.click(button('History'));
    await settle();
    const history = screen.getByRole('region', { name: 'History' });
    await user.click(within(history).getByRole('button', { name: 'Put back Start' }));
    const dialog = screen.getByRole('dialog', { name: 'Put back what a new county starts with' });
    await user.type(within(dialog).getByLabelText(/^Why/), 'Begin again');
    await user.click(within(dialog).getByRole('button', { name: 'Put back' }));
    await settle();
    expect(section.newest()).toMatchObject({ version: 2, value: sectionDefaults('escrow') });
  });

  test('names the portal as the author of settings that start-up saved', async () => {
    const section = sectionOnServer('escrow');
    section.write(section.newest().value, 'system:launcher');
    const { user } = await openSectionPage(escrow, { section });
    await user.click(button('History'));
    await settle();
    const [newest] = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(newest?.textContent).toContain('The portal');
    expect(newest?.textContent).not.toContain('system:');
  });
});

describe('a change for a later date', () => {
  test('is planned for a time in the county’s time zone, is listed, and can be taken back', async () => {
    const page = await openEscrow();
    await retype(page, /^Smallest deposit/, '25');
    await page.user.click(box('From a date and time'));
    await why(page);
    await page.user.type(box(/^Date/), '01012027');
    await page.user.selectOptions(box('Minute'), '05');
    await page.user.click(button('Save'));
    await settle();
    const [sent] = page.server.callsTo(`${page.section.address}/plans`);
    expect(sent?.body).toMatchObject({
      date: '01/01/2027',
      time: '00:05',
      value: { minReloadAmount: 2_500 },
    });
    expect(page.saves()).toHaveLength(0);
    const planned = screen.getByRole('region', { name: 'Planned changes' });
    expect(planned.textContent).toContain('From 01/01/2027 12:00 AM');
    expect(planned.textContent).toContain('Board resolution 14');
    expect(box(/^Smallest deposit/).value).toBe('20.00');
    await page.user.click(within(planned).getByRole('button', { name: /^Take back/ }));
    await settle();
    expect(screen.queryByRole('region', { name: 'Planned changes' })).toBeNull();
    expect(screen.getByText('The planned change is taken back.')).toBeTruthy();
  });

  test('is loaded again when taking it back fails, because a colleague may already have taken it back', async () => {
    const at = { effectiveAt: '2027-01-01T06:00:00.000Z', plannedAt: '2026-11-21T12:00:00.000Z' };
    const plan = { id: 'p1', name: 'escrow', changes: {}, reason: '', plannedBy: 'ann', ...at };
    let plans = [{ ...plan, state: 'PLANNED' }];
    const handlers = {
      'controlPanel/plannedChanges': () => ({ plans }),
      'controlPanel/plannedChanges/withdraw': () => {
        plans = [];
        return refuse({ status: 404, message: 'It is gone.' });
      },
    };
    const { user } = await openSectionPage(escrow, { section: sectionOnServer('escrow'), handlers });
    await user.click(button(/^Take back/));
    await settle();
    expect(screen.queryByRole('region', { name: 'Planned changes' })).toBeNull();
  });

  test('stays on its page if it could not be applied, and the page says what to do', async () => {
    const section = sectionOnServer('escrow');
    const at = { effectiveAt: '2027-01-01T06:00:00.000Z', plannedAt: '2026-11-21T12:00:00.000Z' };
    const plan = { id: 'p1', name: 'escrow', changes: {}, reason: '', plannedBy: 'ann', ...at };
    section.plans.push({ ...plan, state: 'FAILED' });
    await openSectionPage(escrow, { section });
    const planned = await screen.findByRole('region', { name: 'Planned changes' });
    expect(planned.textContent).toContain('Not applied');
    expect(planned.textContent).toContain('Make the change again');
    expect(within(planned).queryByRole('button')).toBeNull();
  });
});
