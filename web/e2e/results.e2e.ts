import type { Cookie, Page } from '@playwright/test';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  originOf,
  phone,
  signIn,
  test,
  wide,
} from './portal.js';

type CountyId = 'lake' | 'saipan';

const rows = '.results tbody tr:not(.is-pending)';
const backText = 'Back to Search Results';

interface Trial {
  type: string;
  counties: readonly CountyId[];
  /** Fills in criteria that find records in this demo county. */
  fill(page: Page, county: CountyId): Promise<void>;
  /** The item of the details that links to another search; books and tract books have none. */
  link?: string;
}

const both = ['lake', 'saipan'] as const;
const party = '.detail .table--plain a';
const byName = (page: Page, name: string) => page.locator(`main form [name="${name}"]`);
const typed =
  (fields: Record<string, string>): Trial['fill'] =>
  async (page) => {
    for (const [name, text] of Object.entries(fields)) await byName(page, name).fill(text);
  };
/** The index data of the demo document 1000001 in each county. */
const first = {
  lake: { house: '8548', street: 'MAIN', parcel: '26-5445', last: 'HAWTHORNE', island: '', village: '' },
  saipan: {
    house: '4828',
    street: 'LAGOON',
    parcel: '32-9830',
    last: 'CAMANO',
    island: 'Tinian',
    village: 'CAROLINAS',
  },
};
const fillPlat = async (page: Page, number: string): Promise<void> => {
  await byName(page, 'platNumber').pressSequentially(number);
  await expect(byName(page, 'platName')).not.toHaveValue('');
};
const tractPlats = { lake: '10364', saipan: '10140' };

const trials: readonly Trial[] = [
  {
    type: 'searchByAddress',
    counties: both,
    fill: async (page, county) => {
      await byName(page, 'streetNumber').fill(first[county].house);
      await byName(page, 'streetName').fill(first[county].street);
    },
    link: party,
  },
  { type: 'searchByBookAndPage', counties: both, fill: typed({ book: '1' }), link: party },
  {
    type: 'searchByDate',
    counties: both,
    fill: typed({ fromRecordedDate: '01/01/2024', toRecordedDate: '12/31/2024' }),
    link: party,
  },
  {
    type: 'searchByDocumentNumber',
    counties: both,
    fill: typed({ fromDocumentNumber: '1000001' }),
    link: party,
  },
  {
    type: 'searchByLegalDescription',
    counties: both,
    fill: async (page) => fillPlat(page, '10007'),
    link: party,
  },
  {
    type: 'searchByName',
    counties: both,
    fill: async (page, county) => byName(page, 'grantorGranteeLastName1').fill(first[county].last),
    link: party,
  },
  {
    type: 'searchByParcelId',
    counties: both,
    fill: async (page, county) => byName(page, 'parcelId').fill(first[county].parcel),
    link: party,
  },
  {
    type: 'searchByTorrensCertificate',
    counties: ['lake'],
    fill: typed({ certificateNumber: '5' }),
    link: party,
  },
  { type: 'searchByTorrensText', counties: ['lake'], fill: typed({ text: 'LOT' }), link: '.detail a' },
  {
    type: 'searchByTractIndexNMI',
    counties: ['saipan'],
    fill: async (page) => {
      await byName(page, 'island').selectOption({ label: first.saipan.island });
      await byName(page, 'village').fill(first.saipan.village);
    },
    link: party,
  },
  { type: 'searchByPlat', counties: both, fill: async (page) => fillPlat(page, '10007'), link: party },
  {
    type: 'searchByGrantorGranteeBook',
    counties: both,
    fill: typed({ grantorGranteeLastName: 'SMITH' }),
  },
  {
    type: 'searchByTaxLien',
    counties: both,
    fill: async (page) => {
      await byName(page, 'currentOrExpired').selectOption('ALL');
    },
    link: '.detail .facts a',
  },
  { type: 'searchByTractBookId', counties: both, fill: typed({ tractBookId: '5003' }) },
  {
    type: 'searchByTractBookLegal',
    counties: both,
    fill: async (page, county) => fillPlat(page, tractPlats[county]),
  },
];

const signedIn: Partial<Record<CountyId, Cookie[]>> = {};

/** Opens the county as staff, who may use every search for free. Signs in only once for each county. */
const enter = async (page: Page, county: CountyId, baseURL: string | undefined): Promise<string> => {
  const origin = originOf(county, baseURL);
  const cookies = signedIn[county];
  if (cookies) await page.context().addCookies(cookies);
  else {
    await signIn(page, 'demo.trimin', origin);
    signedIn[county] = await page.context().cookies();
  }
  return origin;
};

