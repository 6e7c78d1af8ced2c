/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { box, choose, chosen, enter, labelOf, messageOf, names, options, searches, submit } from './forms.js';
import { everyLake, everySearchUser, openPortal, preparePortal, type Handler } from './portal.js';
import { answerBatch } from './records.js';

preparePortal({ beforeAll, afterEach });

type LegalType = 'searchByLegalDescription' | 'searchByTractBookLegal';
const both = ['searchByLegalDescription', 'searchByTractBookLegal'] as const;

const open = (address: string, flags: Record<string, boolean> = {}, handlers: Record<string, Handler> = {}) =>
  openPortal(`/search/${address}`, {
    user: everySearchUser,
    help: { ...everyLake, index: { ...everyLake.index, ...flags } },
    handlers,
  });
const nothing = (type: string): Record<string, Handler> => ({
  [`search/${type}`]: (body) => answerBatch(body, { total: 0 }),
});
const every = {
  qqqq: true,
  qqq: true,
  baseline: true,
  municipality: true,
  meridian: true,
  mbOtherLot: true,
  sublot: true,
};

describe.each(both)('%s', (type: LegalType) => {
  test('B1-058 B1-121 shows the fields of lots and blocks at first, and other fields when metes and bounds are chosen', async () => {
    await open(type);
    expect(chosen('legalType')).toBe('LB');
    expect(names()).toEqual(expect.arrayContaining(['platNumber', 'platName', 'lot', 'block', 'unit']));
    expect(names()).not.toContain('township');
    choose('legalType', 'MB');
    expect(names()).toEqual(expect.arrayContaining(['section', 'township', 'range', 'qq', 'q']));
    expect(names()).not.toContain('lot');
  });

  test('B1-059 searches with Contains unless Exact is chosen', async () => {
    await open(type);
    expect(chosen('searchMethod')).toBe('CONTAINS');
    expect(screen.getByRole('radiogroup', { name: 'Search method' }).textContent).toContain('Exact');
  });

  test('B1-125 B2-53 has no optional fields unless the flags of the county are on', async () => {
    await open(type);
    expect(names()).toContain('lot');
    expect(names()).not.toContain('sublot');
    choose('legalType', 'MB');
    expect(names()).toContain('section');
    for (const name of ['qqqq', 'qqq', 'base', 'meridian', 'municipality', 'otherLotMb'])
      expect(names()).not.toContain(name);
  });

  test('B1-060 B1-061 B1-122 B1-123 B1-125 shows every field if the flags of the county are on', async () => {
    await open(type, every);
    expect(names()).toEqual(
      expect.arrayContaining(
        'platNumber platName lot block sublot otherLotCodeLb otherLotLb building unit garage'.split(' '),
      ),
    );
    choose('legalType', 'MB');
    expect(names()).toEqual(
      expect.arrayContaining(
        'section township range base meridian municipality qqqq qqq qq q otherLotCodeMb otherLotMb'.split(
          ' ',
        ),
      ),
    );
    expect(options('base')).toEqual(['Any', '4th']);
    expect(box('municipality').tagName).toBe('INPUT');
    expect(options('qq')).toEqual(['Any', 'NE', 'NW', 'SE', 'SW']);
  });

  test('B1-064 B1-126 refuses lots and blocks without a plat', async () => {
    const portal = await open(type);
    await submit(portal);
    expect(messageOf('platNumber')).toBe('A valid plat required.');
    expect(searches(portal, type)).toHaveLength(0);
  });

  test('B1-067 accepts only numbers as section, township and range', async () => {
    const portal = await open(type);
    choose('legalType', 'MB');
    for (const name of ['section', 'township', 'range']) enter(name, '4A');
    await submit(portal);
    for (const name of ['section', 'township', 'range']) expect(messageOf(name)).toBe('Numbers only.');
  });

  test('neither checks nor sends hidden fields', async () => {
    const portal = await open(type, {}, nothing(type));
    enter('lot', '7%');
    choose('legalType', 'MB');
    for (const name of ['section', 'township', 'range']) enter(name, '4');
    await submit(portal);
    const sent = searches(portal, type)[0]?.body;
    expect(sent).toMatchObject({ legalType: 'MB', township: '4' });
    expect(sent).not.toHaveProperty('lot');
  });
});

