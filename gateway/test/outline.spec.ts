import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { outlineOf } from '../src/edge/outline.js';
import { titleOf } from '../src/edge/page-title.js';

const values: Record<string, object> = {
  common: { countyName: 'Lake County', bookLabel: 'Liber', torrensLabel: 'Registered' },
  search: {
    enabled: ['searchByName', 'searchByBookAndPage', 'searchByTorrensCertificate'],
    defaultSearch: 'searchByName',
    countyNotes: { searchByName: 'Index books before 1890 are at the desk.' },
  },
};
const sections = { get: async (_county: string, name: string) => values[name] } as never;
const outline = (path: string) =>
  outlineOf(`/LandShark/${path}`, 'lake', { sections, catalogue: new Catalogue() });

test('the outline that is shown while a search form loads has the form’s heading, its first line and the county’s note', async () => {
  expect(await outline('search/searchByName')).toEqual({
    shell: 'search',
    heading: 'Search by Name',
    text: 'Enter the beginning of a last name or of a business name.',
    note: 'Index books before 1890 are at the desk.',
  });
  expect(await outline('search')).toEqual(await outline('search/searchByName'));
});

test("the outline of a search form uses the county's own words, as the form does", async () => {
  expect((await outline('search/searchByBookAndPage/3')).heading).toContain('Liber');
  expect((await outline('search/searchByTorrensCertificate')).heading).toContain('Registered');
});

test('the outline of a page such as Purchases, or of a search that the county does not offer, has no text', async () => {
  const wordless = { shell: 'page', heading: '', text: '', note: '' };
  expect(await outline('search/searchByPlat')).toEqual(wordless);
  expect(await outline('search/nothing?of=this')).toEqual(wordless);
  expect(await outline('purchases')).toEqual(wordless);
});

test('the outline of the home page has a heading; the outlines of login and results have none', async () => {
  expect(await outline('home')).toMatchObject({ shell: 'home', heading: 'Search Lake County land records' });
  expect(await outline('')).toMatchObject({ shell: 'login', heading: '' });
  expect(await outline('search/SearchResults')).toMatchObject({ shell: 'results', heading: '' });
});

test.each([
  ['', 'Log in'],
  ['login', 'Log in'],
  ['home', 'Home'],
  ['search/searchByName', 'Search by Name'],
  ['search/SearchResults?name=olson', 'Search'],
  ['efileQueue', 'E-File queue'],
  ['EfileQueue/17', 'E-File queue'],
  ['controlPanel/efile', 'Control Panel'],
  ['accounts/7/cashier', 'Accounts'],
  ['passwordReset/ticket', 'Create a new password'],
  ['nowhere', undefined],
  ['constructor', undefined],
])('while %s loads, the title names the page: %s', async (path, name) => {
  const common = { countyName: 'Lake County', appTitle: 'Land Records' };
  const title = titleOf(`/LandShark/${path}`, await outline(path), common, new Catalogue());
  expect(title).toBe([name, 'Lake County Land Records'].filter(Boolean).join(' - '));
});
