/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import {
  addressOf,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  type PortalTerms,
} from './portal.js';
import {
  answerBatch,
  everything,
  resultsAt,
  someBookEntry,
  someCertificate,
  someDocument,
  someLien,
} from './records.js';

preparePortal({ beforeAll, afterEach });

const names = '&grantorGranteeLastName1=LIND';
const reference = {
  docId: 'A77',
  docNumber: '77',
  docType: 'A',
  displayDocNumber: 'A0000077',
  instrumentDescription: 'Mortgage',
  recordedDate: '10/29/1984',
  recordedTime: '',
  recordedAmPm: '',
};
const torrens = someDocument(1000002, {
  docType: 'T',
  grantorSearchResults: [
    { displayName: 'OLSON, ERIK J', lastName: 'OLSON', firstName: 'ERIK', middleInitial: 'J' },
  ],
  referenceDocumentSearchResults: [reference],
  torrensSearchResults: [{ certificateNumber: '41877', status: 'Active' }],
});

const open = (terms: PortalTerms = {}, address = resultsAt('SearchResults', 'searchByName', names)) =>
  openPortal(address, {
    ...everything,
    ...terms,
    handlers: {
      // Most tests run on the second page. It has only three rows, because a hundred rows take a second to render.
      'search/searchByName': (body) => answerBatch(body, { total: 103 }),
      'search/searchByDocumentNumber': (body) => answerBatch(body, { total: 1, timestamp: 'linked' }),
      'search/searchByTorrensCertificate': (body) => answerBatch(body, { total: 1, record: someCertificate }),
      'search/searchByTaxLien': (body) => answerBatch(body, { total: 1, record: someLien }),
      'search/searchByGrantorGranteeBook': (body) => answerBatch(body, { total: 1, record: someBookEntry }),
      'search/documentDetails': () => torrens,
      'search/torrensCertificateDetails': ({ docId }) =>
        someCertificate(Number(String(docId).slice(1)), {
          cancelledBySearchResults: [
            { cancelledByCertificateId: 'C9000001', cancelledByCertificateNumber: '9000001' },
          ],
        }),
      'search/taxLienDetails': () => someLien(1000001),
      ...terms.handlers,
    },
  });
type Portal = Awaited<ReturnType<typeof open>>;

const follow = async ({ user }: Portal, name: string): Promise<void> => {
  await user.click(screen.getByRole('link', { name }));
  await settle();
};
const at = (portal: Portal, ending: string): Promise<void> =>
  waitFor(() => expect(addressOf(portal)).toContain(ending), { timeout: 5_000 });
const lastCall = ({ server }: Portal, path: string) => server.callsTo(path).at(-1)?.body;
const atRow = '&pageNumber=2&sort=recordedDate&direction=DESC&document=A1000102';
const openAtRow = (terms: PortalTerms = {}) =>
  open(terms, resultsAt('SearchResults', 'searchByName', `${names}${atRow}`));
const backButton = () => screen.queryByRole('button', { name: 'Back to Search Results' });

