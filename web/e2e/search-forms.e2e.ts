import type { Page } from '@playwright/test';
import { searchTypes } from '@portal/proto/http/search-types';
import { examine, examineAtBoth, expect, open, originOf, phone, signIn, test, wide } from './portal.js';

const elsewhere = ['searchByTorrensCertificate', 'searchByTorrensText', 'searchByTractIndexNMI'];
const everywhere = searchTypes.filter((type) => !elsewhere.includes(type));
const formsOf = {
  lake: [...everywhere, 'searchByTorrensCertificate', 'searchByTorrensText'],
  saipan: [...everywhere, 'searchByTractIndexNMI'],
};
/** Forms that accept anything, even an empty text. */
const withoutRules = ['searchByTorrensCertificate', 'searchByTorrensText', 'searchByDate', 'searchByTaxLien'];

const openForm = async (page: Page, type: string): Promise<void> => {
  await open(page, `search/${type}`);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
};

for (const county of ['lake', 'saipan'] as const) {
  test.describe(`the forms of ${county} at 1280 and 390 px`, () => {
    test.use({ viewport: wide });

    test('B1-013 open at both widths, and axe finds nothing in the forms and their error messages', async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(300_000);
      const origin = originOf(county, baseURL);
      await signIn(page, 'demo.invoice', origin);
      await page.goto(`${origin}/LandShark/search/searchByName`);
      for (const type of formsOf[county]) {
        await page.locator(`#sidenav a[href$="/${type}"]`).click();
        await expect(page).toHaveURL(new RegExp(`/${type}$`));
        await expect(page.locator('main form :focus')).toHaveCount(1);
        await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
        // the error messages hide no part of a form, so each form is examined only once, together with its messages
        if (!withoutRules.includes(type)) {
          await page.getByRole('button', { name: 'Submit' }).click();
          await expect(page.getByRole('alert')).toBeVisible();
        }
        await examineAtBoth(page, `${county}-${type}`);
      }
    });
  });
}

test.describe('the search area', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page }) => signIn(page, 'demo.invoice'));

  test('B1-004 has a side menu that is 270 px wide when open and 60 px when closed, and that keeps its state', async ({
    page,
  }) => {
    await openForm(page, 'searchByName');
    const menu = page.locator('#sidenav');
    const width = async (): Promise<number> => Math.round((await menu.boundingBox())?.width ?? 0);
    expect(await width()).toBe(270);
    await menu.getByRole('button', { name: 'Close side menu' }).click();
    await expect.poll(width).toBe(60);
    await page.waitForTimeout(300);
    await page.reload();
    await expect(menu.getByRole('button', { name: 'Open side menu' })).toBeVisible();
    expect(await width()).toBe(60);
  });

  test('B1-005 B1-010 has an entry in the side menu for each form', async ({ page }) => {
    await openForm(page, 'searchByName');
    const entries = await page
      .locator('#sidenav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(entries).toHaveLength(formsOf.lake.length);
    for (const entry of entries) {
      await page.locator(`#sidenav a[href="${entry}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${entry}$`));
      await expect(page.locator('main form :focus')).toHaveCount(1);
    }
  });

  test('shows a form that does not jump while it loads', async ({ context }) => {
    // uses a page of its own, because this script would stay in the page that all tests share
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) (window as unknown as { shifts: number }).shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const type of ['searchByLegalDescription', 'searchByTaxLien', 'searchByName']) {
      await openForm(page, type);
      await page.waitForTimeout(400);
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.05);
    }
  });
});

test.describe('the plat field', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'demo.invoice');
    await openForm(page, 'searchByPlat');
  });

  /** The name of a plat of the county; its first letters match other plats too. */
  const somePlat = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Full List' }).click();
    const name = (await page.locator('.picker tbody tr td:nth-child(2)').nth(3).textContent()) ?? '';
    await page.keyboard.press('Escape');
    return name;
  };

  test('B7-01 B7-04 B7-06 lists matching plats while a user types, and lets the user choose one by keyboard', async ({
    page,
  }) => {
    const name = await somePlat(page);
    const box = page.getByLabel('Plat name');
    await box.pressSequentially(name.slice(0, 2));
    await expect(page.getByRole('option').first()).toHaveText('(Click here to select a plat)');
    await examine(page, 'plat-list-of-matches');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByLabel('Plat number')).not.toHaveValue('');
    await expect(box).toBeFocused();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/SearchResults*');
  });

  test('B7-02 B7-03 says when no plat matches, and fills in a single match', async ({ page }) => {
    const name = await somePlat(page);
    await page.getByLabel('Plat name').fill('ZZZZ');
    await expect(page.getByText('No matching plat found.')).toBeVisible();
    await page.getByLabel('Plat name').fill('');
    await page.getByLabel('Plat name').fill(name);
    await expect(page.getByLabel('Plat number')).not.toHaveValue('');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByLabel('Plat number')).toHaveValue('');
  });

  test('B7-07 B7-08 opens the list of all plats, in which a user sorts, jumps to a number and chooses a plat', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Full List' }).click();
    await expect(page.getByRole('heading', { name: 'Click row to select plat:' })).toBeVisible();
    await expect(page.locator('.picker tbody tr')).toHaveCount(10);
    await page.getByRole('button', { name: 'Plat Number' }).click();
    await page.getByLabel('Position list to').fill('9');
    await examine(page, 'plat-full-list');
    await page.locator('.picker tbody tr').first().click();
    await expect(page.getByLabel('Plat name')).not.toHaveValue('');
  });
});

