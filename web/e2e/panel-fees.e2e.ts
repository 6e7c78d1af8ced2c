import type { Page } from '@playwright/test';
import { examineAtBoth, expect, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

test('a clerk plans a change of a fee for a later date, sees it in the list of planned changes, and takes it back', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/escrow');
  await page.getByLabel('Surcharge in percent').fill('2.80');
  await page.getByText('From a date and time').click();
  await page.getByRole('textbox', { name: 'Date', exact: false }).fill('01/01/2031');
  await page.getByLabel(/^Why/).fill('Board resolution 14');
  await examineAtBoth(page, 'panel-plan');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The change is planned.' })).toBeVisible();
  const planned = page.getByRole('region', { name: 'Planned changes' });
  await expect(planned).toContainText('01/01/2031 12:00 AM');
  await examineAtBoth(page, 'panel-planned');
  await planned.getByRole('button', { name: /^Take back/ }).click();
  await expect(planned).toHaveCount(0);
});

test('when two clerks save the same page one after the other, the second chooses between the two values', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/homeNotableDates');
  const flag = 'Torrens Certificate Thru, Torrens';
  const choose = async (of: Page): Promise<void> => {
    const select = of.getByLabel(flag);
    await select.selectOption((await select.inputValue()) === 'yes' ? 'no' : 'yes');
  };
  const begin = page.getByLabel('Index Begin, Torrens');
  await begin.selectOption((await begin.inputValue()) === 'yes' ? 'no' : 'yes');
  await examineAtBoth(page, 'panel-notable-dates');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await signIn(other, 'demo.trimin');
  await other.goto(page.url());
  await choose(other);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Not saved yet: demo\.trimin saved this page at/)).toBeVisible();
  await examineAtBoth(page, 'panel-conflict');
  await page.getByRole('button', { name: 'Save chosen values' }).click();
  await expect(page.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  // sets both settings back to what they were before the test
  await begin.selectOption((await begin.inputValue()) === 'yes' ? 'no' : 'yes');
  await choose(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  await context.close();
});

test('the preview of Home - Notable Dates shows the notable dates, and can be closed', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/homeNotableDates');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview of the home page' });
  await expect(dialog.getByText('Notable dates').first()).toBeVisible();
  await examineAtBoth(page, 'panel-preview');
  await dialog.getByRole('button', { name: 'Close preview' }).click();
  await expect(dialog).toHaveCount(0);
});

test('the preview of the registration page shows prices according to the unsaved setting, and the Tab key skips the form in the preview', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/loginPageRegistration');
  const button = page.getByRole('button', { name: 'Preview' });
  const dialog = page.getByRole('dialog', { name: 'Preview of the registration page' });
  await page.getByLabel('Prices before registration').selectOption('yes');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'User Registration' })).toBeVisible();
  await expect(dialog.getByText('Searches', { exact: true }).first()).toBeVisible();
  await examineAtBoth(page, 'panel-preview-registration');
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator('[inert] :focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.getByLabel('Self Registration').selectOption('no');
  await page.getByLabel('Prices before registration').selectOption('no');
  await button.click();
  await expect(dialog.getByText(/^Self Registration is set to No/)).toBeVisible();
  await expect(dialog.getByText('Searches', { exact: true })).toHaveCount(0);
  await examineAtBoth(page, 'panel-preview-registration-off');
});
