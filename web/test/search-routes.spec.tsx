/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { names } from './forms.js';
import { everyLake, everySearchUser, openPortal, preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

/** The heading of each kind's form, and the name of the form's first field. */
const ownOf: Readonly<Record<SearchType, readonly [heading: string, first: string]>> = {
  searchByAddress: ['Search by Address', 'streetNumber'],
  searchByBookAndPage: ['Search by Book & Page', 'book'],
  searchByDate: ['Search by Date', 'fromRecordedDate'],
  searchByDocumentNumber: ['Search by Document Number', 'documentType'],
  searchByLegalDescription: ['Search by Legal Description', 'legalType'],
  searchByName: ['Search by Name', 'grantorGranteeLastName1'],
  searchByParcelId: ['Search by Parcel ID', 'parcelId'],
  searchByTorrensCertificate: ['Torrens Certificate', 'certificateNumber'],
  searchByTorrensText: ['Torrens Text', 'text'],
  searchByTractIndexNMI: ['Search by Tract Index', 'island'],
  searchByPlat: ['Plat Search', 'platNumber'],
  searchByGrantorGranteeBook: ['Grantor Grantee Book Search', 'grantorGranteeLastName'],
  searchByTaxLien: ['Tax Lien Search', 'searchByTaxLienMethod'],
  searchByTractBookId: ['Tract Book Search by ID', 'tractBookId'],
  searchByTractBookLegal: ['Tract Book Search by Legal', 'legalType'],
};

test.each(searchTypes)('B1-013 /search/%s opens its form and no other', async (type) => {
  await openPortal(`/search/${type}`, { user: everySearchUser, help: everyLake });
  expect([screen.getByRole('heading', { level: 1 }).textContent, names()[0]]).toEqual(ownOf[type]);
  expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
  expect(document.querySelector('#sidenav [aria-current="page"]')?.getAttribute('href')).toBe(
    `/search/${type}`,
  );
});