test('B1-063 B1-062 the legal description form has the plat look-up, a name, type, group and dates', async () => {
  await open('searchByLegalDescription');
  expect(screen.getByRole('button', { name: 'Full List' })).toBeTruthy();
  expect(names()).toEqual(
    expect.arrayContaining([
      'grantorGranteeLastNameLb',
      'grantorGranteeFirstNameLb',
      'grantorGranteeMiddleInitialLb',
      'documentType',
      'instrumentGroup',
      'fromRecordedDate',
      'toRecordedDate',
    ]),
  );
  expect(box('grantorGranteeMiddleInitialLb').maxLength).toBe(1);
});

test('B1-065 B1-066 the legal description form requires a last name if a first name is entered, and both names if an initial is entered', async () => {
  const portal = await open('searchByLegalDescription');
  choose('legalType', 'MB');
  enter('grantorGranteeFirstNameMb', 'ANN');
  await submit(portal);
  expect(messageOf('grantorGranteeLastNameMb')).toBe('Required if First Name entered.');
  enter('grantorGranteeFirstNameMb', '');
  enter('grantorGranteeMiddleInitialMb', 'A');
  await submit(portal);
  expect(messageOf('grantorGranteeFirstNameMb')).toBe('Required if MI entered.');
  expect(messageOf('grantorGranteeLastNameMb')).toBe('Required if MI entered.');
});

test('B1-068 the legal description form requires township and range, but not the section', async () => {
  const portal = await open('searchByLegalDescription');
  choose('legalType', 'MB');
  await submit(portal);
  expect([messageOf('section'), messageOf('township'), messageOf('range')]).toEqual([
    undefined,
    'Required.',
    'Required.',
  ]);
});

test('B1-127 the tract book form requires section, township and range', async () => {
  const portal = await open('searchByTractBookLegal');
  choose('legalType', 'MB');
  await submit(portal);
  for (const name of ['section', 'township', 'range']) expect(messageOf(name)).toBe('Required.');
});

test('B1-124 B1-025 B1-026 the tract book form has 01/01/1800 in its From field, even after Clear', async () => {
  const portal = await open('searchByTractBookLegal');
  expect(box('fromRecordedDate').value).toBe('01/01/1800');
  expect(box('toRecordedDate').value).toBe('11/21/2026');
  enter('fromRecordedDate', '01/01/2000');
  await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(box('fromRecordedDate').value).toBe('01/01/1800');
});

