/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind, SearchType } from '@portal/proto/http/search-types';
import { addressOf, arriveAt, openPortal, preparePortal, settle, type PortalTerms } from './portal.js';
import {
  answerBatch,
  everything,
  resultsAt,
  someBookEntry,
  someCertificate,
  someLien,
  someTractEntry,
} from './records.js';

preparePortal({ beforeAll, afterEach });

interface Kind {
  path: string;
  type: SearchType;
  criteria: string;
  record: (number: number) => RecordOf<ResultKind>;
}

const certificates: Kind = {
  path: 'TorrensSearchResults',
  type: 'searchByTorrensText',
  criteria: '&text=LAKE',
  record: someCertificate,
};
const books: Kind = {
  path: 'GrantorGranteeBookSearchResults',
  type: 'searchByGrantorGranteeBook',
  criteria: '&grantorGranteeLastName=SMITH',
  record: someBookEntry,
};
const liens: Kind = {
  path: 'TaxLienSearchResults',
  type: 'searchByTaxLien',
  criteria: '&searchByTaxLienMethod=LIENNUMBER&lienNumber=F-88120',
  record: someLien,
};
const tracts: Kind = {
  path: 'TractBookSearchResults',
  type: 'searchByTractBookId',
  criteria: '&tractBookId=1',
  record: someTractEntry,
};

const open = (
  { path, type, criteria, record }: Kind,
  { total = 2, ...terms }: PortalTerms & { total?: number } = {},
  more = '',
) =>
  openPortal(resultsAt(path, type, `${criteria}${more}`), {
    user: everything.user,
    help: { ...everything.help, ...terms.help },
    handlers: { [`search/${type}`]: (body) => answerBatch(body, { total, record }), ...terms.handlers },
  });

/** The heads of the columns, without the parts that are hidden from screen readers. */
const heads = (): string[] =>
  [...document.querySelectorAll('.results thead th')].map((head) => {
    const heard = head.cloneNode(true) as Element;
    for (const hidden of heard.querySelectorAll('[aria-hidden]')) hidden.remove();
    return (heard.textContent ?? '').replace(/, sorted .*?(ascending|descending)/, '');
  });
