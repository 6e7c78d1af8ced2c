/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchHistoryEntry } from '@portal/proto/http/search-types';
import { everySearchUser, openPortal, preparePortal } from './portal.js';
import { historyEntry } from './records.js';
import { at, open } from './results-list.js';

preparePortal({ beforeAll, afterEach });

const shown = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('.criteria > div')].map((criterion) => [
      criterion.querySelector('dt')?.textContent ?? '',
      criterion.querySelector('dd')?.textContent ?? '',
    ]),
  );

describe('search criteria that are codes, such as the document type,', () => {
  test('are shown above the results in the words of the form', async () => {
    await open(1, {}, at('&documentType=A&instrumentGroup=DEED'));
    expect(shown()).toMatchObject({ 'Document type': 'Land Record', 'Instrument group': 'Deeds' });
  });

  test("are shown as codes above the results if the county's lists do not contain them", async () => {
    await open(1, {}, at('&documentType=Q&instrumentGroup=LEASE'));
    expect(shown()).toMatchObject({ 'Document type': 'Q', 'Instrument group': 'LEASE' });
  });

  test.each(['/home', '/search'])('are shown in words in the recent searches on %s', async (address) => {
    const displayCriteria: SearchHistoryEntry['displayCriteria'] = [
      { key: 'Document number', value: 'A' },
      { key: 'Document type', value: 'A', list: 'documentTypes' },
      { key: 'Base', value: '4TH', list: 'bases' },
      { key: 'Other lot', value: 'OUT 7', list: 'otherLotCodes' },
    ];
    await openPortal(address, {
      user: { ...everySearchUser, searchHistoryList: [historyEntry({ displayCriteria })] },
    });
    expect(shown()).toEqual({
      'Document number': 'A',
      'Document type': 'Land Record',
      Base: '4th',
      'Other lot': 'Outlot 7',
    });
  });
});