describe('the tax lien form', () => {
  const fieldsOf = {
    DATERANGE: ['fromRecordedDate', 'toRecordedDate'],
    DOCUMENTNUMBER: ['documentNumber'],
    LIENNUMBER: ['lienNumber'],
    TAXPAYER: ['taxpayerName', 'taxpayerFirstName', 'taxpayerMiddleInitial'],
  };
  const everyField = Object.values(fieldsOf).flat();
  const tax = (handlers = {}) => open('searchByTaxLien', {}, handlers);

  test('B1-104 B1-109 offers searches by dates, document number, lien number and taxpayer; dates are selected at first', async () => {
    await tax();
    expect(chosen('searchByTaxLienMethod')).toBe('DATERANGE');
    expect(
      screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent?.trim()),
    ).toEqual(['Date Range', 'Document Number', 'Lien Number', 'Taxpayer Name']);
  });

  test('B1-106 B1-109 offers all, current and expired liens, and current liens by default', async () => {
    await tax();
    expect(options('currentOrExpired')).toEqual(['All', 'Current', 'Expired']);
    expect(box('currentOrExpired').value).toBe('CURRENT');
  });

  test.each(Object.entries(fieldsOf))(
    'B1-105 B1-107 shows the fields of a search by %s: %j',
    async (method, fields) => {
      await tax();
      choose('searchByTaxLienMethod', method);
      expect(names().filter((name) => everyField.includes(name))).toEqual(fields);
    },
  );

  test('B1-107 needs only one word of the taxpayer’s name, and accepts an initial of one character', async () => {
    await tax();
    choose('searchByTaxLienMethod', 'TAXPAYER');
    expect(labelOf('taxpayerName')).toBe('Name or business name *');
    expect(document.getElementById('taxpayerName-hint')?.textContent).toBe('One word minimum.');
    expect(box('taxpayerMiddleInitial').maxLength).toBe(1);
  });

  test('B1-111 B1-112 checks both dates of a search by dates', async () => {
    const portal = await tax();
    enter('fromRecordedDate', 'abc');
    await submit(portal);
    expect(messageOf('fromRecordedDate')).toMatch(/^Enter a date/);
    enter('fromRecordedDate', '01/02/2020');
    enter('toRecordedDate', '01/01/2020');
    await submit(portal);
    expect(messageOf('toRecordedDate')).toBe('Invalid date range.');
  });

  test.each([
    ['B1-113', 'DOCUMENTNUMBER', 'documentNumber'],
    ['B1-114', 'LIENNUMBER', 'lienNumber'],
    ['B1-115', 'TAXPAYER', 'taxpayerName'],
  ])('%s in a search by %s requires the field %s', async (_id, method, field) => {
    const portal = await tax();
    choose('searchByTaxLienMethod', method);
    await submit(portal);
    expect(messageOf(field)).toBe('Required.');
  });

  test('B1-117 keeps the messages when the method changes', async () => {
    const portal = await tax();
    choose('searchByTaxLienMethod', 'LIENNUMBER');
    await submit(portal);
    choose('searchByTaxLienMethod', 'DATERANGE');
    expect(screen.getByRole('alert').textContent).toContain('Lien number: Required.');
    choose('searchByTaxLienMethod', 'LIENNUMBER');
    expect(messageOf('lienNumber')).toBe('Required.');
  });

  test('B1-118 B1-119 B1-116 clears the fields of other methods and searches all dates', async () => {
    const portal = await tax(nothing('searchByTaxLien'));
    enter('fromRecordedDate', 'abc');
    choose('searchByTaxLienMethod', 'DOCUMENTNUMBER');
    enter('documentNumber', '12');
    choose('searchByTaxLienMethod', 'TAXPAYER');
    enter('taxpayerName', 'LIND');
    enter('taxpayerMiddleInitial', 'A');
    await submit(portal);
    const sent = searches(portal, 'searchByTaxLien')[0]?.body;
    expect(sent).not.toHaveProperty('documentNumber');
    expect(sent).toMatchObject({
      searchByTaxLienMethod: 'TAXPAYER',
      taxpayerName: 'LIND',
      taxpayerMiddleInitial: 'A',
      fromRecordedDate: '01/01/1900',
      toRecordedDate: '11/21/2026',
    });
    choose('searchByTaxLienMethod', 'DOCUMENTNUMBER');
    expect(box('documentNumber').value).toBe('');
  });

  test('B1-110 sends ALL with a search by document number if ALL is chosen', async () => {
    const portal = await tax(nothing('searchByTaxLien'));
    choose('searchByTaxLienMethod', 'DOCUMENTNUMBER');
    enter('documentNumber', '12');
    enter('currentOrExpired', 'ALL');
    await submit(portal);
    expect(searches(portal, 'searchByTaxLien')[0]?.body).toMatchObject({
      documentNumber: '12',
      currentOrExpired: 'ALL',
    });
  });
});
