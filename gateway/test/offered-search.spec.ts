import { expect, test } from '@jest/globals';
import type { CountySections } from '@portal/infra/county-config';
import { testActor } from '@portal/infra/testing';
import { sectionDefaults } from '@portal/proto/config/sections';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { OfferedSearch } from '../src/http/offered-search.js';
import type { Visit } from '../src/session/visit.js';

/** A session in which every kind of search is allowed. The rights in a session can be up to a minute old. */
const session = { actor: testActor(), user: { searchList: [...searchTypes] } };
const visit = { county: { id: 'lake' }, session } as unknown as Visit;

/** @param enabled the kinds of search that the county has enabled since the session began */
const offered = (enabled: readonly SearchType[], torrens = true): OfferedSearch => {
  const sections = {
    search: { ...sectionDefaults('search'), enabled },
    index: { ...sectionDefaults('index'), torrens },
  };
  const get = (_: string, name: 'search' | 'index') => Promise.resolve(sections[name]);
  return new OfferedSearch({ get } as unknown as CountySections);
};
const notAllowed = { failure: { code: 'SEARCH_NOT_ALLOWED' } };

test('B1-011 a search that the county has switched off is refused even in a session that began earlier', async () => {
  expect(await offered(['searchByName']).allow(visit, 'searchByName')).toBe('searchByName');
  await expect(offered(['searchByName']).allow(visit, 'searchByPlat')).rejects.toMatchObject(notAllowed);
});

test('certificates can be searched only if the county has a Torrens index', async () => {
  const all = offered(searchTypes, false);
  for (const type of ['searchByTorrensCertificate', 'searchByTorrensText'] as const) {
    await expect(all.allow(visit, type)).rejects.toMatchObject(notAllowed);
    expect(await offered(searchTypes).allow(visit, type)).toBe(type);
  }
  expect(await all.allow(visit, 'searchByName')).toBe('searchByName');
});

test('a visitor, or a user whose account does not include a search, is refused even if the county offers the search', async () => {
  const narrow = {
    ...visit,
    session: { ...session, user: { searchList: ['searchByName'] } },
  } as unknown as Visit;
  await expect(offered(searchTypes).allow(narrow, 'searchByPlat')).rejects.toMatchObject(notAllowed);
  const nobody = { ...visit, session: null } as Visit;
  await expect(offered(searchTypes).allow(nobody, 'searchByName')).rejects.toMatchObject(notAllowed);
});
