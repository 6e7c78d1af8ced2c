import { expect, test } from '@jest/globals';
import type { CurrentUser } from '@portal/proto/http/session';
import { contentOf, Visitor } from './portal.js';
import { searchSamples } from './search-samples.js';

interface Helper {
  namedContentResultList: { name: string; baseContent: Record<string, unknown> }[];
}

/** Returns the contents of a helperdata call by name. */
const helper = async (name: string, county: 'lake' | 'saipan'): Promise<Record<string, unknown>> => {
  const { namedContentResultList } = await contentOf<Helper>(new Visitor(county).get(`helperdata/${name}`));
  return Object.fromEntries(namedContentResultList.map((each) => [each.name, each.baseContent]));
};

test.each([
  ['guest.user', 'GUEST'],
  ['demo.escrow', 'USER'],
  ['demo.account', 'ACCOUNT'],
  ['demo.county', 'COUNTY'],
  ['demo.trimin', 'TRIMIN'],
])(
  'B1-001 B1-002 %s has the role %s, and the language English until the user chooses another one',
  async (name, role) => {
    const user = await contentOf((await Visitor.signedIn(name)).get('currentUser/loginStatus'));
    expect(user).toMatchObject({ role, language: 'ENGLISH' });
  },
);

test('B2-53 the flags of the index reach the browser, with the values of each county', async () => {
  const [lake, saipan] = await Promise.all([helper('landlink', 'lake'), helper('landlink', 'saipan')]);
  const names = ['bookType', 'propertyCode', 'qqqq', 'qqq', 'baseline', 'municipality', 'meridian'];
  for (const name of [...names, 'mbOtherLot', 'sublot', 'torrensUseFileNumber']) {
    expect(lake.index).toHaveProperty(name, expect.any(Boolean));
  }
  expect(lake.search2).toHaveProperty('allOnlySearch', expect.any(Boolean));
  expect(lake.index).toMatchObject({ torrens: true });
  expect(saipan.index).toMatchObject({ torrens: false });
});

test('B2-54 the flags of details, dates and links reach the browser', async () => {
  const { index, search2 } = await helper('landlink', 'lake');
  expect(index).toMatchObject({
    displaySalePrice: expect.any(Boolean),
    displayMortgageAmount: expect.any(Boolean),
    mortgageAmountLabel: expect.stringMatching(/\S/),
  });
  expect(search2).toMatchObject({ map: true, tax: true, downloadResults: true });
  const { notableDates } = await helper('notableDates', 'lake');
  expect(notableDates).toMatchObject({
    show: true,
    useVerificationDate: expect.any(Boolean),
    abstractIndexBeginDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    abstractVerifiedDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
  });
});

test('B2-55 the labels and flags of Torrens, searches, e-filing and reports reach the browser', async () => {
  const { common, search, efile } = await helper('landshark', 'lake');
  expect(common).toMatchObject({ torrensLabel: expect.stringMatching(/\S/) });
  const { defaultSearch, enabled } = search as { defaultSearch: string; enabled: string[] };
  expect(enabled).toContain(defaultSearch);
  expect(efile).toEqual({ efile: true });
  expect((await helper('landlink', 'lake')).index).toHaveProperty(
    'torrensUseFileNumber',
    expect.any(Boolean),
  );
  const clerk = await Visitor.signedIn('demo.county');
  // the answer has a statement only in a county that requires users to accept one
  expect(await contentOf(clerk.get('efile/offer'))).toMatchObject({
    statement: expect.stringContaining('I may submit it for recording'),
  });
  const { reports } = await contentOf<{ reports: { report: string }[] }>(clerk.get('report/offered'));
  expect(reports.map(({ report }) => report)).toContain('STATEMENT');
});

test('A12-34 a registered user has an account, a balance, a search history, and e-filing where the county offers it', async () => {
  const own = await Visitor.signedIn('demo.escrow');
  await contentOf(own.post('search/searchByDocumentNumber', searchSamples.searchByDocumentNumber));
  const user = await contentOf<CurrentUser>(own.get('currentUser/loginStatus'));
  expect(user).toMatchObject({ accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW' });
  expect(user.usageBalance).toMatch(/^\$\d/);
  expect(user.searchHistoryList[0]).toMatchObject({ type: 'searchByDocumentNumber' });
  expect((await own.get('efile/offer')).status).toBe(200);
  const abroad = await Visitor.signedIn('demo.escrow', 'saipan');
  expect((await abroad.get('efile/offer')).status).toBe(404);
});
