/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { SearchHistoryEntry } from '@portal/proto/http/search-types';
import { openStore } from '../src/app/store.js';
import { criteriaSaved, historyRead } from '../src/shared/state/search.slice.js';
import { noAnswer, preparePortal, refuse, settle, someUser } from './portal.js';
import { answerBatch, someDocument } from './records.js';
import { at, open, rows, searches } from './results-list.js';

preparePortal({ beforeAll, afterEach });

const pane = () => within(document.querySelector<HTMLElement>('.detail') as HTMLElement);

/** The labels and values of a definition list, in order. */
const factsIn = (list: Element | null): (string | null)[][] =>
  [...(list?.querySelectorAll('dt') ?? [])].map((label) => [
    label.textContent,
    label.nextElementSibling?.textContent ?? null,
  ]);

describe('the pane of details', () => {
  test('B4-10 says what to do when no record is selected', async () => {
    await open(3);
    expect(pane().getByText('Click on a record to view details and images')).toBeTruthy();
  });

  test('B4-16 B4-18 loads the details of a selected row, and the row is marked selected and read', async () => {
    const portal = await open(3);
    await portal.user.click(rows()[1] as HTMLElement);
    await settle();
    expect(portal.server.callsTo('search/documentDetails')[0]?.body).toEqual({
      docId: 'A1000002',
      description: 'Warranty Deed',
    });
    expect(rows()[1]?.getAttribute('aria-current')).toBe('true');
    expect(within(rows()[1] as HTMLElement).getByText('Read')).toBeTruthy();
    await portal.user.click(rows()[2] as HTMLElement);
    await settle();
    expect(rows()[1]?.className).toBe('is-read');
  });

  test('has a button Reset Read that clears the marks of read records, and that is hidden while no record is marked', async () => {
    const portal = await open(3);
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
    await portal.user.click(rows()[1] as HTMLElement);
    await settle();
    expect(within(rows()[1] as HTMLElement).getByText('Read')).toBeTruthy();
    await portal.user.click(screen.getByRole('button', { name: 'Reset Read' }));
    expect(screen.queryAllByText('Read')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
  });

  const details = (over: Parameters<typeof someDocument>[1], help = {}, user = someUser()) =>
    open(
      1,
      { help, user, handlers: { 'search/documentDetails': () => someDocument(1000001, over) } },
      at('&document=A1000001'),
    );

  test('B4-19 B4-23 shows instrument, verified badge, number, dates and book', async () => {
    await details({});
    expect(pane().getByRole('heading', { level: 2 }).textContent).toBe('Warranty Deed');
    expect(document.querySelector('.detail .badge--success')?.textContent).toContain('Verified');
    // each value is compared together with its label, so that swapped values would be found
    expect(factsIn(document.querySelector('.facts')).slice(0, 4)).toEqual([
      ['Document number', 'A1000001'],
      ['Recorded', '04/17/1991 2:35\u00a0PM'],
      ['Instrument date', '04/02/1991'],
      ['Book / page', '214 / 331'],
    ]);
  });

  test.each([
    [true, 'Book/page/Type', '12/345/D'],
    [false, 'Book / page', '12/345'],
  ])(
    'B4-02 with bookType %s labels the book "%s" and shows %s, in the list and in the details',
    async (bookType, label, shown) => {
      const record = () => someDocument(1000001, { displayBookAndPage: '12/345/D' });
      await open(
        1,
        {
          help: { index: { bookType } },
          handlers: {
            'search/searchByName': (body) => answerBatch(body, { total: 1, record }),
            'search/documentDetails': record,
          },
        },
        at('&document=A1000001'),
      );
      expect(rows()[0]?.querySelector('.cell-date .muted')?.textContent).toBe(shown);
      expect(factsIn(document.querySelector('.facts'))).toContainEqual([label, shown]);
    },
  );

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'B4-24 with displaySalePrice set to %s shows the sale price %d times',
    async (displaySalePrice, times) => {
      await details({}, { index: { displaySalePrice } });
      expect(pane().queryAllByText('$148,500.00')).toHaveLength(times);
    },
  );

  test('B4-25 shows the mortgage amount with the label of the county', async () => {
    await details({}, { index: { displayMortgageAmount: true, mortgageAmountLabel: 'Principal' } });
    expect(pane().getByText('Principal')).toBeTruthy();
    expect(pane().getByText('$92,000.00')).toBeTruthy();
  });

  test('B4-25 does not show the mortgage amount when the county hides it', async () => {
    await details({}, { index: { displayMortgageAmount: false } });
    expect(pane().queryByText('$92,000.00')).toBeNull();
  });

  test.each([
    ['T', 1],
    ['A', 0],
  ])('B4-26 shows, for the document type %s, %d tables of certificates', async (docType, tables) => {
    await details({ docType, torrensSearchResults: [{ certificateNumber: '41877', status: 'Active' }] });
    expect(pane().queryAllByText('41877')).toHaveLength(tables);
  });

  test('B4-27 shows the parties, the reference documents and the additional information', async () => {
    await details({
      referenceDocumentSearchResults: [
        {
          docId: 'A1',
          docNumber: '1',
          docType: 'A',
          displayDocNumber: 'A0914408',
          instrumentDescription: 'Mortgage',
          recordedDate: '10/29/1984',
          recordedTime: '',
          recordedAmPm: '',
        },
      ],
      additionalInfoSearchResults: [{ label: 'State deed tax', value: '$490.05' }],
      displayOnlySearchResults: [{ label: 'Returned to', value: 'SPLIT ROCK TITLE' }],
    });
    const cells = (table: string): (string | null)[] =>
      [...pane().getByRole('table', { name: table }).querySelectorAll('tbody td')].map(
        ({ textContent }) => textContent,
      );
    expect(cells('Grantors')).toEqual(['LINDGARTH, SIGRID A']);
    expect(cells('Grantees')).toEqual(['COUNTY OF LAKE']);
    expect(cells('Reference documents')).toEqual(['A0914408', 'Mortgage', '10/29/1984']);
    expect(
      factsIn(pane().getByRole('region', { name: 'Additional information' }).querySelector('.facts')),
    ).toEqual([
      ['State deed tax', '$490.05'],
      ['Returned to', 'SPLIT ROCK TITLE'],
    ]);
  });

  test('B4-28 shows each legal description with its comment and a Details button', async () => {
    await details({ legalSearchResults: [{ description: 'LOT 1', comment: 'easement', docId: 'A1000001' }] });
    expect(document.querySelector('.legal-list p')?.textContent).toBe('LOT 1 (easement)');
    expect(pane().getByRole('button', { name: /^Details ?: LOT 1/ })).toBeTruthy();
  });

  test('B4-29 shows a fourth grantor on a second page', async () => {
    const grantors = ['A', 'B', 'C', 'D'].map((displayName) => ({
      displayName,
      lastName: '',
      firstName: '',
      middleInitial: '',
    }));
    const portal = await details({ grantorSearchResults: grantors });
    expect(pane().queryByText('D')).toBeNull();
    await portal.user.click(pane().getByRole('button', { name: 'Next grantors' }));
    expect(pane().getByText('D')).toBeTruthy();
  });

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'B4-22 A9-01 for a user with imageRetrieval %s has %d Image buttons',
    async (imageRetrieval, buttons) => {
      await details({}, {}, someUser({ imageRetrieval, previewRetrieval: false }));
      expect(pane().queryAllByRole('button', { name: 'Image' })).toHaveLength(buttons);
    },
  );

  test('asks the user to select a document if the Image button is pressed while no document is selected', async () => {
    const portal = await open(3);
    await portal.user.click(pane().getByRole('button', { name: 'Image' }));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('Select a document.');
  });

  test.each([
    [500, 1],
    [404, 0],
  ])(
    'says that details failed to load (status %d), with %d buttons to try again, and the list still works',
    async (status, ways) => {
      await open(
        2,
        { handlers: { 'search/documentDetails': () => refuse({ status, message: 'Gone.' }) } },
        at('&document=A1000001'),
      );
      expect(pane().getByText('The details could not be loaded.')).toBeTruthy();
      expect(pane().queryAllByRole('button', { name: 'Try again' })).toHaveLength(ways);
      expect(rows()).toHaveLength(2);
    },
  );
});

