/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind, SearchType } from '@portal/proto/http/search-types';
import { setImageHandler, type ImageRequest } from '../src/shared/image-request.js';
import { openPortal, preparePortal, refuse, settle, type someUser, type PortalTerms } from './portal.js';
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
  id: string;
  details: string;
  record: RecordOf<ResultKind>;
}

const certificate = (over: Parameters<typeof someCertificate>[1] = {}): Kind => ({
  path: 'TorrensSearchResults',
  type: 'searchByTorrensText',
  id: 'C1000001',
  details: 'search/torrensCertificateDetails',
  record: someCertificate(1000001, over),
});
const book = (): Kind => ({
  path: 'GrantorGranteeBookSearchResults',
  type: 'searchByGrantorGranteeBook',
  id: 'G1000001',
  details: 'search/grantorGranteeBookDetails',
  record: someBookEntry(1000001),
});
const lien = (over: Parameters<typeof someLien>[1] = {}): Kind => ({
  path: 'TaxLienSearchResults',
  type: 'searchByTaxLien',
  id: 'A1000001',
  details: 'search/taxLienDetails',
  record: someLien(1000001, over),
});
const tract = (over: Parameters<typeof someTractEntry>[1] = {}): Kind => ({
  path: 'TractBookSearchResults',
  type: 'searchByTractBookId',
  id: 'B1000001',
  details: 'search/tractBookDetails',
  record: someTractEntry(1000001, over),
});

const open = ({ path, type, id, details, record }: Kind, terms: PortalTerms = {}, selected = true) =>
  openPortal(resultsAt(path, type, selected ? `&document=${id}` : ''), {
    ...everything,
    ...terms,
    help: { ...everything.help, ...terms.help },
    handlers: {
      [`search/${type}`]: (body) => answerBatch(body, { total: 1, record: () => record }),
      [details]: () => record,
      ...terms.handlers,
    },
  });
const pane = () => within(document.querySelector<HTMLElement>('.detail') as HTMLElement);
const facts = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('.detail .facts dt')].map((dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent ?? '',
    ]),
  );
const requests = (): ImageRequest[] => {
  const list: ImageRequest[] = [];
  setImageHandler((request) => list.push(request));
  return list;
};
const userWith = (over: Parameters<typeof someUser>[0]) => ({ ...everything.user, ...over });
const buttons = (name: string) => pane().queryAllByRole('button', { name });

describe('the details of a certificate', () => {
  test('B5-08 B5-09 are requested by the key of the certificate, and show number, date, book and status', async () => {
    const portal = await open(certificate());
    expect(portal.server.callsTo('search/torrensCertificateDetails')[0]?.body).toMatchObject({
      docId: 'C1000001',
    });
    expect(pane().getByRole('heading', { level: 2 }).textContent).toBe('Torrens certificate');
    expect(document.querySelector('.detail .badge')?.textContent?.trim()).toBe('Cancelled');
    expect(facts()).toMatchObject({
      'Certificate number': '1000001',
      Certified: '06/02/1987',
      'Book / page': '61 / 18',
      Status: 'Cancelled',
    });
  });

  test.each([
    [true, '9981'],
    [false, undefined],
  ])('B5-10 show, with torrensUseFileNumber %s, the file number %s', async (torrensUseFileNumber, file) => {
    await open(certificate(), { help: { index: { torrens: true, torrensUseFileNumber } } });
    expect(facts()['File number']).toBe(file);
  });

  test('B4-02 show no book type in a county without book types', async () => {
    await open(certificate({ displayBookAndPage: '61/18/T' }));
    expect(facts()['Book / page']).toBe('61/18');
    expect(document.querySelector('.results .cell-date .muted')?.textContent).toBe('61/18');
  });

  test('B5-11 list the canceling certificates, three at a time', async () => {
    const cancelledBySearchResults = ['1', '2', '3', '4'].map((number) => ({
      cancelledByCertificateId: `C${number}`,
      cancelledByCertificateNumber: number,
    }));
    const portal = await open(certificate({ cancelledBySearchResults }));
    const table = pane().getByRole('table', { name: 'Cancelled By' });
    expect(within(table).getAllByRole('link')).toHaveLength(3);
    await portal.user.click(pane().getByRole('button', { name: 'Next cancelled by' }));
    expect(pane().getByRole('link', { name: '4' })).toBeTruthy();
  });

  test.each([
    [true, false, 1],
    [false, true, 1],
    [false, false, 0],
  ])(
    'B5-12 have, for a user with certificateRetrieval %s and certificatePreviewRetrieval %s, %d Certificate buttons',
    async (certificateRetrieval, certificatePreviewRetrieval, count) => {
      await open(certificate(), { user: userWith({ certificateRetrieval, certificatePreviewRetrieval }) });
      expect(buttons('Certificate')).toHaveLength(count);
    },
  );

  test('B5-12 open the images of the certificate when the Certificate button is pressed', async () => {
    const portal = await open(certificate());
    const asked = requests();
    await portal.user.click(pane().getByRole('button', { name: 'Certificate' }));
    expect(asked).toMatchObject([{ documentKey: 'C1000001', instrumentCode: '' }]);
  });

  test('B5-13 ask for a selection if the Certificate button is pressed and nothing is selected', async () => {
    const portal = await open(certificate(), {}, false);
    await portal.user.click(pane().getByRole('button', { name: 'Certificate' }));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('Select a certificate.');
  });
});

