import type { Page } from '@playwright/test';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  logIn,
  originOf,
  password,
  phone,
  test,
  wide,
} from './portal.js';

const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.getByRole('heading', { level: 2, name, exact: true }) });
const dialog = (page: Page, name: string) =>
  page.locator('dialog[open]', { has: page.getByRole('heading', { level: 1, name, exact: true }) });

for (const county of ['lake', 'saipan'] as const) {
  test(`A7-01 the home page of ${county} shows the cards that the county has selected, in a wide window and on a phone`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize(wide);
    await logIn(page, 'demo.account', originOf(county, baseURL));
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      const names = ['Transactions', 'Latest news', 'Notable dates', 'Links', 'Contact us', 'Disclaimer'];
      for (const name of names) await expect(card(page, name)).toBeVisible();
      const slide = page.getByRole('region', { name: /^Slides of/ }).locator('img');
      await slide.scrollIntoViewIfNeeded();
      await expect.poll(() => slide.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      await expectReflow(page);
      await page.evaluate(() => scrollTo(0, 0));
      await examine(page, `home-${county}`);
    }
  });
}

test('A7-08 More news opens a window with the full news', async ({ page }) => {
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    if (size === wide) await logIn(page, 'demo.escrow');
    const news = card(page, 'Latest news');
    await expect(news.getByRole('heading', { level: 3 })).toHaveCount(3);
    await news.getByRole('button', { name: 'More news' }).click();
    const window = dialog(page, 'Latest news');
    await expect(window.getByRole('heading', { level: 2 })).toHaveCount(4);
    await expect(window.getByText('look under the name of each party')).toBeVisible();
    await examine(page, 'home-news');
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
    await expect(news.getByRole('button', { name: 'More news' })).toBeFocused();
  }
});

test('A7-09 the home page is at most 2000 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 2_600, height: 1_200 });
  await logIn(page, 'demo.escrow');
  await expect(card(page, 'Latest news')).toBeVisible();
  const width = await page.locator('.home-grid').evaluate((grid) => grid.getBoundingClientRect().width);
  expect(width).toBeLessThanOrEqual(2_000);
  expect(width).toBeGreaterThan(1_900);
  await examine(page, 'home');
});

test('A7-06 a guest sees no transactions', async ({ page }) => {
  await page.setViewportSize(wide);
  await logIn(page, 'guest.user');
  await expect(card(page, 'Latest news')).toBeVisible();
  await expect(card(page, 'Transactions')).toHaveCount(0);
});

test.describe('the transactions report', () => {
  const openReport = async (page: Page, username: string) => {
    await page.setViewportSize(wide);
    await logIn(page, username);
    await card(page, 'Transactions').getByRole('button', { name: 'Transactions report' }).click();
    const window = dialog(page, 'Transactions report');
    await expect(window).toBeVisible();
    return window;
  };

  test('A7-12 A7-13 offers four ranges of dates, and lets an administrator choose whose transactions to report', async ({
    page,
  }) => {
    const window = await openReport(page, 'demo.account');
    for (const name of ['All transactions for this account', 'My transactions only'])
      await expect(window.getByRole('radio', { name })).toBeVisible();
    for (const name of ['Today', 'This month', 'Year to date', 'Custom range'])
      await expect(window.getByRole('radio', { name })).toBeVisible();
    await examine(page, 'home-report');
    await window.getByRole('radio', { name: 'Custom range' }).check();
    await window.getByRole('button', { name: 'Generate report' }).click();
    await expect(window.getByText('Required.')).toBeVisible();
    await examine(page, 'home-report-custom');
    await page.setViewportSize(phone);
    await examine(page, 'home-report-custom');
    await window.getByLabel('From').fill('12/31/2099');
    await window.getByRole('button', { name: 'Generate report' }).click();
    await expect(window.getByText('Future date entered.')).toBeVisible();
  });

  test('A7-14 opens its PDF in a new window, or saves the PDF if the browser cannot show it', async ({
    page,
    context,
  }) => {
    const window = await openReport(page, 'demo.escrow');
    await expect(window.getByRole('radio', { name: 'My transactions only' })).toHaveCount(0);
    const answer = page.waitForResponse('**/home/transactionReport');
    const showsPdf = await page.evaluate(() => navigator.pdfViewerEnabled);
    const opened = showsPdf ? context.waitForEvent('page') : page.waitForEvent('download');
    await window.getByRole('button', { name: 'Generate report' }).click();
    const [response, report] = await Promise.all([answer, opened]);
    expect(response.headers()['content-type']).toBe('application/pdf');
    if ('suggestedFilename' in report) expect(report.suggestedFilename()).toBe('TransactionsReport.pdf');
    else await expect.poll(() => report.url()).toMatch(/^blob:/);
    await expect(window).toBeHidden();
    expect(context.pages()).toHaveLength(showsPdf ? 2 : 1);
    expect(new URL(page.url()).pathname).toBe('/LandShark/home');
  });
});

test('staff sees the sales of the last days as a chart and as a table, and the key of a second factor as a QR code, in a wide window and on a phone', async ({
  page,
  baseURL,
}) => {
  await logIn(page, 'demo.county', originOf('lake', baseURL));
  const sales = card(page, 'Sales by day');
  await expect(
    sales.getByRole('img', { name: /^Sales by day, .* The table has all figures\.$/ }),
  ).toBeVisible();
  await expect(sales.getByRole('row')).toHaveCount(9);
  await expect(sales.locator('rect.is-open')).toHaveCount(1);
  await expect(card(page, 'Searches and logins').getByRole('row', { name: /^Logins/ })).toBeVisible();
  await examineAtBoth(page, 'home-staff');

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Login code (second factor)' }).click();
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const code = page.getByRole('img', { name: /^QR code for your authenticator app/ });
  // the upper edges of the squares at both upper corners of the QR code
  await expect(code.locator('path').last()).toHaveAttribute('d', /^M4 4h7v1h-7z.*M\d+ 4h7v1h-7z/);
  await examineAtBoth(page, 'second-factor-key');
});
