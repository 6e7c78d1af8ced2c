import type { Locator, Page } from '@playwright/test';
import { expectFocus, goTo, press } from './keys.js';
import { examineAtBoth, expect, logIn, open, openOrder, phone, test, wide } from './portal.js';

const banner = (page: Page) => page.getByRole('region', { name: 'View of an account' });
const leave = (page: Page) => banner(page).getByRole('button', { name: 'Leave this view' });
const said = 'You see the portal as Demo Escrow would. Nothing that you do here is saved or charged.';

/** Opens the page of the account with this name. */
const openAccount = async (page: Page, name: string): Promise<void> => {
  await open(page, `controlPanel/accounts?filterText=${encodeURIComponent(name)}`);
  await page.locator('.list-table tbody a').first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
};

for (const viewport of [wide, phone]) {
  test.describe(`at ${viewport.width} px,`, () => {
    test.use({ viewport });

    test('S47 staff sees the portal as a user of an account sees it, and leaves this view, by keyboard', async ({
      page,
    }) => {
      await logIn(page, 'demo.county');
      await openAccount(page, 'Demo Escrow');
      await press(page, page.getByRole('button', { name: 'See the portal as this account' }));
      await expect(banner(page)).toContainText(said);
      await expect(banner(page).getByRole('status')).toHaveText(said);
      await expectFocus(page, page.locator('#main h1'));
      await expect(page).toHaveURL(/\/home$/);
      const links = page.getByRole('navigation').getByRole('link', { name: 'Control Panel' });
      await expect(links).toHaveCount(0);

      await goTo(page, banner(page).getByText('About this view'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(banner(page)).toContainText('Office pages are closed');
      await press(page, leave(page));
      await expect(page.getByRole('heading', { name: 'Demo Escrow', level: 1 })).toBeVisible();
      await expect(banner(page)).toHaveCount(0);
    });
  });
}

test.describe('in the view of an account that staff opened,', () => {
  test.use({ viewport: wide });

  test('S47 each page names the account; an order shows its price but cannot be paid', async ({ page }) => {
    await logIn(page, 'demo.county');
    await openAccount(page, 'Demo Escrow');
    await examineAtBoth(page, 'account-with-view');
    await page.getByRole('button', { name: 'See the portal as this account' }).click();
    await expect(banner(page)).toContainText(said);
    await examineAtBoth(page, 'view-home');
    for (const path of ['search', 'search/searchByName', 'purchases', 'submissions']) {
      await open(page, path);
      await expect(banner(page)).toContainText(said);
      await examineAtBoth(page, `view-${path.replace('/', '-')}`);
    }
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const order = await openOrder(page, '1000001', '11, 12');
    await expect(order.locator('.receipt')).toBeVisible();
    await expect(order).toContainText('In this view, nothing is charged or downloaded.');
    const pay = order.locator('.btn--primary');
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await expect(pay).toHaveAccessibleDescription(/nothing is charged or downloaded/);
    await pay.focus();
    await page.keyboard.press('Enter');
    await examineAtBoth(page, 'view-order');
    expect(requests.filter((url) => url.includes('payDownloadOrder'))).toEqual([]);
  });

  test('S47 staff cannot open office pages in any tab until staff leaves the view', async ({
    page,
    context,
  }) => {
    await logIn(page, 'demo.county');
    const other = await context.newPage();
    await open(other, '');
    await openAccount(page, 'Demo Escrow');
    await page.getByRole('button', { name: 'See the portal as this account' }).click();
    await expect(banner(page)).toContainText(said);
    await other.goto(`${new URL(page.url()).origin}/LandShark/controlPanel/accounts`);
    await expect(other.getByRole('table')).toHaveCount(0);
    await expect(banner(other)).toContainText(said);
    await leave(page).click();
    await expect(page.getByRole('heading', { name: 'Demo Escrow', level: 1 })).toBeVisible();
  });

  test('S47 an office page in another tab changes to the view when the view begins, and changes back when the view ends', async ({
    page,
    context,
  }) => {
    await logIn(page, 'demo.county');
    const other = await context.newPage();
    await open(other, 'controlPanel/accounts');
    await expect(other.getByRole('table')).toBeVisible();
    await openAccount(page, 'Demo Escrow');
    await page.getByRole('button', { name: 'See the portal as this account' }).click();
    await expect(banner(page)).toContainText(said);
    await expect(banner(other)).toContainText(said);
    await expect(other).toHaveURL(/\/controlPanel\/accounts/);
    await expect(other.getByRole('table')).toHaveCount(0);
    await examineAtBoth(other, 'view-office-page');
    await leave(page).click();
    await expect(other.getByRole('table')).toBeVisible();
    await expect(banner(other)).toHaveCount(0);
  });

  test('S47 on a phone, windows that fill the screen show the name of the viewed account', async ({
    page,
  }) => {
    await logIn(page, 'demo.county');
    await openAccount(page, 'Demo Escrow');
    await page.getByRole('button', { name: 'See the portal as this account' }).click();
    await expect(banner(page)).toContainText(said);
    const order = await openOrder(page, '1000001', '11, 12');
    await expect(order.locator('.receipt')).toBeVisible();
    const lineOf = (window: Locator) =>
      window.evaluate((element) => {
        const { content, height } = getComputedStyle(element, '::before');
        return [content, Number.parseFloat(height) > 0];
      });
    expect((await lineOf(order))[0]).toBe('none');
    await page.setViewportSize(phone);
    await expect.poll(() => lineOf(order)).toEqual(['"Seen as Demo Escrow"', true]);
  });

  test('S47 the portal refuses a change and says why', async ({ page }) => {
    await logIn(page, 'demo.county');
    await openAccount(page, 'Demo Escrow');
    await page.getByRole('button', { name: 'See the portal as this account' }).click();
    await expect(banner(page)).toContainText(said);
    await open(
      page,
      'search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1000001',
    );
    await expect(banner(page)).toContainText(said);
    await examineAtBoth(page, 'view-results');
    const print = page.getByRole('button', { name: 'Print', exact: true });
    await expect(print).toHaveAttribute('aria-disabled', 'true');
    await expect(print).toHaveAccessibleDescription(said);
    await press(page, print);
    await expect(page.getByRole('alertdialog')).toContainText('Leave this view first.');
    await examineAtBoth(page, 'view-refused');
  });
});
