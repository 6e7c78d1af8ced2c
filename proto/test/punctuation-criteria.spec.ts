import { describe, expect, test } from '@jest/globals';
import type { SearchType } from '@portal/proto/http/search-types';
import { goodDates, issuesOf } from './criteria-cases.js';

const required = 'forms:required';
const invalid = 'forms:invalidCharacters';

const smith = { grantorGranteeLastName1: 'SMITH', grantorGranteeLastName2: 'LIND' };
const oak = { streetNumber: '12', streetName: 'OAK' };
const garapan = { island: 'SAIPAN', village: 'GARAPAN' };
const taxpayer = { searchByTaxLienMethod: 'TAXPAYER', taxpayerName: 'LIND' };
const lots = { plat: '12', platNumber: '12', grantorGranteeLastNameLb: 'LIND' };

/**
 * Searches ignore each of these characters: punctuation, a dash, and the okina, which Unicode counts as a letter.
 */
describe.each(['-', '.', "'", '–', 'ʻ'])('a criterion of nothing but %s', (mark) => {
  const three = mark.repeat(3);

  test.each<[SearchType, Record<string, string>, Record<string, string>]>([
    ['searchByName', { ...smith, grantorGranteeFirstName1: mark }, { grantorGranteeFirstName1: invalid }],
    ['searchByName', { ...smith, grantorGranteeFirstName2: three }, { grantorGranteeFirstName2: invalid }],
    [
      'searchByName',
      { ...smith, grantorGranteeFirstName1: 'ANN', grantorGranteeMiddleInitial1: mark },
      { grantorGranteeMiddleInitial1: invalid },
    ],
    [
      'searchByName',
      { ...smith, grantorGranteeFirstName1: mark, grantorGranteeMiddleInitial1: 'J' },
      { grantorGranteeFirstName1: 'forms:requiredIfMi' },
    ],
    [
      'searchByLegalDescription',
      { ...lots, grantorGranteeFirstNameLb: mark },
      { grantorGranteeFirstNameLb: invalid },
    ],
    ['searchByTaxLien', { ...taxpayer, taxpayerFirstName: mark }, { taxpayerFirstName: invalid }],
    ['searchByTaxLien', { ...taxpayer, taxpayerMiddleInitial: mark }, { taxpayerMiddleInitial: invalid }],
    ['searchByTractIndexNMI', { ...garapan, parcelId: 'ʻ' }, { parcelId: invalid }],
    ['searchByAddress', { ...oak, city: three }, { city: 'forms:threeCharactersOrBlank' }],
  ])(
    'is refused in an optional field, where it would match everything (%s, %j)',
    (type, criteria, issues) => {
      expect(issuesOf(type, { ...goodDates, ...criteria })).toEqual(issues);
    },
  );

  test.each<[SearchType, Record<string, string>, string]>([
    ['searchByTaxLien', taxpayer, 'taxpayerName'],
    ['searchByTaxLien', { searchByTaxLienMethod: 'LIENNUMBER' }, 'lienNumber'],
    ['searchByGrantorGranteeBook', {}, 'grantorGranteeLastName'],
    ['searchByAddress', oak, 'streetNumber'],
    ['searchByAddress', oak, 'streetName'],
    ['searchByTractIndexNMI', garapan, 'village'],
    ['searchByParcelId', {}, 'parcelId'],
    ['searchByDocumentNumber', {}, 'fromDocumentNumber'],
    ['searchByBookAndPage', {}, 'book'],
    ['searchByTractBookId', {}, 'tractBookId'],
  ])('is refused in a required field as if the field were empty (%s, %j, %s)', (type, criteria, field) => {
    expect(issuesOf(type, { ...goodDates, ...criteria, [field]: three })).toEqual({ [field]: required });
  });
});
