import { describe, expect, test } from '@jest/globals';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchTypes } from '@portal/proto/http/search-types';
import { ownKeys, readSearchAddress, writeSearchAddress } from '../src/shared/search-address.js';

describe('the URL of a list', () => {
  test.each(searchTypes)('has no key that is also a criterion of %s', (type) => {
    const fields = Object.keys(everySearch[type].fields.shape);
    expect(fields).not.toEqual([]);
    expect(fields.filter((field) => ownKeys.includes(field))).toEqual([]);
  });

  test('is read back as the search, page, order and selected record from which it was written', () => {
    const address = {
      type: 'searchByBookAndPage',
      criteria: { book: '214', page: '345', bookType: 'ALL' },
      pageNumber: 3,
      sortKey: 'recordedDate',
      sortDirection: 'DESC',
      selected: 'A1000102',
    } as const;
    expect(readSearchAddress(writeSearchAddress(address))).toEqual(address);
  });
});
