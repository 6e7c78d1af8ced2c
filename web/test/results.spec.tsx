/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  addressOf,
  arriveAt,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  type Handler,
  type PortalTerms,
} from './portal.js';
import { answerBatch, someDocument } from './records.js';

preparePortal({ beforeAll, afterEach });

const at = (more = ''): string =>
  `/search/SearchResults#search=searchByName&grantorGranteeLastName1=LIND${more}`;
const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.results tbody tr:not(.is-pending)'),
];
const cells = (row: HTMLElement | undefined): string[] =>
  [...(row?.children ?? [])].map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());
const pane = () => within(document.querySelector<HTMLElement>('.detail') as HTMLElement);

const open = (total: number, terms: PortalTerms = {}, address = at()) =>
  openPortal(address, {
    ...terms,
    handlers: {
      'search/searchByName': (body) => answerBatch(body, { total }),
      'search/documentDetails': ({ docId }) => someDocument(Number(String(docId).slice(1))),
      ...terms.handlers,
    },
  });
const searches = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.callsTo('search/searchByName').map(({ body }) => body);

describe('list', () => {
  test('B4-01 a row has checkbox, instrument and number, date and book, parties, references and legals', async () => {
    await open(1);
    const heads = [...document.querySelectorAll('.results thead th')].map(({ textContent }) => textContent);
    expect(heads).toHaveLength(5);
    expect(heads[1]).toContain('InstrumentDocument #');
    expect(heads[2]).toContain('RecordedBook / page');
    expect(heads[3]).toBe('GrantorsGrantees');
    expect(heads[4]).toBe('ReferencesLegals');
    expect(screen.getByRole('checkbox', { name: 'Select A1000001' })).toBeTruthy();
    expect(cells(rows()[0]).slice(1)).toEqual([
      'Warranty DeedA1000001',
      '04/17/1991214 / 331',
      'LINDGARTH, SIGRID ACOUNTY OF LAKE',
      '–No referenceLOT 7 BLK 3',
    ]);
  });

  test('B4-02 with book types the column adds the type', async () => {
    await open(1, { help: { index: { bookType: true } } });
    expect(screen.getByRole('button', { name: /Book\/page\/Type/ })).toBeTruthy();
  });

  test('B4-03 several parties have a badge with how many more, one has none', async () => {
    await open(1, {
      handlers: {
        'search/searchByName': (body) => {
          const answer = answerBatch(body, { total: 1 });
          answer.searchResults.searchResultList = [someDocument(1000001, { grantorCount: 14 })];
          return answer;
        },
      },
    });
    expect([...document.querySelectorAll('.more')].map(({ textContent }) => textContent)).toEqual([
      '+13 more',
    ]);
  });

  test('B4-04 the sort select offers number, instrument, date and the label of the county for its books', async () => {
    await open(1, { help: { common: { countyName: 'Lake', bookLabel: 'Volume' } } });
    const options = [...screen.getByLabelText<HTMLSelectElement>('Sort by').options];
    expect(options.map(({ text }) => text)).toEqual([
      'Document Number',
      'Instrument',
      'Recorded Date',
      'Volume',
    ]);
  });

  test('B4-04 choosing an order searches anew in it, from page 1', async () => {
    const portal = await open(150, {}, at('&page=2'));
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'recordedDate' } });
    await settle();
    expect(searches(portal).at(-1)).toMatchObject({ sortKey: 'recordedDate', pageNumber: 1 });
    expect(addressOf(portal)).toContain('sort=recordedDate');
  });

  test('B4-05 the direction toggles', async () => {
    const portal = await open(1);
    await portal.user.click(screen.getByRole('button', { name: 'Ascending, change to descending' }));
    await settle();
    expect(searches(portal).at(-1)).toMatchObject({ sortDirection: 'DESC' });
    expect(screen.getByRole('button', { name: 'Descending, change to ascending' })).toBeTruthy();
  });

  test('B4-07 a button opens the notable dates', async () => {
    const portal = await open(1);
    await portal.user.click(screen.getByRole('button', { name: 'Notable Dates' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Notable Dates' }));
    expect(dialog.getByText('01/01/1890')).toBeTruthy();
    await portal.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    [60, '', 'Displaying Results: 1-60 of 60'],
    [137, '&page=2', 'Displaying Results: 101-137 of 137'],
    [1000, '', 'Displaying Results: 1-100 of 1,000'],
  ])('B4-09 B2-24 of %d%s it says %s', async (total, page, text) => {
    await open(total, {}, at(page));
    expect(screen.getByText(text)).toBeTruthy();
  });

  test.each([
    [999, 0],
    [1000, 1],
  ])('B2-34 %d results have %d truncation badges', async (total, badges) => {
    await open(total);
    const text = 'Results truncated. If needed, narrow criteria and search again.';
    expect(
      screen.queryAllByText(
        (_text, element) =>
          element?.className.includes('badge--warning') === true &&
          element.textContent?.replace(/\s+/g, ' ').trim() === text,
      ),
    ).toHaveLength(badges);
  });

  test('rows show skeletons until the first batch is there', async () => {
    await open(1, { handlers: { 'search/searchByName': () => new Promise(() => undefined) } });
    expect(document.querySelectorAll('.is-pending').length).toBeGreaterThan(5);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  test('a search that fails says so in the list and can be tried again', async () => {
    let fails = true;
    const portal = await open(1, {
      handlers: {
        'search/searchByName': (body) =>
          fails ? refuse({ status: 503, message: 'Busy.' }) : answerBatch(body, { total: 1 }),
      },
    });
    expect(screen.getByText('Busy.')).toBeTruthy();
    fails = false;
    await portal.user.click(screen.getByRole('button', { name: /Try again/ }));
    await settle();
    expect(rows()).toHaveLength(1);
  });

  test('an address without a search leads to the form', async () => {
    const portal = await open(1, {}, '/search/SearchResults');
    await arriveAt(portal, '/search');
  });
});

describe('batches', () => {
  const batches = (portal: Awaited<ReturnType<typeof open>>) =>
    searches(portal).map(({ batch, updateHistory, timestamp }) => [batch, updateHistory, timestamp]);

  test('B2-26 batches 2 to 4 follow in turn, without touching the history', async () => {
    const portal = await open(1000);
    await settle(80);
    expect(batches(portal)).toEqual([
      [1, true, ''],
      [2, false, 'search-1'],
      [3, false, 'search-1'],
      [4, false, 'search-1'],
    ]);
    expect(rows()).toHaveLength(100);
  });

  test('B2-26 with 25 or less there is no further batch', async () => {
    const portal = await open(25);
    await settle(60);
    expect(batches(portal)).toHaveLength(1);
    expect(rows()).toHaveLength(25);
  });

  test('B2-27 a batch of under 25 records is the last', async () => {
    const portal = await open(60);
    await settle(80);
    expect(batches(portal)).toHaveLength(3);
    expect(rows()).toHaveLength(60);
    expect(document.querySelectorAll('.is-pending')).toHaveLength(0);
  });

  test('B2-29 a batch of another search is dropped', async () => {
    const portal = await open(100, {
      handlers: {
        'search/searchByName': (body) =>
          answerBatch(body, { total: 100, timestamp: body.batch === 3 ? 'search-2' : 'search-1' }),
      },
    });
    await settle(80);
    expect(batches(portal)).toHaveLength(3);
    expect(rows()).toHaveLength(50);
  });

  test('B2-28 a newer search ends the batches of the one before', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let submits = 0;
    const slow: Handler = async (body) => {
      const timestamp = body.batch === 1 ? `search-${(submits += 1)}` : String(body.timestamp);
      if (timestamp === 'search-1' && body.batch === 2) await held;
      return answerBatch(body, { total: 100, timestamp });
    };
    const portal = await open(100, { handlers: { 'search/searchByName': slow } });
    const { searchSubmitted } = await import('../src/shared/state/search.slice.js');
    act(() => void portal.store.dispatch(searchSubmitted()));
    release();
    await settle(80);
    const ofFirst = searches(portal).filter(({ timestamp }) => timestamp === 'search-1');
    expect(ofFirst.map(({ batch }) => batch)).toEqual([2]);
  });
});

describe('pages', () => {
  test('B2-35 B2-37 turning a page posts the saved criteria of the same search, and takes list and balance over', async () => {
    const portal = await open(350, {
      handlers: {
        'search/searchByName': (body) =>
          answerBatch(body, { total: 350, balance: body.pageNumber === 3 ? '$97.00' : '$99.00' }),
      },
    });
    await settle(60);
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    await settle(80);
    expect(searches(portal).find(({ pageNumber }) => pageNumber === 3)).toMatchObject({
      grantorGranteeLastName1: 'LIND',
      sortKey: 'docNumber',
      sortDirection: 'ASC',
      timestamp: 'search-1',
      batch: 1,
    });
    expect(rows()[0]?.textContent).toContain('A1000201');
    expect(portal.store.getState().session.user?.usageBalance).toBe('$97.00');
  });

  test('B4-15 pages already looked at are marked', async () => {
    const portal = await open(350);
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    await settle(60);
    const visited = [...document.querySelectorAll('.is-visited')].map(({ textContent }) => textContent);
    expect(visited).toEqual(['Page 1, visited', 'Page 3, visited']);
  });
});

describe('details', () => {
  test('B4-10 without a selection the pane says what to do', async () => {
    await open(3);
    expect(pane().getByText('Click on a record to view details and images')).toBeTruthy();
  });

  test('B4-16 B4-17 B4-18 selecting a row loads its details and marks it selected and read', async () => {
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

  test('Reset Read clears the marks and shows only when there are any', async () => {
    const portal = await open(3);
    expect(screen.queryByRole('button', { name: 'Reset Read' })).toBeNull();
    await portal.user.click(rows()[1] as HTMLElement);
    await settle();
    await portal.user.click(screen.getByRole('button', { name: 'Reset Read' }));
    expect(screen.queryAllByText('Read')).toHaveLength(0);
  });

  const details = (over: Parameters<typeof someDocument>[1], help = {}, user = someUser()) =>
    open(
      1,
      { help, user, handlers: { 'search/documentDetails': () => someDocument(1000001, over) } },
      at('&document=A1000001'),
    );

  test('B4-19 B4-23 the pane shows instrument, verified badge, number, dates and book', async () => {
    await details({});
    expect(pane().getByRole('heading', { level: 2 }).textContent).toBe('Warranty Deed');
    expect(document.querySelector('.detail .badge--success')?.textContent).toContain('Verified');
    const facts = document.querySelector('.facts')?.textContent;
    for (const text of ['A1000001', '04/17/1991 2:35 PM', '04/02/1991', '214 / 331'])
      expect(facts).toContain(text);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('B4-24 with displaySalePrice %s the sale price shows %d times', async (displaySalePrice, times) => {
    await details({}, { index: { displaySalePrice } });
    expect(pane().queryAllByText('$148,500.00')).toHaveLength(times);
  });

  test('B4-25 the mortgage amount has the label of the county', async () => {
    await details({}, { index: { displayMortgageAmount: true, mortgageAmountLabel: 'Principal' } });
    expect(pane().getByText('Principal')).toBeTruthy();
    expect(pane().getByText('$92,000.00')).toBeTruthy();
  });

  test('B4-25 the mortgage amount is absent when the county hides it', async () => {
    await details({}, { index: { displayMortgageAmount: false } });
    expect(pane().queryByText('$92,000.00')).toBeNull();
  });

  test.each([
    ['T', 1],
    ['A', 0],
  ])('B4-26 a document of type %s shows %d certificate tables', async (docType, tables) => {
    await details({ docType, torrensSearchResults: [{ certificateNumber: '41877', status: 'Active' }] });
    expect(pane().queryAllByText('41877')).toHaveLength(tables);
  });

  test('B4-27 it shows parties, references, additional and display-only values', async () => {
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
    for (const text of ['LINDGARTH, SIGRID A', 'COUNTY OF LAKE', 'A0914408', '$490.05', 'SPLIT ROCK TITLE']) {
      expect(pane().getByText(text)).toBeTruthy();
    }
  });

  test('legal descriptions stand with their comments', async () => {
    await details({ legalSearchResults: [{ description: 'LOT 1', comment: 'easement', docId: 'A1000001' }] });
    expect(document.querySelector('.legal-list')?.textContent).toBe('LOT 1 (easement)');
  });

  test('B4-29 a fourth grantor makes a second page', async () => {
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
  ])('B4-22 A9-01 with imageRetrieval %s there are %d Image buttons', async (imageRetrieval, buttons) => {
    await details({}, {}, someUser({ imageRetrieval, previewRetrieval: false }));
    expect(pane().queryAllByRole('button', { name: 'Image' })).toHaveLength(buttons);
  });

  test('Image with no document selected asks for one', async () => {
    const portal = await open(3);
    await portal.user.click(pane().getByRole('button', { name: 'Image' }));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('Select a document.');
  });

  test('details that fail say so, and the list still works', async () => {
    await open(
      2,
      { handlers: { 'search/documentDetails': () => refuse({ status: 404, message: 'Gone.' }) } },
      at('&document=A1000001'),
    );
    expect(pane().getByText('The details could not be loaded.')).toBeTruthy();
    expect(rows()).toHaveLength(2);
  });
});

describe('what a browser session keeps', () => {
  test('A12-22 user, criteria, history, results, page, order, marks and menu are there after a reload', async () => {
    const first = await open(150, {}, at('&page=2&sort=recordedDate'));
    await first.user.click(rows()[0] as HTMLElement);
    await first.user.click(screen.getByRole('checkbox', { name: 'Select A1000102' }));
    await first.user.click(screen.getByRole('button', { name: 'Close side menu' }));
    await settle(300);
    const kept = JSON.parse(sessionStorage.getItem('portal.session.v1') ?? '{}');
    expect(kept.session.user.username).toBe('demo.escrow');
    expect(kept.layout.sideNavOpen).toBe(false);
    expect(kept.search).toMatchObject({
      readDocuments: ['A1000101'],
      checked: ['A1000102'],
      visitedPages: [2],
      shown: { request: { pageNumber: 2, sortKey: 'recordedDate' }, page: { totalRecordCount: 150 } },
    });
    first.view.unmount();
    const second = await open(150, { user: someUser() }, at('&page=2&sort=recordedDate'));
    expect(searches(second)).toHaveLength(0);
    expect(rows()).toHaveLength(50);
    expect(second.store.getState().layout.sideNavOpen).toBe(false);
  });
});