describe('the links of the details', () => {
  test('B3-14 search for a Torrens certificate, and open the page of Torrens results', async () => {
    const portal = await openAtRow();
    await follow(portal, '41877');
    await at(portal, 'TorrensSearchResults#search=searchByTorrensCertificate&certificateNumber=41877');
    expect(lastCall(portal, 'search/searchByTorrensCertificate')).toMatchObject({
      certificateNumber: '41877',
      batch: 1,
      updateHistory: true,
    });
    expect(screen.getByRole('link', { name: '1000001' })).toBeTruthy();
  });

  test("B3-15 search for a grantor's name as grantor or grantee, over all dates", async () => {
    const portal = await openAtRow();
    await follow(portal, 'OLSON, ERIK J');
    await at(portal, 'grantorGranteeLastName1=OLSON');
    expect(lastCall(portal, 'search/searchByName')).toMatchObject({
      grantorGranteeSearchIn: 'BOTH',
      grantorGranteeLastName1: 'OLSON',
      grantorGranteeFirstName1: 'ERIK',
      grantorGranteeMiddleInitial1: 'J',
      fromRecordedDate: '01/01/1800',
      toRecordedDate: '11/21/2026',
      pageNumber: 1,
      sortKey: 'docNumber',
    });
  });

  test('B3-16 search for the type and number of a reference document', async () => {
    const portal = await openAtRow();
    await follow(portal, 'A0000077');
    await at(portal, 'searchByDocumentNumber');
    expect(lastCall(portal, 'search/searchByDocumentNumber')).toMatchObject({
      documentType: 'A',
      fromDocumentNumber: '77',
    });
  });

  const liens = resultsAt('TaxLienSearchResults', 'searchByTaxLien', '&lienNumber=F-88120&document=A1000001');

  test('B3-17 B6-10 lead from the document number of a lien to its document', async () => {
    const portal = await open({}, liens);
    const link = document.querySelector<HTMLElement>('.facts a');
    expect(link?.textContent).toBe('A1000001');
    await portal.user.click(link as HTMLElement);
    await at(portal, 'SearchResults#search=searchByDocumentNumber');
  });

  test('B3-17 lead from a taxpayer to all liens of that name', async () => {
    const portal = await open({}, liens);
    await follow(portal, 'OLSON, ERIK J');
    await at(portal, 'searchByTaxLienMethod=TAXPAYER');
    expect(lastCall(portal, 'search/searchByTaxLien')).toMatchObject({
      currentOrExpired: 'ALL',
      taxpayerName: 'OLSON',
      taxpayerFirstName: 'ERIK',
      taxpayerMiddleInitial: 'J',
    });
  });

  test('B3-18 B5-11 lead to a canceling certificate', async () => {
    const portal = await open(
      {},
      resultsAt('TorrensSearchResults', 'searchByTorrensText', '&text=LAKE&document=C1000001'),
    );
    expect(screen.getByRole('heading', { name: /^Cancelled By/ })).toBeTruthy();
    await follow(portal, '9000001');
    await at(portal, 'certificateNumber=9000001');
  });

  test('are plain text for a search that the user may not use', async () => {
    await openAtRow({ user: someUser({ searchList: ['searchByName'] }) });
    expect(screen.queryByRole('link', { name: '41877' })).toBeNull();
    expect(screen.getByText('41877')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'OLSON, ERIK J' })).toBeTruthy();
  });

  test('have URLs that can also be opened directly', async () => {
    await openAtRow();
    expect(screen.getByRole('link', { name: 'A0000077' }).getAttribute('href')).toBe(
      '/search/SearchResults#search=searchByDocumentNumber&documentType=A&fromDocumentNumber=77',
    );
  });
});

