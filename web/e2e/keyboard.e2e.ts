import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectFocus, goTo, press, write } from './keys.js';
import { expect, password, phone, test, wide } from './portal.js';

const heading = (page: Page): Locator => page.locator('#main h1');
const firstField = (page: Page): Locator => page.locator('main form :is(input, select)').first();
const windowWith = (page: Page, part: string): Locator =>
  page.locator('dialog[open]', { has: page.locator(part) });

const logInByKeys = async (page: Page): Promise<void> => {
  await page.goto('/LandShark/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.keyboard.press('Tab');
  await expectFocus(page, page.getByRole('link', { name: 'Skip to main content' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await write(page, page.getByLabel('Username'), 'demo.escrow');
  await write(page, page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await expectFocus(page, heading(page));
};

const openForm = async (page: Page): Promise<void> => {
  await page.goto('/LandShark/search/searchByDocumentNumber');
  await expect(page.getByLabel('From document number')).toBeVisible();
};

/** Searches for a document by its number in a form, and opens its details. */
const findDocument = async (page: Page, number: string): Promise<void> => {
  await write(page, page.getByLabel('From document number'), number);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/SearchResults*');
  await expectFocus(page, heading(page));
  await press(page, page.locator('.results a.doc').first());
  await expect(page.locator('.detail .facts').first()).toBeVisible();
};

/** Selects pages in the preview, pays in the next window and returns the content of the saved file. */
const buyPages = async (page: Page, pages: string): Promise<string> => {
  const preview = windowWith(page, '.thumbs');
  await expectFocus(page, preview.getByRole('heading', { level: 1 }));
  await write(page, preview.getByLabel('Page numbers'), pages);
  const accepted = page.waitForResponse('**/updateImagePreviewSettings');
  await page.keyboard.press('Enter');
  await accepted;
  await expectFocus(page, preview.getByLabel('Page numbers'));
  await press(page, preview.getByRole('button', { name: 'Continue' }));
  const order = windowWith(page, '.receipt');
  await expectFocus(page, order.getByRole('heading', { level: 1 }));
  const saved = page.waitForEvent('download');
  await press(page, order.locator('.btn--primary'));
  return (await readFile(await (await saved).path())).toString('latin1');
};

const logOutByKeys = async (page: Page): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await expectFocus(page, question.getByRole('heading', { level: 1 }));
  await press(page, question.getByRole('button', { name: 'Yes, log out' }));
  await page.waitForURL('**/login');
  await expectFocus(page, heading(page));
};

test.describe('with the keyboard alone,', () => {
  test.use({ viewport: wide });

  test('a user finds, views, buys and saves a document, and the focus is visible and correct after every step', async ({
    page,
  }) => {
    await logInByKeys(page);
    await press(page, page.getByRole('navigation').getByRole('link', { name: 'Search' }), 'Shift+Tab');
    await page.waitForURL('**/search**');
    await expectFocus(page, firstField(page));
    await press(page, page.locator('.sidenav').getByRole('link', { name: 'Document Number' }), 'Shift+Tab');
    await page.waitForURL('**/searchByDocumentNumber');
    await expectFocus(page, firstField(page));
    await findDocument(page, '1000001');
    await expectFocus(page, page.locator('.detail h2').first());
    const image = page.locator('.detail').getByRole('button', { name: 'Image' });
    await press(page, image);
    expect((await buyPages(page, '5-6')).startsWith('%PDF-')).toBe(true);
    await expect(page.locator('dialog.dialog[open]')).toHaveCount(0);
    await expectFocus(page, image);
    await press(page, page.locator('header').getByRole('button', { name: 'Log out' }), 'Shift+Tab');
    await logOutByKeys(page);
  });

  test('arrows move between the records, and Esc closes one window at a time and returns the focus', async ({
    page,
  }) => {
    await logInByKeys(page);
    await openForm(page);
    await write(page, page.getByLabel('From document number'), '1000001');
    await write(page, page.getByLabel('To document number'), '1000005');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/SearchResults*');
    const records = page.locator('.results a.doc');
    await goTo(page, records.first());
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, records.nth(1));
    await page.keyboard.press('End');
    await expectFocus(page, records.last());
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const image = page.locator('.detail').getByRole('button', { name: 'Image' });
    await press(page, image);
    const preview = windowWith(page, '.thumbs');
    await expectFocus(page, preview.getByRole('heading', { level: 1 }));
    const page2 = preview.locator('.thumb__lens').nth(1);
    await press(page, page2);
    await expectFocus(page, windowWith(page, '.viewer__desk').getByRole('heading', { level: 1 }));
    await page.keyboard.press('Escape');
    await expectFocus(page, page2);
    await page.keyboard.press('Escape');
    await expectFocus(page, image);
  });
});

test.describe('with the keyboard alone on a phone,', () => {
  test.use({ viewport: phone });

  test('the menu, the details and the log-out question take the focus and return it', async ({ page }) => {
    await logInByKeys(page);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await press(page, menu, 'Shift+Tab');
    await goTo(page, page.locator('#drawer').getByRole('link', { name: 'Search' }));
    await page.keyboard.press('Escape');
    await expectFocus(page, menu);
    await openForm(page);
    await findDocument(page, '1000001');
    await expectFocus(page, page.locator('dialog.detail').getByRole('heading', { level: 2 }));
    await page.keyboard.press('Escape');
    await expectFocus(page, page.locator('.results a.doc').first());
    await press(page, menu, 'Shift+Tab');
    await press(page, page.locator('#drawer').getByRole('button', { name: 'Log out' }));
    await logOutByKeys(page);
  });
});