test.describe('a search', () => {
  test.use({ viewport: wide });

  test('B3-02 B3-03 B3-05 B3-06 B3-07 fills in its form when a user chooses it from the recent searches', async ({
    page,
  }) => {
    await signIn(page, 'demo.invoice');
    await openForm(page, 'searchByTractBookId');
    await page.getByLabel('Tract Book ID').fill('999999991');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText('No Records Found.');
    await openForm(page, 'searchByName');
    const first = page.locator('.aside .recent > li').first();
    await expect(first).toContainText('Current');
    await examine(page, 'recent-searches');
    await first.getByRole('link').click();
    await expect(page).toHaveURL(/\/search\/searchByTractBookId\/1$/);
    await expect(page.getByLabel('Tract Book ID')).toHaveValue('999999991');
  });

  test('that finds no records names a criterion to drop, and has a button that searches without it', async ({
    page,
  }) => {
    await signIn(page, 'demo.invoice');
    await openForm(page, 'searchByDocumentNumber');
    await page.getByLabel('Document type').selectOption('T');
    await page.getByLabel('From document number').fill('1000001');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText('Without “Document type” there would be 1 record.');
    await examine(page, 'nothing-found');
    await page.getByRole('button', { name: 'Search without “Document type”' }).click();
    await page.waitForURL('**/SearchResults*');
  });

  test('can be opened in another browser by the URL of its results or of its form', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'demo.invoice');
    await openForm(page, 'searchByDocumentNumber');
    await page.getByLabel('From document number').fill('1000001');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/SearchResults*');
    const results = page.url();
    await page.goBack();
    await expect(page.getByLabel('From document number')).toHaveValue('1000001');
    const form = page.url();
    const other = await browser.newPage();
    await signIn(other, 'demo.flatfee');
    await other.goto(results);
    await expect(other.locator('.results tbody tr:not(.is-pending)').first()).toContainText('A1000001');
    await other.goto(form);
    await expect(other.getByLabel('From document number')).toHaveValue('1000001');
    await other.close();
  });

  test('B3-23 B3-24 B3-27 from a link with a document number shows its results after the login', async ({
    page,
  }) => {
    await page.goto('/LandShark/externalsearch/documentnumber/1000001');
    await page.getByLabel('Username').fill('demo.invoice');
    await page.getByLabel('Password').fill('Portal!2026');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/SearchResults*');
    await expect(page.locator('.results tbody tr:not(.is-pending)').first()).toContainText('1000001');
  });

  test('B3-26 B3-28 B3-29 from a link says when no record is found, and goes to the search page', async ({
    page,
  }) => {
    await signIn(page, 'demo.invoice');
    for (const [address, text] of [
      ['parcelid/99999999999', 'Could not find requested Parcel ID'],
      ['documentnumber/99999999999', 'Could not find requested Document Number'],
    ]) {
      await page.goto(`/LandShark/externalsearch/${address}`);
      await expect(page.getByRole('alertdialog')).toContainText(text ?? '');
      await examine(page, `external-${address?.replace('/', '-')}`);
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(page).toHaveURL(/\/LandShark\/search$/);
    }
  });
});

test('on a phone both date fields stay on one line when one has an error message, and the notable dates fill their table', async ({
  page,
  baseURL,
}) => {
  const origin = originOf('saipan', baseURL);
  await page.setViewportSize(phone);
  await signIn(page, 'demo.invoice', origin);
  await page.goto(`${origin}/LandShark/search/searchByDate`);
  await page.getByLabel('From recorded date').fill('01/01/2000');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('Date range cannot exceed a year.');
  const tops = await page
    .locator('main form .date')
    .evaluateAll((dates) => dates.map((date) => date.getBoundingClientRect().top));
  expect(tops).toEqual([tops[0], tops[0]]);
  const table = page.getByRole('table', { name: 'Notable dates by kind of record' });
  const edge = await table.evaluate((shown) => shown.getBoundingClientRect().right);
  expect(
    await table.locator('td').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right)),
  ).toEqual([edge]);
});