describe('a sequence of searches', () => {
  test('B3-12 B3-19 keeps the URL, page, order, row and criteria (also in words) of the previous search', async () => {
    const portal = await openAtRow();
    await follow(portal, 'A0000077');
    expect(portal.store.getState().search.sequence).toEqual([
      {
        type: 'searchByName',
        criteria: { grantorGranteeLastName1: 'LIND' },
        link: 'search/searchByName',
        displayCriteria: expect.arrayContaining([{ key: 'Name begins with', value: 'LIND' }]),
        pageNumber: 2,
        sortKey: 'recordedDate',
        sortDirection: 'DESC',
        selected: 'A1000102',
      },
    ]);
  });

  test('B3-20 B3-21 B4-06 restores search, page, order and row when a user follows Back to Search Results', async () => {
    const portal = await openAtRow();
    expect(backButton()).toBeNull();
    await follow(portal, 'A0000077');
    await portal.user.click(backButton() as HTMLElement);
    await settle();
    expect(addressOf(portal)).toBe(resultsAt('SearchResults', 'searchByName', `${names}${atRow}`));
    expect(portal.server.callsTo('search/searchByName').filter(({ body }) => body.batch === 1)).toHaveLength(
      2,
    );
    expect(lastCall(portal, 'search/searchByName')).toMatchObject({
      pageNumber: 2,
      sortKey: 'recordedDate',
      sortDirection: 'DESC',
    });
    expect(document.querySelector('tr[aria-current]')?.textContent).toContain('A1000102');
    expect(backButton()).toBeNull();
  });

  test('moves the focus to the heading of the list after a link or Back', async () => {
    const portal = await openAtRow();
    await follow(portal, 'A0000077');
    expect(document.activeElement?.textContent).toBe('Search by Document Number results');
    await portal.user.click(backButton() as HTMLElement);
    await settle();
    expect(document.activeElement?.textContent).toBe('Search by Name results');
  });

  test('B5-04 returns from certificates to the previous documents when a user follows Back to Search Results', async () => {
    const portal = await openAtRow();
    await follow(portal, '41877');
    await at(portal, 'TorrensSearchResults');
    await portal.user.click(backButton() as HTMLElement);
    await at(portal, `SearchResults#search=searchByName${names}${atRow}`);
  });

  test('stops loading the list that a link replaces, and loads all batches of the new list', async () => {
    const portal = await open(
      {
        handlers: {
          'search/searchByDocumentNumber': (body) => answerBatch(body, { total: 60, timestamp: 'l' }),
        },
      },
      resultsAt('SearchResults', 'searchByName', `${names}&document=A1000002`),
    );
    await settle();
    const asked = portal.server.callsTo('search/searchByName').length;
    await follow(portal, 'A0000077');
    await settle();
    expect(portal.server.callsTo('search/searchByName')).toHaveLength(asked);
    expect(portal.server.callsTo('search/searchByDocumentNumber').map(({ body }) => body.batch)).toEqual([
      1, 2, 3,
    ]);
    expect(document.querySelectorAll('.results tbody tr:not(.is-pending)')).toHaveLength(60);
  });

  test('shows Back on each history entry that a link opened, no matter how the browser reaches that entry', async () => {
    const portal = await openAtRow();
    await follow(portal, 'A0000077');
    await portal.user.click(screen.getByRole('link', { name: 'A1000001' }));
    await settle();
    await follow(portal, '41877');
    await at(portal, 'TorrensSearchResults');
    const go = (steps: number) => act(() => portal.router.navigate(steps));
    await go(-1);
    await settle();
    expect(backButton()).not.toBeNull();
    await portal.user.click(backButton() as HTMLElement);
    await at(portal, `SearchResults#search=searchByName${names}`);
    await settle();
    expect(backButton()).toBeNull();
    await go(-1);
    await settle();
    expect(addressOf(portal)).toContain('searchByDocumentNumber');
    expect(backButton()).not.toBeNull();
  });

  test('closes the details when a link leads to the current list', async () => {
    const shown = '&documentType=A&fromDocumentNumber=77&document=A1000001';
    const portal = await open({}, resultsAt('SearchResults', 'searchByDocumentNumber', shown));
    const asked = portal.server.callsTo('search/searchByDocumentNumber').length;
    await follow(portal, 'A0000077');
    expect(addressOf(portal)).not.toContain('A1000001');
    expect(portal.server.callsTo('search/searchByDocumentNumber')).toHaveLength(asked);
    expect(portal.store.getState().search.sequence).toEqual([]);
    expect(document.activeElement?.tagName).toBe('H1');
  });

  test('ends when a search form is submitted', async () => {
    const portal = await openAtRow();
    await follow(portal, 'A0000077');
    expect(portal.store.getState().search.sequence).toHaveLength(1);
    expect(backButton()).not.toBeNull();
    const { searchSubmitted } = await import('../src/shared/state/search.slice.js');
    portal.store.dispatch(searchSubmitted());
    await settle();
    expect(portal.store.getState().search.sequence).toEqual([]);
    expect(backButton()).toBeNull();
  });

  test('B3-22 stays unchanged when a search that a link started fails, and an alert says why', async () => {
    const portal = await openAtRow({
      handlers: {
        'search/searchByDocumentNumber': () => refuse({ status: 200, code: 'ERROR', message: 'No.' }),
      },
    });
    await follow(portal, 'A0000077');
    expect(screen.getByRole('alertdialog').textContent).toContain('No.');
    expect(addressOf(portal)).toContain('document=A1000102');
    expect(portal.store.getState().search.sequence).toEqual([]);
    expect(document.querySelector('.overlay')).toBeNull();
  });

  test('says that a search started by a link found no records', async () => {
    const portal = await openAtRow({
      handlers: { 'search/searchByDocumentNumber': (body) => answerBatch(body, { total: 0 }) },
    });
    await follow(portal, 'A0000077');
    expect(screen.getByRole('alertdialog').textContent).toContain('No Records Found.');
    expect(backButton()).toBeNull();
  });
});

test.each([
  ['to another page', '/search'],
  ['to another list', resultsAt('SearchResults', 'searchByName', '&grantorGranteeLastName1=BERG')],
])(
  'a linked search whose answer arrives after the user has gone %s does not navigate',
  async (_where, to) => {
    let give: () => void = () => undefined;
    const pressed = new Promise<void>((resolve) => (give = resolve));
    const portal = await openAtRow({
      handlers: {
        'search/searchByDocumentNumber': async (body) => {
          await pressed;
          return answerBatch(body, { total: 1, timestamp: 'linked' });
        },
      },
    });
    await follow(portal, 'A0000077');
    await act(() => portal.router.navigate(to));
    await settle();
    const before = addressOf(portal);
    give();
    await settle(300);
    expect(addressOf(portal)).toBe(before);
    expect(portal.store.getState().search.sequence).toEqual([]);
  },
);
