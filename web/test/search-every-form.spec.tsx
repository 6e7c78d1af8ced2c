/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { SearchType } from '@portal/proto/http/search-types';
import { box, enter, labelOf, messageOf, names, options, searches, submit } from './forms.js';
import { everyLake, everySearchUser, openPortal, preparePortal } from './portal.js';
import { answerBatch } from './records.js';

preparePortal({ beforeAll, afterEach });

const open = (type: SearchType, help: Record<string, unknown> = {}, handlers = {}) =>
  openPortal(`/search/${type}`, { user: everySearchUser, help: { ...everyLake, ...help }, handlers });
const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;
const nothing = (type: SearchType) => ({
  [`search/${type}`]: (body: Record<string, unknown>) => answerBatch(body, { total: 0 }),
});
const index = (flags: Record<string, boolean>) => ({
  index: { propertyCode: true, torrens: true, ...flags },
});

describe('the address form', () => {
  test('B1-039 B1-040 has house number, street, city, group and dates with their defaults', async () => {
    await open('searchByAddress');
    expect(heading()).toBe('Search by Address');
    expect(names()).toEqual([
      'streetNumber',
      'streetName',
      'city',
      'instrumentGroup',
      'fromRecordedDate',
      'toRecordedDate',
    ]);
    expect(labelOf('streetNumber')).toBe('House Number *');
    expect(box('instrumentGroup').value).toBe('ALL');
    expect(box('fromRecordedDate').value).toBe('01/01/1890');
    expect(box('toRecordedDate').value).toBe('11/21/2026');
  });

  test('B1-041 B1-042 B1-044 shows messages beside their fields and sends nothing', async () => {
    const portal = await open('searchByAddress');
    enter('city', 'EL');
    await submit(portal);
    expect(messageOf('streetNumber')).toBe('Required.');
    expect(messageOf('streetName')).toBe('Required.');
    expect(messageOf('city')).toBe('Three characters minimum, or leave blank.');
    expect(searches(portal, 'searchByAddress')).toHaveLength(0);
  });

  test('B1-043 says that a street name is too short', async () => {
    const portal = await open('searchByAddress');
    enter('streetNumber', '12');
    enter('streetName', 'OA');
    await submit(portal);
    expect(messageOf('streetName')).toBe('Three characters minimum.');
  });
});

describe('the book and page form', () => {
  const labels = { common: { bookLabel: 'Liber' } };

  test('B1-046 B1-007 uses the county’s word for a book in its heading, its menu entry and the label of its field', async () => {
    await open('searchByBookAndPage', labels);
    expect(heading()).toBe('Search by Liber & Page');
    expect(screen.getByRole('link', { name: 'Liber and Page' })).toBeTruthy();
    expect(labelOf('book')).toBe('Liber *');
  });

  test('B1-047 has book and page if there are no book types', async () => {
    await open('searchByBookAndPage');
    expect(names()).toEqual(['book', 'page']);
  });

  test('B1-047 B1-046 has a select of book types, ALL by default, if there are book types', async () => {
    await open('searchByBookAndPage', index({ bookType: true }));
    expect(names()).toEqual(['book', 'page', 'bookType']);
    expect(box('bookType').value).toBe('ALL');
    expect(options('bookType')).toEqual(['All', 'Deeds']);
  });

  test('B1-048 requires a book', async () => {
    const portal = await open('searchByBookAndPage');
    await submit(portal);
    expect(messageOf('book')).toBe('Required.');
  });

  test('B1-049 can be submitted without a page', async () => {
    const portal = await open('searchByBookAndPage', {}, nothing('searchByBookAndPage'));
    enter('book', '214');
    await submit(portal);
    expect(searches(portal, 'searchByBookAndPage')[0]?.body).toMatchObject({ book: '214', bookType: 'ALL' });
  });

  test('sends the page number of a book as a criterion, not as the page of the results', async () => {
    const portal = await open('searchByBookAndPage', {}, nothing('searchByBookAndPage'));
    enter('book', '214');
    enter('page', '345');
    await submit(portal);
    expect(searches(portal, 'searchByBookAndPage')[0]?.body).toMatchObject({
      book: '214',
      page: '345',
      pageNumber: 1,
    });
  });
});

