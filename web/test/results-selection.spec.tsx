/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within, waitFor } from '@testing-library/react';
import { recordRead } from '../src/shared/state/search.slice.js';
import { addressOf, arriveAt, preparePortal, refuse, settle, type Portal } from './portal.js';
import { at, open, rows, searches } from './results-list.js';

preparePortal({ beforeAll, afterEach });

const numbers = (): (string | null | undefined)[] =>
  rows().map((row) => row.querySelector('a.doc')?.textContent);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const checkPage = () => box('Select all records of this page');
const button = (name: string | RegExp) => screen.getByRole('button', { name });

const checked = ({ store }: Portal) => store.getState().search.list.checked.length;

describe('the selection of records', () => {
  test('B8-01 B8-02 is changed by the checkbox of a record', async () => {
    const portal = await open(3);
    await portal.user.click(box('Select A1000002'));
    expect(button('Filter Selections (1)')).toBeTruthy();
    await portal.user.click(box('Select A1000003'));
    expect(button('Filter Selections (2)')).toBeTruthy();
    await portal.user.click(box('Select A1000002'));
    expect(button('Filter Selections (1)')).toBeTruthy();
  });

  test('B8-03 B8-06 is shown from page 1, with records of all pages, when Filter Selections is pressed', async () => {
    const portal = await open(101);
    await settle();
    await portal.user.click(box('Select A1000002'));
    await portal.user.click(screen.getByRole('link', { name: /^Page 2/ }));
    await settle();
    await portal.user.click(box('Select A1000101'));
    await portal.user.click(button('Filter Selections (2)'));
    await settle();
    expect(numbers()).toEqual(['A1000002', 'A1000101']);
    // the list counts the selected records, not all results of the search
    expect(screen.getByText('Displaying Results: 1-2 of 2')).toBeTruthy();
    expect(screen.queryByText(/of 101/)).toBeNull();
    const { checked: chosen, filtered } = portal.store.getState().search.list;
    expect([filtered, chosen.map((record) => 'docId' in record && record.docId)]).toEqual([
      true,
      ['A1000002', 'A1000101'],
    ]);
    expect(addressOf(portal)).not.toContain('pageNumber=');
  });

  test('B8-04 cannot be changed while only the selected records are shown', async () => {
    const portal = await open(3);
    await portal.user.click(box('Select A1000002'));
    await portal.user.click(button('Filter Selections (1)'));
    await settle();
    expect(box('Select A1000002').disabled).toBe(true);
    expect(checkPage().disabled).toBe(true);
  });

  test('B8-05 is shown within all records again after Remove Filter, which repeats the search in the same order', async () => {
    const portal = await open(3, {}, at('&sort=recordedDate&direction=DESC'));
    await portal.user.click(box('Select A1000002'));
    await portal.user.click(button('Filter Selections (1)'));
    await settle();
    const before = searches(portal).length;
    await portal.user.click(button('Remove Filter'));
    await settle();
    expect(searches(portal).slice(before)).toMatchObject([
      { sortKey: 'recordedDate', sortDirection: 'DESC', pageNumber: 1, timestamp: '' },
    ]);
    expect(numbers()).toHaveLength(3);
    expect(box('Select A1000002').checked).toBe(true);
  });

  test('is still shown alone, on one page, when the browser goes back to an earlier page of the results', async () => {
    const portal = await open(201);
    for (const name of [/^Page 2/, /^Page 3/]) {
      await portal.user.click(screen.getByRole('link', { name }));
      await settle();
    }
    await portal.user.click(box('Select A1000201'));
    await portal.user.click(button('Filter Selections (1)'));
    await settle();
    await act(() => portal.router.navigate(-1));
    await settle();
    expect(screen.getByText('Displaying Results: 1-1 of 1')).toBeTruthy();
    expect(numbers()).toEqual(['A1000201']);
  });

  test('A12-44 B8-07 has at most a hundred records, and an alert refuses more', async () => {
    const portal = await open(101);
    await settle(120);
    await portal.user.click(checkPage());
    expect(checked(portal)).toBe(100);
    await portal.user.click(screen.getByRole('link', { name: /^Page 2/ }));
    await settle();
    await portal.user.click(box('Select A1000101'));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'You have reached the limit of selecting up to 100 records.',
    );
    expect(checked(portal)).toBe(100);
    expect(box('Select A1000101').checked).toBe(false);
  });

  test('is changed for all records of the page by the header checkbox, which is mixed if only some are selected', async () => {
    const portal = await open(3);
    await portal.user.click(box('Select A1000002'));
    expect(checkPage().indeterminate).toBe(true);
    await portal.user.click(checkPage());
    expect(checked(portal)).toBe(3);
    expect(checkPage().checked).toBe(true);
    await portal.user.click(checkPage());
    expect(checked(portal)).toBe(0);
  });

  test('is required by the button Filter Selections, which is disabled without a selection', async () => {
    const portal = await open(3);
    await portal.user.click(button('Filter Selections'));
    expect(button('Filter Selections').getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Remove Filter' })).toBeNull();
  });
});

