/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { SearchHistoryEntry, SearchType } from '@portal/proto/http/search-types';
import { sequenceStarted } from '../src/shared/state/search.slice.js';
import { box, enter, searches, submit } from './forms.js';
import {
  addressOf,
  arriveAt,
  everyLake,
  everySearchUser,
  openPortal,
  preparePortal,
  refuse,
  settle,
  type Portal,
} from './portal.js';
import { answerBatch, historyEntry } from './records.js';

preparePortal({ beforeAll, afterEach });

const open = (address: string, more: Parameters<typeof openPortal>[1] = {}) =>
  openPortal(address, { user: everySearchUser, help: everyLake, ...more });
const goTo = async ({ router }: Portal, address: string): Promise<void> => {
  await act(() => router.navigate(address));
  await settle();
};
const menu = (): HTMLElement => document.getElementById('sidenav') as HTMLElement;
const entriesOf = (group: string): (string | null)[] => {
  const list = within(menu()).getByRole('list', { name: group, hidden: true });
  return [...list.querySelectorAll('a')].map(({ textContent }) => textContent?.trim() ?? null);
};

describe('the side menu of the searches', () => {
  const searchBy = [
    'Address',
    'Book and Page',
    'Date',
    'Document Number',
    'Legal Description',
    'Name',
    'Parcel ID',
    'Torrens Certificate',
    'Torrens Text',
    'Tract Index NMI',
  ];

  test('B1-005 B1-006 B1-010 lists the searches by name in two groups', async () => {
    await open('/search');
    expect(entriesOf('Search by')).toEqual(searchBy);
    expect(entriesOf('Special Searches')).toEqual([
      'Grantor Grantee Book',
      'Plat',
      'Tax Lien',
      'Tract Book ID',
      'Tract Book Legal',
    ]);
  });

  test('B1-008 has no Torrens searches in a county without Torrens', async () => {
    await open('/search', { help: { ...everyLake, index: { torrens: false } } });
    expect(entriesOf('Search by')).toEqual(searchBy.filter((name) => !name.startsWith('Torrens')));
  });

  test('B1-009 B1-007 uses the labels of the county in the names of searches', async () => {
    const common = { torrensLabel: 'Registered', bookLabel: 'Liber' };
    await open('/search', { help: { ...everyLake, common } });
    expect(entriesOf('Search by')).toEqual(
      expect.arrayContaining(['Registered Certificate', 'Registered Text', 'Liber and Page']),
    );
  });

  test('B1-005 B1-011 shows a search only when the county has it and the user may use it', async () => {
    await open('/search', {
      user: { ...everySearchUser, searchList: ['searchByPlat', 'searchByName'] },
      help: { ...everyLake, search: { enabled: ['searchByName', 'searchByTaxLien'] } },
    });
    expect(entriesOf('Search by')).toEqual(['Name']);
    expect(menu().textContent).not.toContain('Special Searches');
  });

  test('B1-004 is open at first, and stays closed once it is closed', async () => {
    const portal = await open('/search');
    const area = () => document.querySelector('.app')?.className;
    expect(area()).toContain('app--nav');
    await portal.user.click(within(menu()).getByRole('button', { name: 'Close side menu', hidden: true }));
    expect(area()).toContain('app--nav-closed');
    await goTo(portal, '/search/searchByPlat');
    expect(area()).toContain('app--nav-closed');
  });

  test('is folded to icons beside results until the user opens it there; beside forms it is as the user left it there', async () => {
    const portal = await open('/search');
    const area = () => document.querySelector('.app')?.className;
    const results = '/search/SearchResults#search=searchByName&grantorGranteeLastName1=LIND';
    await goTo(portal, results);
    expect(area()).toContain('app--nav-closed');
    await portal.user.click(within(menu()).getByRole('button', { name: 'Open side menu', hidden: true }));
    expect(area()).not.toContain('app--nav-closed');
    await portal.user.click(within(menu()).getByRole('button', { name: 'Close side menu', hidden: true }));
    await goTo(portal, '/search');
    expect(area()).not.toContain('app--nav-closed');
    await goTo(portal, results);
    expect(area()).toContain('app--nav-closed');
  });
});

