import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  openDocument,
  openPreview,
  originOf,
  password,
  phone,
  setPages,
  signIn,
  test,
  wide,
} from './portal.js';

const many =
  '/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1&toDocumentNumber=9999999';

test.describe('at a width of 1280 or 390 px,', () => {
  test.use({ viewport: wide });

  // Other files test the other screens: door.e2e.ts tests the login page without an error, home.e2e.ts tests the home
  // page, and search-forms.e2e.ts tests the forms.
  test('axe finds nothing in the errors of the login page', async ({ page }) => {
    await page.goto('/LandShark/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Username')).toBeFocused();
    await examineAtBoth(page, 'login-required');
    await page.getByLabel('Username').fill('demo.escrow');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await examineAtBoth(page, 'login-refused');
  });

  test('axe finds nothing in the calendar of a form, a search that finds no records, and the page for an unknown URL', async ({
    page,
  }) => {
    await signIn(page, 'demo.escrow');
    await page.goto('/LandShark/search/searchByName');
    await page.getByRole('button', { name: 'Choose To recorded date' }).click();
    await expect(page.getByRole('group', { name: 'Choose To recorded date' })).toBeVisible();
    await examineAtBoth(page, 'search-calendar');
    await page.keyboard.press('Escape');
    await page.getByLabel('Last or business name').first().fill('ZZZZQQ');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('No Records Found.')).toBeVisible();
    await examineAtBoth(page, 'search-nothing');
    await page.goto('/LandShark/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await examineAtBoth(page, 'not-found');
  });

  // results.e2e.ts tests the pages that show the details of each kind of record.
  test('axe finds nothing in a long list of results and in the notable dates', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    await page.goto(many);
    await expect(page.locator('.results tbody tr:not(.is-pending)')).toHaveCount(100);
    await examineAtBoth(page, 'results');
    await page.getByRole('button', { name: 'Notable Dates' }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await examineAtBoth(page, 'notable-dates');
  });

  test('axe finds nothing in the preview, an enlarged page, an order and alerts', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    const dialog = await openPreview(page, '1000001');
    await examineAtBoth(page, 'preview');
    await setPages(page, '1, 3, 7-9');
    await examineAtBoth(page, 'preview-pages');
    await dialog.locator('.thumb__lens').first().click();
    await expect(page.locator('.viewer__desk img')).toBeVisible();
    await examineAtBoth(page, 'enlarged');
    await page.getByRole('button', { name: 'All pages' }).click();
    await page.getByLabel('Jump to page').fill('99');
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineAtBoth(page, 'alert');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('.receipt')).toBeVisible();
    await examineAtBoth(page, 'order');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('axe finds nothing in a plat, a document without images, the drawer and the log-out question', async ({
    page,
  }) => {
    await signIn(page, 'demo.escrow');
    const dialog = await openPreview(page, '1000003');
    await examineAtBoth(page, 'preview-plat');
    await dialog.locator('.thumb__lens').first().click();
    await expect(page.locator('.openseadragon-canvas canvas').first()).toBeVisible();
    await examineAtBoth(page, 'plat');
    await page.goto('/LandShark/home');
    await page.getByRole('button', { name: 'Log out' }).last().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineAtBoth(page, 'log-out');
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await examine(page, 'drawer');
    await page.keyboard.press('Escape');
    await openDocument(page, '1000002');
    await page.getByRole('button', { name: 'Image' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineAtBoth(page, 'no-images');
  });
});

test.describe('in a window of 320 px,', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no part of any page is wider than the window', async ({ page }) => {
    await page.goto('/LandShark/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectReflow(page);
    await signIn(page, 'demo.escrow');
    for (const address of [
      '/LandShark/home',
      '/LandShark/search/searchByName',
      '/LandShark/search/searchByDocumentNumber',
      many,
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectReflow(page);
    }
    await openPreview(page, '1000001');
    await expectReflow(page);
  });
});

test.describe('in every language,', () => {
  test.use({ viewport: wide });

  test('the lang attribute of the page is the language of the user', async ({ page, baseURL }) => {
    await page.goto(`${originOf('saipan', baseURL)}/LandShark/login`);
    // the choice of language is stored with the user, and no other test here signs in as this user
    await page.getByLabel('Username').fill('demo.office');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Language').selectOption('THAI');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/home');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  });
});
