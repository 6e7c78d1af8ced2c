/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { LegalDetails } from '@portal/proto/http/search-results';
import { arriveAt, openPortal, preparePortal, refuse, settle, type PortalTerms } from './portal.js';
import { answerBatch, resultsAt, someDocument } from './records.js';

preparePortal({ beforeAll, afterEach });

const systems = { search2: { map: true, tax: true } };
const open = (terms: PortalTerms = {}, more = '&document=A1000001') =>
  openPortal(resultsAt('SearchResults', 'searchByName', `&grantorGranteeLastName1=LIND${more}`), {
    help: systems,
    ...terms,
    handlers: {
      'search/searchByName': (body) => answerBatch(body, { total: 2 }),
      'search/documentDetails': () => someDocument(1000001),
      ...terms.handlers,
    },
  });
const pane = () => within(document.querySelector<HTMLElement>('.detail') as HTMLElement);
const click = async ({ user }: Awaited<ReturnType<typeof open>>, name: string | RegExp): Promise<void> => {
  await user.click(pane().getByRole('button', { name }));
  await settle();
};

describe('the links to tax and map systems', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])('B4-20 depend on the flag map: if it is %s, there are %d Map buttons', async (map, count) => {
    await open({ help: { search2: { map } } });
    expect(pane().queryAllByRole('button', { name: 'Map' })).toHaveLength(count);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('B4-21 depend on the flag tax: if it is %s, there are %d Tax buttons', async (tax, count) => {
    await open({ help: { search2: { tax } } });
    expect(pane().queryAllByRole('button', { name: 'Tax' })).toHaveLength(count);
  });

  test('B4-08 have buttons Map and Tax beside Image if the county offers them and the user may use them', async () => {
    await open();
    for (const name of ['Image', 'Map', 'Tax']) expect(pane().getByRole('button', { name })).toBeTruthy();
  });

  const links = {
    parcelIds: ['12-345-6789', '12-345-6790'],
    parcelIdLinks: ['https://tax.example/12-345-6789', 'https://tax.example/12-345-6790'],
    header: 'Parcels of A1000001',
  };

  test.each([
    ['B4-30 B4-32 B4-34', 'Tax', 'tax/getLinks', 'Links To Tax System'],
    ['B4-31 B4-33 B4-34', 'Map', 'gis/getLinks', 'Links to GIS System'],
  ])('%s are requested by the button %s, and list the parcels', async (_ids, name, path, title) => {
    const portal = await open({ handlers: { [path]: () => links } });
    await click(portal, name);
    expect(portal.server.callsTo(path)[0]?.body).toEqual({ id: 'A1000001' });
    const dialog = within(screen.getByRole('dialog', { name: title }));
    const found = dialog.getAllByRole('link');
    expect(found.map((link) => link.getAttribute('href'))).toEqual(links.parcelIdLinks);
    expect(found[0]?.textContent).toContain('12-345-6789');
    expect(found.map((link) => [link.getAttribute('target'), link.getAttribute('rel')])).toEqual([
      ['_blank', 'noopener noreferrer'],
      ['_blank', 'noopener noreferrer'],
    ]);
    await portal.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('B4-35 show the reason if the server finds no parcels, and close the dialog', async () => {
    const portal = await open({
      handlers: { 'tax/getLinks': () => refuse({ status: 200, code: 'ERROR', message: 'No parcels.' }) },
    });
    await click(portal, 'Tax');
    expect(screen.getByRole('alertdialog').textContent).toContain('No parcels.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('B4-36 show the general error message after a failed request, and close the dialog', async () => {
    const portal = await open({ handlers: { 'gis/getLinks': () => refuse({ status: 502, text: 'bad' }) } });
    await click(portal, 'Map');
    expect(screen.getByRole('alertdialog').textContent).toContain('An unexpected error 102 has occurred.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('A12-18 lead to the login page without an alert when the session is over', async () => {
    const over = refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' });
    const portal = await open({ handlers: { 'gis/getLinks': () => over } });
    await click(portal, 'Map');
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test.each(['Image', 'Tax', 'Map'])(
    'B4-37 ask for a document if none is selected when the button %s is pressed',
    async (name) => {
      const portal = await open({}, '');
      await click(portal, name);
      expect(screen.getByRole('alertdialog').textContent).toContain('Select a document.');
    },
  );
});

/** The cells of a table, row by row, beginning with its head. */
const tableIn = (dialog: ReturnType<typeof within>, name: string): (string | null)[][] =>
  within(dialog.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the details of legal descriptions', () => {
  const rows = (...values: string[][]) => values.map((each) => ({ legalDescriptionTypeDetails: each }));
  const details: LegalDetails = {
    metesAndBoundsHeaders: ['Section', 'Township', 'Range'],
    metesAndBoundsRows: rows(['14', '56', '11'], ['15', '56', '11'], ['16', '56', '11'], ['17', '56', '11']),
    lotsAndBlocksHeaders: ['Lot', 'Block', 'Plat'],
    lotsAndBlocksRows: rows(['7', '3', 'CRANBERRY SHORES']),
    condoHeaders: [],
    condoRows: [],
  };

  test('B7-15 B7-17 are requested with the Details button, and shown in one table for each kind', async () => {
    const portal = await open({ handlers: { 'search/legalDescriptionDetails': () => details } });
    await click(portal, /^Details/);
    expect(portal.server.callsTo('search/legalDescriptionDetails')[0]?.body).toEqual({ id: 'A1000001' });
    const dialog = within(screen.getByRole('dialog', { name: 'Legal description details' }));
    expect(dialog.getAllByRole('table')).toHaveLength(2);
    expect(tableIn(dialog, 'Metes and bounds')[0]).toEqual(['Section', 'Township', 'Range']);
    expect(tableIn(dialog, 'Lots and blocks')).toEqual([
      ['Lot', 'Block', 'Plat'],
      ['7', '3', 'CRANBERRY SHORES'],
    ]);
  });

  test('B7-15 have three tables with their own names: metes and bounds, lots and blocks, condo', async () => {
    const condo = { condoHeaders: ['Building', 'Unit'], condoRows: rows(['B1', '204']) };
    const portal = await open({
      handlers: { 'search/legalDescriptionDetails': () => ({ ...details, ...condo }) },
    });
    await click(portal, /^Details/);
    const dialog = within(screen.getByRole('dialog', { name: 'Legal description details' }));
    const captions = dialog.getAllByRole('table').map((table) => table.querySelector('caption')?.textContent);
    expect(captions).toEqual(['Metes and bounds', 'Lots and blocks', 'Condo']);
    expect(tableIn(dialog, 'Condo')).toEqual([
      ['Building', 'Unit'],
      ['B1', '204'],
    ]);
    expect(tableIn(dialog, 'Metes and bounds')[1]).toEqual(['14', '56', '11']);
  });

  test('B7-16 show three rows per page of a table', async () => {
    const portal = await open({ handlers: { 'search/legalDescriptionDetails': () => details } });
    await click(portal, /^Details/);
    const dialog = within(screen.getByRole('dialog'));
    const table = dialog.getByRole('table', { name: 'Metes and bounds' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    await portal.user.click(dialog.getByRole('button', { name: 'Next metes and bounds' }));
    expect(dialog.getByText('17')).toBeTruthy();
    expect(dialog.queryByText('16')).toBeNull();
  });

  test('B7-19 send a failed load to the log of the server, and show no alert', async () => {
    const portal = await open({
      handlers: {
        'search/legalDescriptionDetails': () => refuse({ status: 500, message: 'No.' }),
        logReact: () => null,
      },
    });
    await click(portal, /^Details/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.server.callsTo('logReact')[0]?.body.message).toContain('legalDescriptionDetails');
  });
});
