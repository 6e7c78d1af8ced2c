import { expect, logIn, originOf, password, phone, test, wide } from './portal.js';

test.describe('sign-in', () => {
  test.use({ viewport: wide });

  test('A1-04 A1-13 the application has the path /LandShark/ and opens with the login page', async ({
    page,
  }) => {
    await page.goto('/LandShark/');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByText('Lake County', { exact: true }).first()).toBeVisible();
    await expect(page).toHaveTitle(/^Log in - Lake County/);
  });

  test('every preloaded file is used, and none is requested twice', async ({ page }) => {
    // disables the cache, because the cache would hide a second request for the same file
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await page.goto('/LandShark/login');
    await expect(page.getByRole('img', { name: /plat/i })).toBeVisible();
    // the browser warns after some seconds about preloaded files that were not used
    await page.waitForTimeout(5_000);
    expect(asked.filter((address, at) => asked.indexOf(address) !== at)).toEqual([]);
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
    await network.detach();
  });

  test('A2-17 a wrong password is refused on the form', async ({ page }) => {
    await page.goto('/LandShark/login');
    await page.getByLabel('Username').fill('demo.escrow');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The username or password is not right.');
    await expect(page).toHaveURL(/\/login$/);
  });

  for (const username of ['demo.locked', 'demo.inactive', 'demo.pending']) {
    test(`${username} is not let in and sees the reason`, async ({ page }) => {
      await page.goto('/LandShark/login');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByRole('alert')).not.toHaveText('The username or password is not right.');
    });
  }

  test('A1-29 A1-30 A2-16 a link to a page leads a visitor to the login first, and then to that page', async ({
    page,
  }) => {
    await page.goto('/LandShark/search/searchByDocumentNumber#fromDocumentNumber=1000001');
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Username').fill('demo.escrow');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/searchByDocumentNumber#fromDocumentNumber=1000001$/);
    await expect(page.getByLabel('From document number')).toHaveValue('1000001');
  });

  test('A5-03 A5-05 A12-23 S45 Log out asks first, then clears everything that the tab stored; the tab never stores the token', async ({
    page,
    context,
  }) => {
    await logIn(page, 'demo.escrow');
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    const token = (await context.cookies()).find(({ name }) => name === 'portal')?.value ?? '';
    expect(token).toHaveLength(43);
    expect(kept).not.toContain(token);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Yes, log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    await page.goto('/LandShark/search');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a new tab opens signed in, and a log-out clears both tabs', async ({ page, context }) => {
    await logIn(page, 'demo.escrow');
    const second = await context.newPage();
    await second.goto('/LandShark/home');
    // does not require that the text is visible, because a tab in the background may never lay out its header
    await expect(second.getByRole('banner')).toContainText('demo.escrow');
    await page.bringToFront();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Yes, log out' }).click();
    await expect(second).toHaveURL(/\/login$/);
  });

  test('A5-07 the header shows the balance and can refresh it', async ({ page }) => {
    await logIn(page, 'demo.escrow');
    await expect(page.locator('header output')).toHaveText(/^\$\d+\.\d\d$/);
    const answer = page.waitForResponse('**/currentUser/usageBalance');
    await page.getByRole('button', { name: 'Refresh balance' }).click();
    expect((await answer).status()).toBe(200);
  });

  test('A5-08 a visitor continues as guest, without a balance or a history', async ({ page }) => {
    await page.goto('/LandShark/login');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.waitForURL('**/home');
    await expect(page.getByRole('banner').getByText('guest.user')).toBeVisible();
    await expect(page.locator('header output')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Recent searches' })).toHaveCount(0);
  });

  test('A5-08 the header shows a balance to a user of an account, and none to staff', async ({ page }) => {
    await logIn(page, 'demo.escrow');
    await expect(page.locator('header output')).toHaveText(/\$/);
    // the application stores its state when the user leaves it, so the storage is cleared only afterward
    await page.goto('/LandShark/favicon.svg');
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await logIn(page, 'demo.county');
    await expect(page.locator('header output')).toHaveCount(0);
  });

  test('A5-20 A5-21 B1-004 the side menu is 270 px wide when open and 60 px when closed, and keeps its state', async ({
    page,
  }) => {
    await logIn(page, 'demo.escrow');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
    const menu = page.getByRole('navigation', { name: 'Search' });
    expect((await menu.boundingBox())?.width).toBe(270);
    await menu.getByRole('button', { name: 'Close side menu' }).click();
    expect((await menu.boundingBox())?.width).toBe(60);
    await page.waitForTimeout(300);
    await page.reload();
    await expect(menu.getByRole('button', { name: 'Open side menu' })).toBeVisible();
    expect((await menu.boundingBox())?.width).toBe(60);
  });
});

test.describe('the second county', () => {
  test.use({ viewport: wide });

  test('A1-01 A2-07 has its own name, colors and languages', async ({ page, baseURL }) => {
    await page.goto(`${originOf('saipan', baseURL)}/LandShark/login`);
    await expect(page.getByText('Commonwealth Recorder', { exact: true }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-county', 'saipan');
    await expect(page.getByLabel('Language').locator('option')).toHaveCount(9);
  });

  test('does not accept a session of the first county', async ({ page, baseURL }) => {
    await logIn(page, 'demo.escrow');
    await page.goto(`${originOf('saipan', baseURL)}/LandShark/search`);
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('on a phone,', () => {
  test.use({ viewport: phone });

  test('the links are in a drawer that closes when a user follows one', async ({ page }) => {
    await logIn(page, 'demo.escrow');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('navigation', { name: 'Main menu' });
    await drawer.getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search$/);
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Search by Name' }).click();
    await page.locator('#sidenav').getByRole('link', { name: 'Document Number' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search by Document Number');
  });
});