const cells = (row = 0): string[] =>
  [...(document.querySelectorAll('.results tbody tr')[row]?.children ?? [])].map(({ textContent }) =>
    (textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
const sorts = (): string[] =>
  [...screen.getByLabelText<HTMLSelectElement>('Sort by').options].map(({ text }) => text);
const firstSearch = ({ server }: Awaited<ReturnType<typeof open>>, { type }: Kind) =>
  server.callsTo(`search/${type}`)[0]?.body;

describe('the Torrens results', () => {
  test('B5-01 B5-02 show a checkbox, certificate and file number, date and book, and status in a row', async () => {
    await open(certificates);
    expect(heads()).toEqual(['Select', 'Certificate #File #', 'CertifiedBook / page', 'Status']);
    expect(screen.getByRole('checkbox', { name: 'Select 1000001' })).toBeTruthy();
    expect(cells().slice(1)).toEqual(['1000001File 9981', '06/02/198761 / 18', 'Cancelled']);
  });

  test('B5-02 show no file number in a county without file numbers', async () => {
    await open(certificates, { help: { index: { torrens: true, torrensUseFileNumber: false } } });
    expect(heads()[1]).toBe('Certificate #');
    expect(cells()[1]).toBe('1000001');
  });

  test.each([
    [1, 'Cancelledby 9000001', 0],
    [3, 'Cancelled 3 cancelling certificatesby 9000001', 1],
  ])(
    'B5-03 show, for a certificate with %d canceling certificates, the status %s',
    async (count, text, badges) => {
      const cancelledBySearchResults = Array.from({ length: count }, (_certificate, index) => ({
        cancelledByCertificateId: `C900000${index + 1}`,
        cancelledByCertificateNumber: `900000${index + 1}`,
      }));
      const record = (number: number) => someCertificate(number, { cancelledBySearchResults });
      await open({ ...certificates, record }, { total: 1 });
      expect(cells()[3]).toBe(text);
      expect(document.querySelectorAll('.more')).toHaveLength(badges);
    },
  );

  test('B5-04 have the buttons Notable Dates, Filter Selections and Reset READ, and Back only after a linked search', async () => {
    const portal = await open(certificates, {
      handlers: { 'search/torrensCertificateDetails': () => someCertificate(1000001) },
    });
    expect(screen.getByRole('button', { name: 'Notable Dates' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filter Selections' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset READ' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to Search Results' })).toBeNull();
    await portal.user.click(screen.getByRole('link', { name: '1000001' }));
    await settle();
    await portal.user.click(screen.getByRole('button', { name: 'Reset READ' }));
    expect(portal.store.getState().search.readRecords).toEqual([]);
  });

  test.each([
    ['searchByTorrensText', true, 1],
    ['searchByTorrensText', false, 0],
    ['searchByTorrensCertificate', true, 0],
  ] as const)(
    'B5-05 of the search %s have, with downloadResults %s, %d Download buttons',
    async (type, downloadResults, buttons) => {
      await open({ ...certificates, type }, { help: { search2: { downloadResults } } });
      expect(screen.queryAllByRole('button', { name: 'Download' })).toHaveLength(buttons);
    },
  );

  test('B5-06 B5-07 are sorted by number, date or book, and by ascending number at first', async () => {
    const portal = await open(certificates, { help: { common: { bookLabel: 'Volume' } } });
    expect(sorts()).toEqual(['Certificate Number', 'Certified Date', 'Volume']);
    expect(firstSearch(portal, certificates)).toMatchObject({
      sortKey: 'certificateNumber',
      sortDirection: 'ASC',
    });
    await portal.user.click(screen.getByRole('button', { name: 'Certified' }));
    await settle();
    expect(addressOf(portal)).toContain('sort=certifiedDate');
  });
});

describe('the grantor/grantee book results', () => {
  test('B6-01 show reference and type, names and dates in a row', async () => {
    await open(books);
    expect(heads()).toEqual(['Select', 'Book Reference IDType', 'From NameTo Name', 'From DateTo Date']);
    expect(cells().slice(1)).toEqual(['1000001Grantor', 'SMITHSMYTHE', '01/01/189012/31/1912']);
  });

  test('B6-02 B6-03 are sorted by reference, name or date, and by ascending reference at first', async () => {
    const portal = await open(books);
    expect(sorts()).toEqual(['Book Reference ID', 'From Name', 'From Date']);
    expect(firstSearch(portal, books)).toMatchObject({ sortKey: 'id', sortDirection: 'ASC' });
  });
});

describe('both dates of a book', () => {
  test('have labels on cards, which have no column heads', async () => {
    await open(books);
    const labels = ['01/01/1890', '12/31/1912'].map((date) =>
      screen.getAllByText(date)[0]?.closest('[data-label]')?.getAttribute('data-label'),
    );
    expect(labels).toEqual(['From Date', 'To Date']);
  });
});

describe('the tax lien results', () => {
  test('B6-08 are sorted by document number, recorded date, lien date or lien number', async () => {
    const portal = await open(liens);
    expect(sorts()).toEqual(['Document Number', 'Recorded Date', 'Lien Date', 'Lien Number']);
    expect(firstSearch(portal, liens)).toMatchObject({ sortKey: 'docNumber', sortDirection: 'ASC' });
  });

  test('label the lien date on cards, which have no column heads', async () => {
    await open(liens);
    for (const date of screen.getAllByText('04/30/2019'))
      expect(date.closest('[data-label]')?.getAttribute('data-label')).toBe('Lien date');
  });

  test('show the note No lien date in place of a missing date, and cards leave this note out', async () => {
    await open({ ...liens, record: (number) => someLien(number, { lienDate: '' }) });
    expect(screen.getAllByText('No lien date').every((note) => note.closest('.none'))).toBe(true);
  });

  test('B6-09 show instrument, number, dates, lien number, taxpayers, revisions and releases in a row', async () => {
    const record = (number: number) =>
      someLien(number, {
        revisionSearchResults: [
          { flag: 'Refiled', docNumber: '77', docType: 'A', displayDocNumber: 'A77' },
          { flag: 'Refiled', docNumber: '78', docType: 'A', displayDocNumber: 'A78' },
        ],
        releaseSearchResults: [
          {
            partialFullFlag: 'Full',
            releaseDocNumber: '90',
            releaseDocType: 'A',
            releaseDisplayDocNumber: 'A90',
            releaseDate: '01/02/2021',
            revokeDocNumber: '',
            revokeDocType: '',
            revokeDisplayDocNumber: '',
            revokeDate: '',
          },
        ],
      });
    await open({ ...liens, record });
    expect(heads()).toEqual([
      'Select',
      'InstrumentDocument #',
      'RecordedLien date',
      'Lien numberTaxpayers',
      'RevisionsReleases / revokes',
    ]);
    expect(cells().slice(1)).toEqual([
      'Federal Tax LienA1000001',
      '05/11/201904/30/2019',
      'F-88120OLSON, ERIK J',
      'A77 Refiled +1 moreA90 Full',
    ]);
  });
});

describe('the tract book results', () => {
  test('B6-15 are sorted by id or recorded date', async () => {
    const portal = await open(tracts);
    expect(sorts()).toEqual(['Tract Book ID', 'Recorded Date']);
    expect(firstSearch(portal, tracts)).toMatchObject({ sortKey: 'id', sortDirection: 'ASC' });
  });

  test('B6-16 show in each row the id, the recorded date, the first legal description and how many more there are', async () => {
    await open({ ...tracts, record: (number) => someTractEntry(number, { legalCount: 12 }) });
    expect(heads()).toEqual(['Select', 'Tract Book ID', 'Recorded', 'Legals']);
    expect(cells().slice(1)).toEqual(['1000001', '02/03/1901', 'NE1/4 SEC 14 TWP 56 RGE 11 +11 more']);
  });
});

describe('the URL of results', () => {
  test('B2-31 opens the result screen for its kind of search', async () => {
    const portal = await open({ ...tracts, path: 'SearchResults' });
    await arriveAt(portal, resultsAt('TractBookSearchResults', tracts.type, tracts.criteria));
    expect(heads()).toHaveLength(4);
  });

  test('leads to the message No Records Found if its search finds nothing', async () => {
    await open(tracts, { total: 0 });
    expect(screen.getByText('No Records Found.')).toBeTruthy();
    expect(screen.queryByText(/0-0 of 0/)).toBeNull();
  });
});