describe('the date form', () => {
  test('B1-050 has document type, group and dates', async () => {
    await open('searchByDate');
    expect(names().sort()).toEqual(
      ['documentType', 'fromRecordedDate', 'instrumentGroup', 'toRecordedDate'].sort(),
    );
  });

  test('B1-051 has today’s date in the To field', async () => {
    await open('searchByDate');
    expect(box('toRecordedDate').value).toBe('11/21/2026');
  });

  test('B1-051 has the verified date in the To field if the county uses that date', async () => {
    await open('searchByDate', { notableDates: { ...everyLake.notableDates, useVerificationDate: true } });
    expect(box('toRecordedDate').value).toBe('11/14/2026');
  });

  test('opens with an empty From field, and Clear empties it again', async () => {
    const portal = await open('searchByDate');
    expect(box('fromRecordedDate').value).toBe('');
    enter('fromRecordedDate', '11/21/2025');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box('fromRecordedDate').value).toBe('');
  });

  test('B1-052 requires a from date', async () => {
    const portal = await open('searchByDate');
    await submit(portal);
    expect(messageOf('fromRecordedDate')).toBe('Required.');
    expect(messageOf('toRecordedDate')).toBeUndefined();
    expect(searches(portal, 'searchByDate')).toEqual([]);
  });

  test.each([
    { today: '2026-11-21', shown: '11/21/2026', yearBefore: '11/21/2025', earlier: '11/19/2025' },
    { today: '2027-01-01', shown: '01/01/2027', yearBefore: '01/01/2026', earlier: '12/30/2025' },
    { today: '2028-02-29', shown: '02/29/2028', yearBefore: '02/28/2027', earlier: '02/27/2027' },
    { today: '2028-03-01', shown: '03/01/2028', yearBefore: '03/01/2027', earlier: '02/28/2027' },
    { today: '2029-01-01', shown: '01/01/2029', yearBefore: '01/01/2028', earlier: '12/31/2027' },
  ])(
    'B1-051 B1-053 accepts, on $shown, a From date one year earlier ($yearBefore), and refuses $earlier',
    async ({ today, shown, yearBefore, earlier }) => {
      const county = { id: 'lake', state: 'MN', timeZone: 'America/Chicago', today };
      const portal = await open('searchByDate', { county }, nothing('searchByDate'));
      expect(box('toRecordedDate').value).toBe(shown);
      enter('fromRecordedDate', earlier);
      await submit(portal);
      expect(messageOf('toRecordedDate')).toBe('Date range cannot exceed a year.');
      expect(searches(portal, 'searchByDate')).toEqual([]);
      enter('fromRecordedDate', yearBefore);
      await submit(portal);
      expect(searches(portal, 'searchByDate')[0]?.body).toMatchObject({
        fromRecordedDate: yearBefore,
        toRecordedDate: shown,
      });
    },
  );
});

describe('the parcel id form', () => {
  test('B1-082 has parcel id, document type and dates', async () => {
    await open('searchByParcelId');
    expect(names()).toEqual(['parcelId', 'documentType', 'fromRecordedDate', 'toRecordedDate']);
  });

  test('B1-082 B1-028 has no document type if the county does not ask for it', async () => {
    await open('searchByParcelId', index({ propertyCode: false }));
    expect(names()).toEqual(['parcelId', 'fromRecordedDate', 'toRecordedDate']);
  });

  test('B1-083 B1-084 shows its messages beside the fields that are wrong', async () => {
    const portal = await open('searchByParcelId');
    await submit(portal);
    expect(messageOf('parcelId')).toBe('Required.');
    enter('parcelId', '2');
    await submit(portal);
    expect(messageOf('parcelId')).toBe('2 characters minimum.');
    enter('parcelId', '25%');
    await submit(portal);
    expect(messageOf('parcelId')).toBe('Invalid characters.');
  });
});