describe('the details of a grantor/grantee book entry', () => {
  test('B6-04 B6-06 show type, reference, names and dates', async () => {
    const portal = await open(book());
    expect(portal.server.callsTo('search/grantorGranteeBookDetails')[0]?.body).toMatchObject({
      docId: 'G1000001',
    });
    expect(facts()).toEqual({
      'Book Reference #': '1000001',
      Type: 'Grantor',
      Name: 'SMITH – SMYTHE',
      Date: '01/01/1890 – 12/31/1912',
    });
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('B6-05 have, for a user with imageRetrieval %s, %d Image buttons', async (imageRetrieval, count) => {
    await open(book(), { user: userWith({ imageRetrieval, previewRetrieval: false }) });
    expect(buttons('Image')).toHaveLength(count);
  });

  test('B6-07 write a failed load to the log, and show no alert', async () => {
    const portal = await open(book(), {
      handlers: {
        'search/grantorGranteeBookDetails': () => refuse({ status: 404, message: 'Not found.' }),
        logReact: () => null,
      },
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(portal.server.callsTo('logReact')[0]?.body.message).toContain('bookEntries');
  });
});

describe('the details of a tax lien', () => {
  test('B4-02 show no book type in a county without book types', async () => {
    await open(lien({ displayBookAndPage: '301/7/L' }));
    expect(facts()['Book / page']).toBe('301/7');
  });

  test('B6-10 B6-11 B6-14 show type badge, dates, numbers, amount and book', async () => {
    const portal = await open(lien());
    expect(portal.server.callsTo('search/taxLienDetails')[0]?.body).toMatchObject({ docId: 'A1000001' });
    expect(document.querySelector('.detail .badge')?.textContent?.trim()).toBe('Federal');
    expect(pane().getByRole('link', { name: 'A1000001' })).toBeTruthy();
    expect(facts()).toEqual({
      'Document number': 'A1000001',
      Recorded: '05/11/2019',
      'Lien date': '04/30/2019',
      'Lien number': 'F-88120',
      'Instrument date': '05/01/2019',
      'Total amount': '$12,400.00',
      'Book / page': '301 / 7',
    });
  });

  const release = {
    partialFullFlag: 'Partial',
    releaseDocNumber: '90',
    releaseDocType: 'A',
    releaseDisplayDocNumber: 'A0090',
    releaseDate: '01/02/2021',
    revokeDocNumber: '95',
    revokeDocType: 'A',
    revokeDisplayDocNumber: 'A0095',
    revokeDate: '03/04/2022',
  };

  test('B6-12 B6-13 have tables of taxpayers, revisions and releases', async () => {
    await open(
      lien({
        revisionSearchResults: [
          { flag: 'Refiled', docNumber: '77', docType: 'A', displayDocNumber: 'A0077' },
        ],
        releaseSearchResults: [release],
      }),
    );
    const textOf = (name: string) => pane().getByRole('table', { name }).querySelector('tbody')?.textContent;
    expect(textOf('Taxpayers')).toBe('OLSON, ERIK J12 MAIN ST');
    expect(textOf('Revisions')).toBe('RefiledA0077');
    expect(textOf('Releases / revokes')).toBe('PartialReleased A0090 01/02/2021Revoked A0095 03/04/2022');
    for (const name of ['A0077', 'A0090', 'A0095']) expect(pane().getByRole('link', { name })).toBeTruthy();
  });
});

describe('the details of a tract book entry', () => {
  const legals = Array.from({ length: 11 }, (_legal, index) => ({
    description: `LOT ${index + 1}`,
    comment: '',
    docId: 'B1000001',
  }));

  test('B6-17 B6-20 show id, recorded date and time, and the legal descriptions', async () => {
    const portal = await open(tract());
    expect(portal.server.callsTo('search/tractBookDetails')[0]?.body).toMatchObject({ docId: 'B1000001' });
    expect(facts()).toEqual({ 'Tract Book ID': '1000001', Recorded: '02/03/1901 9:05\u00a0AM' });
    expect(pane().getByText('NE1/4 SEC 14 TWP 56 RGE 11')).toBeTruthy();
    expect(pane().getByRole('button', { name: /^Details/ })).toBeTruthy();
  });

  test('B6-18 have ten legal descriptions on a page', async () => {
    const portal = await open(tract({ legalSearchResults: legals }));
    expect(document.querySelectorAll('.legal-list li')).toHaveLength(10);
    await portal.user.click(pane().getByRole('button', { name: 'Next legal descriptions' }));
    expect(document.querySelector('.legal-list')?.textContent).toContain('LOT 11');
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('B6-19 have, for a user with imageRetrieval %s, %d Image buttons', async (imageRetrieval, count) => {
    await open(tract(), { user: userWith({ imageRetrieval, previewRetrieval: false }) });
    expect(buttons('Image')).toHaveLength(count);
  });

  test('open the images of the entry when the Image button is pressed', async () => {
    const portal = await open(tract());
    const asked = requests();
    await portal.user.click(pane().getByRole('button', { name: 'Image' }));
    expect(asked).toMatchObject([{ documentKey: 'B1000001', instrumentCode: '' }]);
  });
});