describe('details that are opened without a connection', () => {
  const connect = (online: boolean): void => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  afterEach(() => connect(true));

  test('say that the user is offline, and load by themselves when the connection returns', async () => {
    let reached = false;
    const portal = await open(2, {
      handlers: { 'search/documentDetails': () => (reached ? someDocument(1000001, {}) : noAnswer) },
    });
    connect(false);
    await portal.user.click(rows()[0] as HTMLElement);
    await settle();
    expect(pane().getByText('You are offline')).toBeTruthy();
    expect(pane().getByText(/load automatically when you are connected again/)).toBeTruthy();
    expect(pane().queryByText(/error 101/)).toBeNull();
    reached = true;
    connect(true);
    await settle();
    expect(pane().queryByText('You are offline')).toBeNull();
    expect(document.querySelector('.detail .facts')).toBeTruthy();
    expect(portal.server.callsTo('search/documentDetails')).toHaveLength(2);
  });

  test('say that loading failed if the browser does not notice that it is offline, and have a button to try again', async () => {
    let reached = false;
    const portal = await open(2, {
      handlers: { 'search/documentDetails': () => (reached ? someDocument(1000001, {}) : noAnswer) },
    });
    await portal.user.click(rows()[0] as HTMLElement);
    await settle();
    expect(pane().queryByText('You are offline')).toBeNull();
    expect(pane().getByText('The details could not be loaded.')).toBeTruthy();
    reached = true;
    await portal.user.click(pane().getByRole('button', { name: 'Try again' }));
    await settle();
    expect(document.querySelector('.detail .facts')).toBeTruthy();
  });
});

