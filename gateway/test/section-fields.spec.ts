import { expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { searchTypes } from '@portal/proto/http/search-types';
import { sectionFields } from '../src/http/section-fields.js';

const link = (heading: string) => ({ heading, paragraphContent: 'https://lake.example/' });

test('C4-33 the list of links on the login page is padded to twelve rows in an answer', () => {
  const { paragraphs } = sectionFields('loginPageLinks', { paragraphs: [link('Forms'), link('Fees')] });
  expect(paragraphs).toHaveLength(12);
  expect((paragraphs as object[]).slice(0, 3)).toEqual([
    link('Forms'),
    link('Fees'),
    { heading: '', paragraphContent: '' },
  ]);
});

test('C5-02 C5-03 the settings page Search 1 states for each kind of search whether it is enabled, with its note', () => {
  const fields = sectionFields('search', {
    ...sectionDefaults('search'),
    ...{ enabled: ['searchByPlat'], countyNotes: { searchByTractIndexNMI: 'Ask the office.' } },
  });
  const types =
    'searchByAddress searchByBookAndPage searchByDate searchByDocumentNumber searchByLegalDescription searchByName searchByParcelId searchByTorrensCertificate searchByTorrensText searchByTaxLien searchByGrantorGranteeBook searchByPlat searchByTractBookId searchByTractBookLegal searchByTractIndexNMI';
  expect([...searchTypes].sort()).toEqual(types.split(' ').sort());
  for (const type of types.split(' '))
    expect([type, fields[type], fields[`${type}CountyNote`]]).toEqual([
      ...[type, type === 'searchByPlat'],
      type === 'searchByTractIndexNMI' ? 'Ask the office.' : '',
    ]);
  expect(fields).toMatchObject({ defaultSearch: 'searchByName', searchAccess: 'same' });
});

test('C3-20 the price fields of the alternate rates have the suffix CreditCard', () => {
  const value = { ...sectionDefaults('creditCardAlternateRates'), searchByTaxLien: 125, imageFirstPage: 50 };
  const fields = sectionFields('creditCardAlternateRates', value);
  expect(fields).toMatchObject({ searchByTaxLienCreditCard: 125, imageFirstPageCreditCard: 50 });
  expect(Object.keys(fields).filter((name) => name.endsWith('CreditCard'))).toHaveLength(18);
});

test('the answer for the settings section Common has the fields of this section and no others', () => {
  const value = sectionDefaults('common');
  expect(sectionFields('common', value)).toEqual(value);
});