describe('the marks of read records', () => {
  test('B8-08 B8-09 B8-10 are set when a record is opened, and cleared by Reset Read', async () => {
    const portal = await open(3);
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
    await portal.user.click(rows()[1] as HTMLElement);
    await portal.user.click(rows()[2] as HTMLElement);
    await settle();
    expect(rows()[1]?.className).toBe('is-read');
    expect(within(rows()[1] as HTMLElement).getByText('Read')).toBeTruthy();
    await portal.user.click(button('Reset Read'));
    expect(document.querySelectorAll('.read-mark')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result list' }));
  });
});

test('the menu Download says that the whole list is saved, even while only the selected records are shown', async () => {
  const portal = await open(3, { help: { search2: { downloadResults: true } } });
  await portal.user.click(box('Select A1000002'));
  await portal.user.click(button('Filter Selections (1)'));
  await settle();
  await portal.user.click(button('Download'));
  expect(await screen.findByRole('group', { name: 'Whole list (3)' })).toBeTruthy();
});

describe('the button Reset Read', () => {
  test('B8-09 is missing if the user has read only records of another list', async () => {
    const portal = await open(3);
    act(() => void portal.store.dispatch(recordRead('A2000001')));
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
    act(() => void portal.store.dispatch(recordRead('A1000003')));
    expect(button('Reset Read')).toBeTruthy();
  });
});

describe('the keys of the results', () => {
  const link = (row: number) => rows()[row]?.querySelector<HTMLElement>('a.doc') as HTMLElement;

  test('move between the records with arrows, and to the ends with Home and End', async () => {
    await open(3);
    link(0).focus();
    fireEvent.keyDown(link(0), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(link(1));
    fireEvent.keyDown(link(1), { key: 'End' });
    expect(document.activeElement).toBe(link(2));
    fireEvent.keyDown(link(2), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(link(2));
    fireEvent.keyDown(link(2), { key: 'Home' });
    expect(document.activeElement).toBe(link(0));
  });

  test('select the record with Space, and open it with Enter', async () => {
    const portal = await open(3);
    link(1).focus();
    await portal.user.keyboard(' ');
    expect(box('Select A1000002').checked).toBe(true);
    await portal.user.keyboard('{Enter}');
    await settle();
    expect(addressOf(portal)).toContain('document=A1000002');
  });
});

describe('the files of the results', () => {
  let saved: string[] = [];
  beforeEach(() => {
    saved = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
  });
  const print = 'search/searchByNamePrint';
  /** The note about a saved file may take long to appear, because its code is loaded when it is first shown. */
  const slow = { timeout: 10_000 };
  const withDownload = { search2: { downloadResults: true } };
  const bodies = ({ server }: Portal) => server.callsTo(print).map(({ body }) => body);

  test('B8-13 B8-14 contain the complete list if it has one page, under the name SearchResultsReport.pdf', async () => {
    const portal = await open(3, { handlers: { [print]: () => 'pdf' } });
    await portal.user.click(button('Print'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(bodies(portal)).toMatchObject([
      { grantorGranteeLastName1: 'LIND', pageNumber: -1, sortKey: 'docNumber', format: 'PDF' },
    ]);
    expect(saved).toEqual(['SearchResultsReport.pdf']);
    expect(await screen.findByText(/SearchResultsReport\.pdf is saved in/, undefined, slow)).toBeTruthy();
  });

  test.each([
    [/This page/, 2],
    [/Whole list/, -1],
  ])(
    'contain the chosen part of a longer list: for %s, page %d is requested (-1 is all pages)',
    async (name, pageNumber) => {
      const portal = await open(101, { handlers: { [print]: () => 'pdf' } }, at('&pageNumber=2'));
      await portal.user.click(button('Print'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Print results' }));
      await portal.user.click(dialog.getByRole('button', { name }));
      await settle();
      expect(bodies(portal)).toMatchObject([{ pageNumber, format: 'PDF' }]);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('are not requested when the user prints a list of only the selected records, because the browser prints that list itself', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const portal = await open(3);
    await portal.user.click(box('Select A1000002'));
    await portal.user.click(button('Filter Selections (1)'));
    await settle();
    await portal.user.click(button('Print'));
    expect(print).toHaveBeenCalledTimes(1);
    expect(bodies(portal)).toEqual([]);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'B8-11 are offered, with downloadResults set to %s, by %d Download buttons',
    async (downloadResults, buttons) => {
      await open(3, { help: { search2: { downloadResults } } });
      expect(screen.queryAllByRole('button', { name: 'Download' })).toHaveLength(buttons);
    },
  );

  test.each([
    ['CSV file', 'CSV', 'SearchResults.csv'],
    ['Excel workbook', 'XLSX', 'SearchResults.xlsx'],
  ])('B8-12 contain the whole list: %s, format %s', async (name, format, file) => {
    const terms = { help: withDownload, handlers: { [print]: () => 'file' } };
    const portal = await open(101, terms, at('&pageNumber=2'));
    await portal.user.click(button('Download'));
    await portal.user.click(await screen.findByRole('menuitem', { name }));
    await settle();
    expect(bodies(portal)).toMatchObject([{ pageNumber: -1, format }]);
    expect(saved).toEqual([file]);
    const note = await screen.findByText(new RegExp(`${file} is saved in the downloads`), undefined, slow);
    expect(note.closest('[role=status]')).not.toBeNull();
    expect(note.textContent).not.toContain('at no charge');
  });

  test('are offered in a menu that arrow keys move through and Esc closes', async () => {
    const portal = await open(3, { help: withDownload });
    await portal.user.click(button('Download'));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('CSV'));
    await portal.user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Excel');
    await portal.user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button('Download'));
  });

  test('B8-15 are not saved if the session is over: the server refuses them, and the login page opens', async () => {
    const portal = await open(3, {
      handlers: { [print]: () => refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' }) },
    });
    await portal.user.click(button('Print'));
    await arriveAt(portal, '/login');
    expect(portal.store.getState().session.user).toBeNull();
    expect(saved).toEqual([]);
  });

  test('B8-16 are not saved after a failure, and an alert shows the message of the server', async () => {
    const portal = await open(3, {
      handlers: { [print]: () => refuse({ status: 500, message: 'The list could not be made.' }) },
    });
    await portal.user.click(button('Print'));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('The list could not be made.');
    expect(saved).toEqual([]);
  });
});
