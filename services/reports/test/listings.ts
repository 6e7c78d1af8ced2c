import type { Words } from '../src/exports/columns.rules.js';
import type { Listing } from '../src/exports/listing.js';

const columns = ['Instrument', 'Document #', 'Recorded Date', 'Grantors', 'Grantees', 'Legals'].map(
  (heading, at) => ({ heading, share: 10 + at }),
);

export const testListing = (over: Partial<Listing> = {}): Listing => ({
  county: 'Lake County',
  heading: 'Search by Name',
  criteria: [{ key: 'Begins with', value: 'ANDERSON' }],
  summary: 'Results 1 to 2 of 2',
  printed: 'Printed 11/21/2026 1:50 PM',
  columns,
  rows: [
    ['Deed', 'A1000001', '01/02/1990', 'ANDERSON, ANN', 'BERG, BO (+2 more)', 'LOT 1 BLOCK 2 LAKE VIEW'],
    ['Plat', 'A1000003', '01/02/1991', '', '', ''],
  ],
  empty: 'No Records Found.',
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  language: 'en-US',
  ...over,
});

/** A stand-in for the catalog that returns the key with the values. */
export const keysAsText: Words = (key, params = {}) =>
  [key, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' ');