const submit = async (page: Page): Promise<void> => {
  await page.locator('main form').getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/*SearchResults#**');
  await expect(page.locator(rows).first()).toBeVisible();
};

const openFirst = async (page: Page): Promise<void> => {
  await page.locator('.results a.doc').first().click();
  await expect(page.locator('.detail .facts').first()).toBeVisible();
};

test.describe('in every kind of search,', () => {
  test.use({ viewport: wide });

  for (const county of both) {
    for (const { type, fill, link } of trials.filter(({ counties }) => counties.includes(county))) {
      test(`a user of ${county} runs ${type} and opens details${link ? ', follows a link and returns by Back' : ''}`, async ({
        page,
        baseURL,
      }) => {
        const origin = await enter(page, county, baseURL);
        await page.goto(`${origin}/LandShark/search/${type}`);
        await fill(page, county);
        await submit(page);
        await openFirst(page);
        const here = page.url();
        if (!link) return;
        await page.locator(link).first().click();
        await expect(page.getByRole('button', { name: backText })).toBeVisible();
        await expect(page.locator(rows).first()).toBeVisible();
        expect(page.url()).not.toBe(here);
        await page.getByRole('button', { name: backText }).click();
        await expect(page).toHaveURL(here);
        await expect(page.locator(`${rows}[aria-current]`)).toHaveCount(1);
        await expect(page.locator('.detail .facts').first()).toBeVisible();
      });
    }
  }
});

const screens = {
  documents:
    'SearchResults#search=searchByDocumentNumber&fromDocumentNumber=1000001&toDocumentNumber=1000016',
  certificates: 'TorrensSearchResults#search=searchByTorrensCertificate&certificateNumber=1',
  books:
    'GrantorGranteeBookSearchResults#search=searchByGrantorGranteeBook&grantorGranteeLastName=SMITH&fromRecordedDate=01/01/1890&toRecordedDate=12/31/1930',
  liens:
    'TaxLienSearchResults#search=searchByTaxLien&currentOrExpired=ALL&fromRecordedDate=01/01/1890&toRecordedDate=12/31/1960',
  tracts: 'TractBookSearchResults#search=searchByTractBookId&tractBookId=5003',
} as const;
const manyDocuments =
  'SearchResults#search=searchByDocumentNumber&fromDocumentNumber=1000001&toDocumentNumber=1000400';

test.describe('at a width of 1280 or 390 px,', () => {
  test.use({ viewport: wide });

  for (const [name, address] of Object.entries(screens)) {
    test(`axe finds nothing in the list and the details of ${name}`, async ({ page, baseURL }) => {
      const origin = await enter(page, 'lake', baseURL);
      await page.goto(`${origin}/LandShark/search/${address}`);
      await expect(page.locator(rows).first()).toBeVisible();
      await examineAtBoth(page, `results-${name}`);
      await openFirst(page);
      await examineAtBoth(page, `results-${name}-details`);
    });
  }

  test('axe finds nothing in the dialogs of the list of results', async ({ page, baseURL }) => {
    const origin = await enter(page, 'lake', baseURL);
    await page.goto(`${origin}/LandShark/search/${manyDocuments}`);
    await expect(page.locator(rows).first()).toBeVisible();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Print').click();
    await examineAtBoth(page, 'results-print');
    await page.keyboard.press('Escape');
    await page.goto(`${origin}/LandShark/search/${screens.documents}`);
    await button('Download').click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await examineAtBoth(page, 'results-download');
    await page.keyboard.press('Escape');
  });

  for (const size of [wide, phone]) {
    test(`axe finds nothing in the dialogs of the details (here: ${size.width} px)`, async ({
      page,
      baseURL,
    }) => {
      await page.setViewportSize(size);
      const origin = await enter(page, 'lake', baseURL);
      await page.goto(`${origin}/LandShark/search/${screens.documents}`);
      await openFirst(page);
      for (const [name, title] of [
        ['Tax', 'Links To Tax System'],
        ['Map', 'Links to GIS System'],
        [/^Details/, 'Legal description details'],
      ] as const) {
        await page.locator('.detail').getByRole('button', { name }).first().click();
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        await examine(page, title.replaceAll(' ', '-').toLowerCase());
        await expectReflow(page);
        await page.keyboard.press('Escape');
      }
    });
  }
});

test('the number of a plat stays on one line in the legal description details on a phone', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize(phone);
  const origin = await enter(page, 'lake', baseURL);
  await page.goto(`${origin}/LandShark/search/${screens.documents}`);
  await openFirst(page);
  await page
    .locator('.detail')
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  const plat = page.getByRole('dialog').getByRole('cell', { name: '10007', exact: true });
  const lines = await plat.evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test.describe('a rotated screen', () => {
  test.use({ viewport: wide });

  test('keeps the windows of details open, on top and focused', async ({ page, baseURL }) => {
    test.slow();
    const origin = await enter(page, 'lake', baseURL);
    await page.goto(`${origin}/LandShark/search/${screens.documents}`);
    await openFirst(page);
    const details = page.locator('.detail');
    for (const [name, title] of [
      ['Tax', 'Links To Tax System'],
      ['Map', 'Links to GIS System'],
      [/^Details/, 'Legal description details'],
    ] as const) {
      const button = details.getByRole('button', { name }).first();
      await button.click();
      const window = page.getByRole('dialog', { name: title });
      const close = window.getByRole('button', { name: 'Close' });
      await close.focus();
      for (const size of [phone, wide, phone, wide]) {
        await page.setViewportSize(size);
        await expect(page.locator(size === phone ? 'dialog.detail' : 'section.detail')).toBeVisible();
        await expect(close).toBeFocused();
        // a trial click proves that nothing covers the button
        await close.click({ trial: true });
        await expect(window).toHaveJSProperty('open', true);
        expect(await window.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
      }
      await page.setViewportSize(phone);
      await expect(close).toBeFocused();
      await expect(page.locator('dialog.detail')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(window).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(page.locator('dialog.detail')).toBeVisible();
      await page.setViewportSize(wide);
    }
  });

  test('keeps the expanded parts of the details open, without a new request', async ({ page, baseURL }) => {
    const origin = await enter(page, 'lake', baseURL);
    await page.goto(`${origin}/LandShark/search/${screens.documents}`);
    await openFirst(page);
    const heading = page.locator('.detail h2').first();
    await heading.evaluate((element) => Object.assign(element, { kept: true }));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const tax = page.locator('.detail').getByRole('button', { name: 'Tax' });
    await tax.focus();
    await page.setViewportSize(phone);
    await expect(page.locator('dialog.detail')).toBeVisible();
    await expect(tax).toBeFocused();
    await page.setViewportSize(wide);
    await expect(page.locator('section.detail')).toBeVisible();
    await expect(tax).toBeFocused();
    expect(await heading.evaluate((element) => 'kept' in element)).toBe(true);
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    await page.setViewportSize(phone);
    await page.locator('.detail').getByRole('button', { name: 'Results', exact: true }).click();
    await expect(page.locator('dialog.detail')).toHaveCount(0);
    await expect(page.locator('.results a.doc').first()).toBeFocused();
  });
});

test.describe('on the page of results,', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page, baseURL }) => {
    const origin = await enter(page, 'lake', baseURL);
    await page.goto(`${origin}/LandShark/search/${manyDocuments}`);
    await expect(page.locator(rows)).toHaveCount(100, { timeout: 60_000 });
  });

  test('B8-13 B8-14 the list is saved as SearchResultsReport.pdf', async ({ page }) => {
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^This page/ }).click();
    expect((await download).suggestedFilename()).toBe('SearchResultsReport.pdf');
  });

  for (const [name, ending] of [
    ['CSV file', /\.csv$/],
    ['Excel workbook', /\.xlsx$/],
  ] as const) {
    test(`a user downloads the whole list as ${name}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name }).click();
      expect((await download).suggestedFilename()).toMatch(ending);
    });
  }

  test('B8-03 B8-05 the filter shows only the chosen records of two pages, and Remove Filter shows all records again', async ({
    page,
  }) => {
    await page.locator('.results a.doc').nth(1).focus();
    await page.keyboard.press('Space');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.getByText('Displaying Results: 101-200 of 400')).toBeVisible();
    await expect(page.locator(rows)).toHaveCount(100);
    await page.locator('.results tbody .check').first().check();
    await page.getByRole('button', { name: 'Filter Selections (2)' }).click();
    await expect(page.locator(rows)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove Filter' }).click();
    await expect(page.getByText('Displaying Results: 1-100 of 400')).toBeVisible();
  });

  test('the URL opens the same list in another browser', async ({ page, browser }) => {
    await page.locator('.results a.doc').nth(2).click();
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'demo.county');
    await other.goto(page.url());
    await expect(other.locator(rows)).toHaveCount(100);
    await expect(other.locator(`${rows}[aria-current]`)).toHaveCount(1);
    await other.context().close();
  });
});