const history: SearchHistoryEntry[] = (
  [
    ['searchByPlat', { plat: '12', platNumber: '12', platName: 'OAK GROVE' }, 'Plat', '12 OAK GROVE'],
    ['searchByName', { grantorGranteeLastName1: 'OLSON' }, 'Name begins with', 'OLSON'],
    ['searchByName', { grantorGranteeLastName1: 'LIND' }, 'Name begins with', 'LIND'],
    ['searchByAddress', { streetNumber: '12', streetName: 'OAK' }, 'Address', '12 OAK'],
    ['searchByParcelId', { parcelId: '25' }, 'Parcel ID', '25'],
    ['searchByParcelId', { parcelId: '26' }, 'Parcel ID', '26'],
  ] as [SearchType, object, string, string][]
).map(([type, criteria, key, value], at) =>
  historyEntry({
    type,
    index: at + 1,
    criteriaJson: JSON.stringify(criteria),
    displayCriteria: [{ key, value }],
  }),
);

describe('the list of recent searches', () => {
  const withHistory = { user: { ...everySearchUser, searchHistoryList: history } };
  const list = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.aside .recent > li')];

  test('B3-02 B3-03 B3-04 has five searches with their criteria, and marks the first as Current', async () => {
    await open('/search', withHistory);
    expect(list()).toHaveLength(5);
    expect(list().map((entry) => entry.textContent?.includes('Current'))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    const [first] = list();
    expect(first?.querySelector('dt')?.textContent).toBe('Plat');
    expect(first?.querySelector('dd')?.textContent).toBe('12 OAK GROVE');
  });

  test('B3-05 links each search to the URL of its history entry', async () => {
    await open('/search', withHistory);
    expect(list().map((entry) => entry.querySelector('a')?.getAttribute('href'))).toEqual([
      '/search/searchHistory/searchByPlat/1',
      '/search/searchHistory/searchByName/2',
      '/search/searchHistory/searchByName/3',
      '/search/searchHistory/searchByAddress/4',
      '/search/searchHistory/searchByParcelId/5',
    ]);
  });

  test('B3-06 B3-07 leads to the form of an entry, filled in with the criteria of the entry', async () => {
    const portal = await open('/search/searchHistory/searchByName/3', withHistory);
    await arriveAt(portal, '/search/searchByName/3');
    expect(box('grantorGranteeLastName1').value).toBe('LIND');
    await portal.user.click(list()[3]?.querySelector('a') as HTMLElement);
    await arriveAt(portal, '/search/searchByAddress/4');
    await settle();
    expect([box('streetNumber').value, box('streetName').value]).toEqual(['12', 'OAK']);
  });

  test('B3-07 leaves a form unchanged if the history number in its URL belongs to another kind of search', async () => {
    await open('/search/searchByDate/2', withHistory);
    expect(box('fromRecordedDate').value).toBe('');
  });

  test('B3-01 is not shown to guests', async () => {
    await open('/search', { user: { ...withHistory.user, role: 'GUEST' } });
    expect(screen.queryByRole('heading', { name: 'Recent searches' })).toBeNull();
    expect(list()).toHaveLength(0);
  });

  test('B3-11 includes a search that found no records', async () => {
    const portal = await open('/search/searchByPlat', {
      handlers: {
        'search/searchByTractBookId': (body) => answerBatch(body, { total: 0, history: history.slice(0, 1) }),
      },
    });
    expect(list()).toHaveLength(0);
    await goTo(portal, '/search/searchByTractBookId');
    enter('tractBookId', '12');
    await submit(portal);
    expect(list()).toHaveLength(1);
  });
});

describe('the remembered criteria', () => {
  test('B3-08 B3-09 are separate for each kind of search', async () => {
    const nothing = (body: Record<string, unknown>) => answerBatch(body, { total: 0 });
    const portal = await open('/search/searchByTractBookId', {
      handlers: { 'search/searchByTractBookId': nothing, 'search/searchByBookAndPage': nothing },
    });
    enter('tractBookId', '12');
    await submit(portal);
    await goTo(portal, '/search/searchByBookAndPage');
    expect(box('book').value).toBe('');
    enter('book', '214');
    await submit(portal);
    await goTo(portal, '/search/searchByTractBookId');
    expect(box('tractBookId').value).toBe('12');
    expect(portal.store.getState().search.criteria.searchByBookAndPage).toMatchObject({ book: '214' });
  });

  test('B3-13 stay when a submit ends the sequence of linked searches', async () => {
    const portal = await open('/search/searchByTractBookId', {
      handlers: { 'search/searchByTractBookId': (body) => answerBatch(body, { total: 0 }) },
    });
    const left = { type: 'searchByPlat' as const, criteria: {}, displayCriteria: [], link: '' };
    act(() => {
      portal.store.dispatch(
        sequenceStarted({
          ...left,
          pageNumber: 2,
          sortKey: 'docNumber',
          sortDirection: 'ASC',
          selected: 'A1',
        }),
      );
    });
    expect(portal.store.getState().search.sequence).toHaveLength(1);
    enter('tractBookId', '12');
    await submit(portal);
    expect(portal.store.getState().search.sequence).toEqual([]);
    expect(portal.store.getState().search.criteria.searchByTractBookId).toMatchObject({ tractBookId: '12' });
  });
});

describe('a URL that can be shared', () => {
  test('holds the typed criteria of the form, and fills in the form when the URL is opened elsewhere', async () => {
    const portal = await open('/search/searchByAddress');
    await portal.user.type(box('streetNumber'), '12');
    await portal.user.type(box('streetName'), 'OAK');
    await portal.user.tab();
    await settle();
    const address = addressOf(portal);
    expect(address).toBe('/search/searchByAddress#streetNumber=12&streetName=OAK');
    portal.view.unmount();
    sessionStorage.clear();
    await open(address);
    expect([box('streetNumber').value, box('streetName').value]).toEqual(['12', 'OAK']);
    expect(box('toRecordedDate').value).toBe('11/21/2026');
  });

  test('loses the criteria when Clear is pressed', async () => {
    const portal = await open('/search/searchByTractBookId#tractBookId=12');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    await settle();
    expect(addressOf(portal)).toBe('/search/searchByTractBookId');
  });
});

describe('a search without records', () => {
  const widened = (body: Record<string, unknown>) => ({
    ...answerBatch(body, { total: 0 }),
    widenings: [
      { label: 'search:searchByAddress.streetNumber', total: 4 },
      { label: 'search:searchByAddress.city', total: 12 },
      { label: 'search:criterion.dates', total: 1000 },
    ],
  });
  const openNothing = async () => {
    const portal = await open('/search/searchByAddress', { handlers: { 'search/searchByAddress': widened } });
    enter('streetNumber', '12');
    enter('streetName', 'OAK');
    enter('city', 'ELY');
    await submit(portal);
    return portal;
  };

  test('B2-33 shows a message, followed by each criterion without which there would be records', async () => {
    await openNothing();
    const notice = screen.getByRole('alert');
    expect(within(notice).getByRole('heading').textContent).toBe('No Records Found.');
    expect([...notice.querySelectorAll('li > span')].map(({ textContent }) => textContent)).toEqual([
      'Without “House Number” there would be 4 records.',
      'Without “City” there would be 12 records.',
      'Without “Recorded dates” there would be 1,000 records or more.',
    ]);
  });

  test('has a button that leaves the criterion out and searches', async () => {
    const portal = await openNothing();
    await portal.user.click(screen.getByRole('button', { name: 'Search without “City”' }));
    await settle();
    const sent = searches(portal, 'searchByAddress').at(-1)?.body;
    expect(sent).toMatchObject({ streetNumber: '12', streetName: 'OAK' });
    expect(sent).not.toHaveProperty('city');
    expect(box('city').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('is repeated over all dates that a form accepts, from 01/01/1800 to today, when the user leaves out the recorded dates', async () => {
    const portal = await openNothing();
    await portal.user.click(screen.getByRole('button', { name: 'Search without “Recorded dates”' }));
    await settle();
    expect(searches(portal, 'searchByAddress').at(-1)?.body).toMatchObject({
      fromRecordedDate: '01/01/1800',
      toRecordedDate: '11/21/2026',
    });
  });

  test('offers a button “Search without …” only for criteria that are not required', async () => {
    await openNothing();
    const buttons = within(screen.getByRole('alert')).getAllByRole('button', { name: /^Search without/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Search without “City”',
      'Search without “Recorded dates”',
    ]);
  });
});

describe('a lookup from another system', () => {
  const lookUp = (address: string, total: number, user = everySearchUser) =>
    open(address, {
      user,
      handlers: {
        'search/searchByParcelId': (body) => answerBatch(body, { total }),
        'search/searchByDocumentNumber': (body) => answerBatch(body, { total }),
      },
    });

  test.each(['parcelid', 'documentnumber'])(
    'A1-23 B3-23 at /externalsearch/%s requires a login',
    async (kind) => {
      const portal = await openPortal(`/externalsearch/${kind}/25`, { user: null, help: everyLake });
      await arriveAt(portal, '/login');
      expect(portal.router.state.location.state).toEqual({ from: `/externalsearch/${kind}/25` });
    },
  );

  test('B3-24 B3-25 by parcel id runs its search at once, from 01/01/1900 to today', async () => {
    const portal = await lookUp('/externalsearch/parcelid/25-400', 2);
    await settle();
    expect(portal.router.state.location.pathname).toBe('/search/SearchResults');
    expect(searches(portal, 'searchByParcelId')[0]?.body).toMatchObject({
      parcelId: '25-400',
      documentType: 'ALL',
      fromRecordedDate: '01/01/1900',
      toRecordedDate: '11/21/2026',
    });
  });

  test('B3-24 B3-27 by document number runs its search at once, in all document types', async () => {
    const portal = await lookUp('/externalsearch/documentnumber/1000001', 1);
    await settle();
    expect(portal.router.state.location.pathname).toBe('/search/SearchResults');
    expect(searches(portal, 'searchByDocumentNumber')[0]?.body).toMatchObject({
      documentType: 'ALL',
      fromDocumentNumber: '1000001',
    });
  });

  test('B3-24 shows a spinner while it searches', async () => {
    await open('/externalsearch/parcelid/25', {
      handlers: { 'search/searchByParcelId': () => new Promise(() => undefined) },
    });
    expect(document.querySelector('.spinner')).toBeTruthy();
    expect(screen.getByText('Searching')).toBeTruthy();
  });

  test.each([
    ['B3-26 B3-29', 'parcelid', 'Could not find requested Parcel ID'],
    ['B3-28 B3-29', 'documentnumber', 'Could not find requested Document Number'],
  ])(
    '%s says in an alert that the %s has no records, and leads to /search when the alert is closed',
    async (_id, kind, text) => {
      const portal = await lookUp(`/externalsearch/${kind}/999`, 0);
      await settle();
      expect(screen.getByRole('alertdialog').textContent).toContain(text);
      await portal.user.click(screen.getByRole('button', { name: 'Close' }));
      await arriveAt(portal, '/search');
    },
  );

  test.each([false, true])(
    'finds nothing for an invalid id (opened as the first page of the portal: %s)',
    async (opening) => {
      const portal = await open('/externalsearch/parcelid/2', { user: everySearchUser, opening });
      await settle();
      expect(screen.getByRole('alertdialog').textContent).toContain('Could not find requested Parcel ID');
      expect(searches(portal, 'searchByParcelId')).toHaveLength(0);
    },
  );

  test('says why a search failed, then leads to /search', async () => {
    const portal = await open('/externalsearch/parcelid/25', {
      handlers: { 'search/searchByParcelId': () => refuse({ status: 503, message: 'The system is busy.' }) },
    });
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('The system is busy.');
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await arriveAt(portal, '/search');
  });
});
