import {
  examine,
  expect,
  expectReflow,
  logIn,
  openDocument,
  openPreview,
  originOf,
  password,
  phone,
  setPages,
  test,
  wide,
} from './portal.js';

const many =
  '/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1&toDocumentNumber=9999999';

for (const viewport of [wide, phone]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(`login page and its errors have no axe finding at ${viewport.width} px`, async ({
      page,
      baseURL,
    }) => {
      await page.goto('/LandShark/login');
      await expect(page.getByLabel('Username')).toBeVisible();
      await examine(page, 'login');
      await page.getByRole('button', { name: 'Log in' }).click();
      await examine(page, 'login-required');
      await page.getByLabel('Username').fill('demo.escrow');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await examine(page, 'login-refused');
      await page.goto(`${originOf('saipan', baseURL)}/LandShark/login`);
      await expect(page.getByLabel('Language')).toBeVisible();
      await examine(page, 'login-saipan');
    });

    test(`home, search forms and their errors have no axe finding at ${viewport.width} px`, async ({
      page,
    }) => {
      await logIn(page, 'demo.escrow');
      await examine(page, 'home');
      await page.goto('/LandShark/search/searchByName');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await examine(page, 'search-name');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await examine(page, 'search-name-errors');
      await page.getByRole('button', { name: 'Choose To recorded date' }).click();
      await expect(page.getByRole('group', { name: 'Choose To recorded date' })).toBeVisible();
      await examine(page, 'search-calendar');
      await page.keyboard.press('Escape');
      await page.getByLabel('Last or business name').first().fill('ZZZZQQ');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('No Records Found.')).toBeVisible();
      await examine(page, 'search-nothing');
      await page.goto('/LandShark/search/searchByDocumentNumber');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await examine(page, 'search-number');
      await page.goto('/LandShark/nowhere');
      await examine(page, 'not-found');
    });

    test(`results, details and their dialogs have no axe finding at ${viewport.width} px`, async ({
      page,
    }) => {
      await logIn(page, 'demo.escrow');
      await page.goto(many);
      await expect(page.locator('.results tbody tr:not(.is-pending)')).toHaveCount(100);
      await examine(page, 'results');
      await page.getByRole('button', { name: 'Notable Dates' }).click();
      await examine(page, 'notable-dates');
      await page.keyboard.press('Escape');
      await openDocument(page, '1000001');
      await examine(page, 'details');
    });

    test(`preview, enlarged page, order and alerts have no axe finding at ${viewport.width} px`, async ({
      page,
    }) => {
      await logIn(page, 'demo.escrow');
      const dialog = await openPreview(page, '1000001');
      await examine(page, 'preview');
      await setPages(page, '1, 3, 7-9');
      await examine(page, 'preview-pages');
      await dialog.locator('.thumb__lens').first().click();
      await expect(page.locator('.viewer__desk img')).toBeVisible();
      await examine(page, 'enlarged');
      await page.getByRole('button', { name: 'All pages' }).click();
      await page.getByLabel('Jump to page').fill('99');
      await page.getByRole('button', { name: 'Go' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await examine(page, 'alert');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.locator('.receipt')).toBeVisible();
      await examine(page, 'order');
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    test(`a plat, a document without images and the log-out question have no axe finding at ${viewport.width} px`, async ({
      page,
    }) => {
      await logIn(page, 'demo.escrow');
      const dialog = await openPreview(page, '1000003');
      await examine(page, 'preview-plat');
      await dialog.locator('.thumb__lens').first().click();
      await expect(page.locator('.openseadragon-canvas canvas').first()).toBeVisible();
      await examine(page, 'plat');
      await page.goto('/LandShark/home');
      await openDocument(page, '1000002');
      await page.getByRole('button', { name: 'Image' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await examine(page, 'no-images');
      await page.goto('/LandShark/home');
      if (viewport === phone) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      if (viewport === phone) await examine(page, 'drawer');
      await page.getByRole('button', { name: 'Log out' }).last().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await examine(page, 'log-out');
    });
  });
}

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('nothing is wider than a window of 320 px', async ({ page }) => {
    await page.goto('/LandShark/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectReflow(page);
    await page.getByLabel('Username').fill('demo.escrow');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/home');
    await expectReflow(page);
    for (const address of [
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

test.describe('languages', () => {
  test.use({ viewport: wide });

  test('the language of the page follows the language of the user', async ({ page, baseURL }) => {
    await page.goto(`${originOf('saipan', baseURL)}/LandShark/login`);
    // the choice stays with the user: nobody else here signs in as this one
    await page.getByLabel('Username').fill('demo.office');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Language').selectOption('THAI');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/home');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  });
});