describe('a browser session', () => {
  test('A12-22 keeps user, criteria, history, results, page, order, marks and menu after a reload', async () => {
    const first = await open(150, {}, at('&pageNumber=2&sort=recordedDate'));
    await first.user.click(rows()[0] as HTMLElement);
    await first.user.click(screen.getByRole('checkbox', { name: 'Select A1000102' }));
    await first.user.click(screen.getByRole('button', { name: 'Open side menu' }));
    const criteria = { lastName: 'HAWTHORNE' };
    const history: SearchHistoryEntry[] = [
      {
        ...{ link: '', criteriaJson: JSON.stringify(criteria), type: 'searchByName', index: 0 },
        ...{ displayCriteria: [{ key: 'Last name', value: 'HAWTHORNE' }], longDescription: 'Name' },
        ...{ pageNumber: 1, sortKey: 'recordedDate', sortDirection: 'ASC' },
      },
    ];
    first.store.dispatch(criteriaSaved({ type: 'searchByName', criteria }));
    first.store.dispatch(historyRead(history));
    await settle(300);
    const kept = JSON.parse(sessionStorage.getItem('portal.session.v2') ?? '{}');
    expect(kept.session.user.username).toBe('demo.escrow');
    expect(kept.layout.resultsNavOpen).toBe(true);
    expect(kept.search).toMatchObject({
      readRecords: ['A1000101'],
      list: { checked: [{ docId: 'A1000102' }], visitedPages: [2], filtered: false },
      shown: { request: { pageNumber: 2, sortKey: 'recordedDate' }, page: { totalRecordCount: 150 } },
    });
    const before = first.store.getState();
    expect(before.search).toMatchObject({ criteria: { searchByName: criteria }, history });
    first.view.unmount();
    // the state that a reloaded page reads from the session storage, before the server has said who is signed in
    const reloaded = openStore(sessionStorage).getState();
    expect(reloaded.session).toEqual(before.session);
    expect(reloaded.layout).toEqual(before.layout);
    for (const part of ['criteria', 'history', 'readRecords', 'list'] as const)
      expect([part, reloaded.search[part]]).toEqual([part, before.search[part]]);
    const second = await open(150, { user: someUser() }, at('&pageNumber=2&sort=recordedDate'));
    expect(searches(second)).toHaveLength(0);
    expect(rows()).toHaveLength(50);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select A1000102' }).checked).toBe(true);
  });
});
