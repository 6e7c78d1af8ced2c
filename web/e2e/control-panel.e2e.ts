import { examineAtBoth, expect, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

test('the Start page shows the missing settings of the county, and its search for settings works by keyboard', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/start');
  await expect(page.getByRole('table', { name: 'Setup checklist' })).toBeVisible();
  await examineAtBoth(page, 'panel-start');
  const find = page.getByRole('combobox', { name: 'Find a setting' });
  await find.fill('guest user');
  await expect(page.getByRole('option').first()).toContainText('Guest username');
  await examineAtBoth(page, 'panel-start-found');
  await find.press('Enter');
  await expect(page.getByLabel('Guest username')).toBeFocused();
});

test('C0-08 the path /controlPanel opens the page Home - Notable Dates', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel');
  await expect(page.getByRole('heading', { name: 'Home - Notable Dates', level: 1 })).toBeVisible();
});

test('in a low window the side menu scrolls to the link of the page that is open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/languages');
  const menu = page.getByRole('navigation', { name: 'Control Panel' });
  await expect(menu.getByRole('link', { name: 'Languages' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await open(page, 'search/searchByTractBookLegal');
  await expect(page.locator('#sidenav').getByRole('link', { name: 'Tract Book Legal' })).toBeInViewport({
    ratio: 1,
  });
});

test('a settings page that a user opens from the side menu puts the focus on its heading', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts');
  const menu = page.getByRole('navigation', { name: 'Control Panel' });
  await menu.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeFocused();
});

test('C0-28 C6-06 C6-07 the page Lockout 2 shows who is signed in, and asks before it ends the sessions', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/userLockout2');
  await expect(page.getByRole('heading', { name: 'Lockout 2', level: 1 })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'demo.county' }).first()).toBeVisible();
  await examineAtBoth(page, 'panel-userLockout2');
  await page.getByRole('button', { name: 'End User Sessions' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You are about to end all user sessions. Continue?');
  await examineAtBoth(page, 'panel-userLockout2-question');
  // answers No, because ending all sessions would sign other tests out
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
});

/** Requirement id, settings page, field, new text of the field, and the public page that shows the text. */
const published = [
  ['C4-02 ', 'common', 'appTitle', 'Records of Lake', 'home'],
  ['C4-10 ', 'homeLatestNews', 'paragraphs.0.heading', 'Closed on Friday', 'home'],
  ['', 'loginPageLinks', 'paragraphs.0.heading', 'Flood maps', 'login'],
] as const;

for (const [id, path, field, text, shown] of published)
  test(`${id}a setting that staff saves on ${path} shows on the page ${shown} until the old value is saved again`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const visitors = await browser.newContext({ baseURL });
    const visitor = await visitors.newPage();
    await signIn(page, 'demo.county');
    await open(page, `controlPanel/${path}`);
    const box = page.locator(`[id="${field}"]`);
    const before = await box.inputValue();
    const saveAs = async (value: string): Promise<void> => {
      await box.fill(value);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
    };
    try {
      await saveAs(text);
      await open(visitor, shown);
      await expect(visitor.getByText(text).first()).toBeVisible();
    } finally {
      await saveAs(before);
    }
    await open(visitor, shown);
    await expect(visitor.getByText(before).first()).toBeVisible();
    await expect(visitor.getByText(text)).toHaveCount(0);
    await visitors.close();
  });

test('C8-19 Performance Monitoring opens a new window that lists the services', async ({ page }) => {
  await signIn(page, 'demo.trimin');
  await open(page, 'controlPanel/performanceMonitoring');
  await expect(page.getByRole('heading', { name: 'Performance Monitoring', level: 1 })).toBeVisible();
  await examineAtBoth(page, 'panel-performanceMonitoring');
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open monitoring' }).click(),
  ]);
  await expect(opened.getByRole('rowheader', { name: 'payments' }).first()).toBeVisible();
  await expect(opened.getByRole('heading', { name: 'Monitoring', level: 1 })).toBeVisible();
  const imports = opened.getByRole('table', { name: 'Imports of this county' });
  await expect(imports.getByText('Done').first()).toBeVisible();
  await examineAtBoth(opened, 'monitoring');
});

test('C8-20 Reload Configuration says in a window that the portal is reading the configuration', async ({
  page,
}) => {
  await signIn(page, 'demo.trimin');
  await open(page, 'controlPanel/reloadConfiguration');
  await expect(page.getByRole('heading', { name: 'Reload Configuration', level: 1 })).toBeVisible();
  await examineAtBoth(page, 'panel-reloadConfiguration');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('The portal is reading the configuration');
  await examineAtBoth(page, 'panel-reloadConfiguration-answer');
});