describe('a Torrens form', () => {
  const common = { common: { torrensLabel: 'Registered Land' } };

  test('B1-086 has one field, and its heading uses the county’s own name for Torrens', async () => {
    await open('searchByTorrensCertificate', common);
    expect(heading()).toBe('Registered Land Certificate');
    expect(names()).toEqual(['certificateNumber']);
  });

  test('B1-087 can be submitted with an empty certificate number', async () => {
    const portal = await open('searchByTorrensCertificate', {}, nothing('searchByTorrensCertificate'));
    await submit(portal);
    expect(searches(portal, 'searchByTorrensCertificate')).toHaveLength(1);
  });

  test('B1-088 B1-089 searches for a text in all sections or in one section', async () => {
    await open('searchByTorrensText');
    expect(names()).toEqual(['text', 'searchIn']);
    expect(box('searchIn').value).toBe('ALL');
    expect(options('searchIn')).toEqual([
      'All Sections',
      'Legal',
      'Memorial Doc #',
      'Memorial Text',
      'Recital',
    ]);
  });

  test.each([
    ['ALL', 'Text or Document Number'],
    ['DOCUMENT', 'Document Number'],
    ['LEGAL', 'Text'],
    ['MEMORIAL', 'Text'],
    ['RECITAL', 'Text'],
  ])('B1-090 labels the text of the section %s as %s', async (section, label) => {
    await open('searchByTorrensText');
    enter('searchIn', section);
    expect(labelOf('text')).toBe(label);
  });

  test('B1-091 can be submitted with an empty text', async () => {
    const portal = await open('searchByTorrensText', {}, nothing('searchByTorrensText'));
    await submit(portal);
    expect(searches(portal, 'searchByTorrensText')).toHaveLength(1);
  });
});

describe('the tract index form', () => {
  test('B1-092 has island, village, parcel id and dates', async () => {
    await open('searchByTractIndexNMI');
    expect(names()).toEqual(['island', 'village', 'parcelId', 'fromRecordedDate', 'toRecordedDate']);
    expect(options('island')).toEqual(['Choose one', 'Saipan', 'Tinian', 'Rota', 'Northern Islands']);
  });

  test('B1-093 B1-094 B1-095 B1-096 shows its messages beside the fields that are wrong', async () => {
    const portal = await open('searchByTractIndexNMI');
    enter('parcelId', '12-3');
    await submit(portal);
    expect(messageOf('island')).toBe('Required.');
    expect(messageOf('village')).toBe('Required.');
    expect(messageOf('parcelId')).toBe('Letters and digits only.');
    enter('village', 'GA');
    await submit(portal);
    expect(messageOf('village')).toBe('Three characters minimum.');
  });
});

describe('the grantor grantee book form', () => {
  test('B1-101 B1-026 has last name, Search in and dates from 01/01/1800', async () => {
    await open('searchByGrantorGranteeBook');
    expect(heading()).toBe('Grantor Grantee Book Search');
    expect([...new Set(names())]).toEqual([
      'grantorGranteeLastName',
      'searchIn',
      'fromRecordedDate',
      'toRecordedDate',
    ]);
    expect(box('fromRecordedDate').value).toBe('01/01/1800');
  });

  test('B1-025 sets the From field to 01/01/1800 when Clear is pressed', async () => {
    const portal = await open('searchByGrantorGranteeBook');
    enter('fromRecordedDate', '01/01/2000');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box('fromRecordedDate').value).toBe('01/01/1800');
  });

  test('B1-102 requires a last name', async () => {
    const portal = await open('searchByGrantorGranteeBook');
    await submit(portal);
    expect(messageOf('grantorGranteeLastName')).toBe('Required.');
  });
});

test('B1-120 the tract book search by id has one required field', async () => {
  const portal = await open('searchByTractBookId');
  expect(heading()).toBe('Tract Book Search by ID');
  expect(names()).toEqual(['tractBookId']);
  expect(labelOf('tractBookId')).toBe('Tract Book ID *');
  await submit(portal);
  expect(messageOf('tractBookId')).toBe('Required.');
});
