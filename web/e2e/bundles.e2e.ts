import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  logIn,
  open,
  openOrder,
  originOf,
  phone,
  signIn,
  test,
  wide,
} from './portal.js';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** The download button of the order window, not that of the result list behind the window. */
const download = (page: Page): Locator =>
  page.locator('dialog[open]').getByRole('button', { name: /^Download|and download$/ });
const closeAlert = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
const titled = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const pagesIn = async (download: { path(): Promise<string> }): Promise<number> => {
  const text = (await readFile(await download.path())).toString('latin1');
  return [...text.matchAll(/\/Type\s*\/Page(?![a-z])/g)].length;
};

/** Fills in the sandbox's card page and pays. */
const payByCard = async (page: Page): Promise<void> => {
  const card = page.frameLocator('iframe.pay-frame');
  await card.getByLabel('Card number').fill('4111111111111111');
  await card.getByLabel('Expiration date').fill('12/30');
  await card.getByLabel('Card code').fill('123');
  await card.getByRole('button', { name: 'Pay' }).click();
};

test.describe('when a payer buys bundles,', () => {
  for (const viewport of [wide, phone]) {
    test.describe(`at ${viewport.width} px,`, () => {
      test.use({ viewport });

      test('A11-04 A11-05 A11-14 Back and Cancel leave each window without a purchase', async ({ page }) => {
        await signIn(page, 'demo.bundles');
        await openOrder(page, '1000001', '1-12');
        await examine(page, 'bundles-short');
        await button(page, 'Add to Escrow').click();
        await expect(titled(page, 'Flat Fee Account Add On')).toBeVisible();
        await expect(page.getByLabel('50 images for $20.00')).toBeChecked();
        await examine(page, 'bundles-options');
        await expectReflow(page);
        await page.getByLabel('Unlimited images this month for $300.00').check();
        await button(page, 'Buy').click();
        await expect(titled(page, 'Flat Fee Account Add On Confirmation')).toBeVisible();
        await expect(button(page, 'Buy')).toHaveCount(0);
        await examine(page, 'bundles-confirmation-short');
        await button(page, 'Back').click();
        await expect(page.getByLabel('Unlimited images this month for $300.00')).toBeChecked();
        await button(page, 'Back').click();
        await button(page, 'Add to Escrow').click();
        await button(page, 'Cancel').click();
        await expect(page.locator('dialog.dialog[open]')).toHaveCount(0);
      });
    });
  }

  test.describe('in a wide window,', () => {
    test.use({ viewport: wide });

    test('A10-33 A11-16 A11-17 A11-18 a new bundle pays for the download at once', async ({ page }) => {
      await signIn(page, 'demo.bundles');
      await openOrder(page, '1000001', '1-12');
      await button(page, 'Add to Escrow').click();
      await button(page, 'Buy').click();
      await examineAtBoth(page, 'bundles-confirmation');
      await button(page, 'Buy').click();
      await expect(page.getByRole('alertdialog')).toContainText('Thank you for your purchase');
      await examineAtBoth(page, 'bundles-bought');
      const [file] = await Promise.all([page.waitForEvent('download'), closeAlert(page)]);
      expect(await pagesIn(file)).toBe(12);
      await expect(page.locator('header output')).toHaveText('40 images');
    });

    test('A5-13 an administrator of the account buys a bundle with the button in the header', async ({
      page,
    }) => {
      await logIn(page, 'demo.office');
      const balance = page.locator('header output');
      const before = Number.parseInt((await balance.textContent()) ?? '', 10);
      await page.locator('header').getByRole('button', { name: 'Purchase images' }).click();
      await expect(titled(page, 'Flat Fee Account Add On')).toBeVisible();
      await expect(button(page, 'Back')).toHaveCount(0);
      await button(page, 'Buy').click();
      await button(page, 'Buy').click();
      await closeAlert(page);
      await expect(balance).toHaveText(`${before + 50} images`);
      await expect(page.locator('dialog.dialog[open]')).toHaveCount(0);
    });
  });
});

test.describe('when escrow is too low,', () => {
  test.use({ viewport: wide });

  test('A10-34 A11-24 A11-25 a user adds money to escrow by card, and then downloads the pages', async ({
    page,
    baseURL,
  }) => {
    const origin = originOf('saipan', baseURL);
    await signIn(page, 'demo.small', origin);
    await openOrder(page, '1000001', '1-3', origin);
    await button(page, 'Add to Escrow').click();
    await expect(titled(page, 'Escrow Account Add On')).toBeVisible();
    await examineAtBoth(page, 'escrow-add-on');
    await button(page, 'Buy').click();
    await expect(page.locator('.field-error')).toBeVisible();
    await examineAtBoth(page, 'escrow-add-on-refused');
    await page.getByLabel('Deposit amount').fill('10');
    await button(page, 'Buy').click();
    await expect(page.locator('iframe.pay-frame')).toBeVisible();
    await examineAtBoth(page, 'escrow-card');
    await payByCard(page);
    await expect(download(page)).toBeVisible();
    await expect(page.locator('header output')).toHaveText('$11.00');
    const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    expect(await pagesIn(file)).toBe(3);
    await expect(page.locator('header output')).toHaveText('$8.00');
  });
});

/** Opens the window Confirm order for a document in the results of a paid search. */
const paidOrder = async (page: Page, number: string): Promise<void> => {
  await page.locator('.results a.doc').filter({ hasText: number }).first().click();
  await expect(page.locator('.detail .facts').first()).toBeVisible();
  await button(page, 'Image').click();
  await expect(page.locator('.thumb').first()).toBeVisible();
  await button(page, 'Continue').click();
  await expect(page.locator('dialog[open] .receipt')).toBeVisible();
};
const search = async (page: Page, number: string): Promise<void> => {
  await open(page, 'search/searchByDocumentNumber');
  await page.getByLabel('From document number').fill(number);
  await button(page, 'Submit').click();
};

test.describe('when the card authorization is too low,', () => {
  test.use({ viewport: wide });

  test('A10-16 A10-35 A11-26 A11-29 a download that exceeds the authorization is paid after a new authorization', async ({
    page,
  }) => {
    await signIn(page, 'demo.credit');
    const balance = page.locator('header output');
    await search(page, '1000001');
    await button(page, 'Continue to Credit Card').click();
    await payByCard(page);
    await page.waitForURL('**/SearchResults*');
    await paidOrder(page, '1000001');
    const [deed] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    expect(await pagesIn(deed)).toBe(12);
    await expect(balance).toHaveText('$2.00');
    await search(page, '2000001');
    await page.waitForURL('**/SearchResults*');
    await paidOrder(page, '2000001');
    await expect(titled(page, 'Exceeding Current Preauthorization')).toBeVisible();
    await examineAtBoth(page, 'card-exceeding');
    await button(page, 'Continue to Preauthorization').click();
    await expect(titled(page, 'Credit Card Preauthorization')).toBeVisible();
    await expect(page.locator('iframe.pay-frame')).toBeVisible();
    await examineAtBoth(page, 'card-preauthorization');
    await button(page, 'Back').click();
    await button(page, 'Continue to Preauthorization').click();
    await payByCard(page);
    await expect(page.getByRole('alertdialog')).toContainText('Authorization successful');
    const [file] = await Promise.all([page.waitForEvent('download'), closeAlert(page)]);
    expect(await pagesIn(file)).toBe(3);
    await expect(balance).toHaveText('$8.00');
  });
});
