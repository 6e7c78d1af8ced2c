import { expect, test } from '@jest/globals';
import { contentOf, Visitor } from './portal.js';

interface Helper {
  namedContentResultList: { name: string; baseContent: Record<string, unknown> }[];
}

/** The named contents of a helperdata call. */
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
  'B1-001 B1-002 %s has the role %s, and English until another language is asked for',
  async (name, role) => {
    const user = await contentOf((await Visitor.signedIn(name)).get('currentUser/loginStatus'));
    expect(user).toMatchObject({ role, language: 'ENGLISH' });
  },
);

test('B2-53 the flags of the index reach the browser, each county with its own', async () => {
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
