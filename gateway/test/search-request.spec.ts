import { describe, expect, test } from '@jest/globals';
import { sortKeys, resultKindOf, searchTypes } from '@portal/proto/http/search-types';
import { searchInput } from '@portal/proto/rpc/search';
import { Refusal } from '../src/answers/refusal.js';
import { readSearch, searchTypeOf } from '../src/http/search-request.js';
import { searchSamples } from '../e2e/search-samples.js';

const today = '2026-11-21';

const fieldsOf = (read: () => unknown): Readonly<Record<string, string>> => {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return error.failure.fields ?? {};
    throw error;
  }
  return {};
};

test.each(searchTypes)(
  '%s is recognized in the path of the search and in the path of its printed list',
  (type) => {
    expect(searchTypeOf(`/LandShark/api/search/${type}`)).toBe(type);
    expect(searchTypeOf(`/LandShark/api/search/${type}Print`)).toBe(type);
  },
);

test('a path that names no kind of search is refused', () => {
  for (const path of ['search/searchByNothing', 'search/', 'search/searchByNamePrintPrint'])
    expect(() => searchTypeOf(path)).toThrow(Refusal);
});

describe.each(searchTypes)('%s', (type) => {
  test('is read from one request body, with default paging', () => {
    const { input } = readSearch(type, searchSamples[type], today);
    expect(searchInput.safeParse(input).success).toBe(true);
    expect(input.paging).toEqual({
      pageNumber: 1,
      sortKey: sortKeys[resultKindOf(type)][0],
      sortDirection: 'ASC',
      timestamp: '',
      batch: 1,
      updateHistory: true,
    });
  });

  test('reports all wrong fields at once, in the criteria and in the paging', () => {
    const body = {
      ...searchSamples[type],
      ...Object.fromEntries(Object.keys(searchSamples[type]).map((name) => [name, '%'])),
      batch: 5,
      sortKey: 'price',
    };
    const fields = fieldsOf(() => readSearch(type, body, today));
    expect(fields).toMatchObject({ batch: 'forms:invalidBatch', sortKey: 'forms:invalid' });
    expect(Object.keys(fields).length).toBeGreaterThan(2);
  });

  test.each([0, 11, -2, 1.5, '2', null])('refuses the page %p', (pageNumber) => {
    const fields = fieldsOf(() => readSearch(type, { ...searchSamples[type], pageNumber }, today));
    expect(Object.keys(fields)).toEqual(['pageNumber']);
  });

  test.each([[], 'text', 7, null, undefined])('refuses the body %p', (body) => {
    const fields = fieldsOf(() => readSearch(type, body, today));
    expect(Object.values(fields).every((key) => key.includes(':'))).toBe(true);
  });
});

test('a search that is known to be slow uses the slow lane', () => {
  const name = (grantorGranteeLastName1: string) =>
    readSearch('searchByName', { ...searchSamples.searchByName, grantorGranteeLastName1 }, today).broad;
  expect(name('MA')).toBe(true);
  expect(name('ANDERSON')).toBe(false);
});
