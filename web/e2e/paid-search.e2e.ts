import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  centsOf,
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  open,
  phone,
  setPages,
  signIn,
  test,
  wide,
} from './portal.js';

/** Submits a search by number. A search costs 1.00 and details cost 0.50; 10.00 are authorized at a time. */
const submitNumber = async (page: Page, number: string): Promise<void> => {
  await open(page, 'search/searchByDocumentNumber');
  await page.getByLabel('From document number').fill(number);
  await page.getByRole('button', { name: 'Submit' }).click();
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const cardWindow = (page: Page): Locator => dialog(page, 'Credit Card Preauthorization');
const rows = (page: Page): Locator => page.locator('.results tbody tr:not(.is-pending)');
const balance = (page: Page): Locator => page.getByRole('banner').locator('output');

const typeCard = async (page: Page, cardNumber: string): Promise<void> => {
  const card = cardWindow(page).frameLocator('iframe');
  await expect(card.getByRole('heading', { name: 'Card payment' })).toBeVisible();
  await card.getByLabel('Card number').fill(cardNumber);
  await card.getByLabel('Expiration date (MM/YY)').fill('12/30');
  await card.getByLabel('Card code').fill('123');
  await card.getByRole('button', { name: 'Pay' }).click();
};

/**
 * Searches for one document number after another until the authorization no longer covers a search.
 * @returns the document number of the search that is not covered
 */
const searchUntilExceeded = async (page: Page): Promise<number> => {
  const exceeding = dialog(page, 'Exceeding Current Credit Card Preauthorization');
  for (let number = 1_000_021; number < 1_000_035; number += 1) {
    const before = centsOf(await balance(page).textContent());
    await submitNumber(page, String(number));
    if (before < 100) {
      await expect(exceeding).toBeVisible();
      return number;
    }
    await expect(rows(page).first()).toContainText(String(number));
    await expect.poll(async () => centsOf(await balance(page).textContent())).toBe(before - 100);
  }
  throw new Error('the authorization was never exceeded');
};

test.describe('with searches that are paid by card,', () => {
  test('B9-01 B9-04 B9-05 B9-06 B9-07 B9-11 B9-12 B9-17 a user cancels, has a card declined, pays with another card, turns pages and opens details', async ({
    page,
  }) => {
    await page.setViewportSize(wide);
    let tokens = 0;
    page.on('request', (request) => (tokens += Number(request.url().endsWith('/creditcard/authorize'))));
    await signIn(page, 'demo.credit');
    const token = page.waitForResponse('**/creditcard/authorize');
    await open(page, 'search/searchByDocumentNumber');
    expect((await token).request().postDataJSON()).toEqual({});
    await page.getByLabel('From document number').fill('1000001');
    await page.getByLabel('To document number').fill('1000400');
    const submit = page.locator('main form').getByRole('button', { name: 'Submit' });
    await submit.click();

    const prices = dialog(page, 'Price List');
    await expect(prices.getByRole('row', { name: 'Name $2.00' })).toBeVisible();
    await expect(prices).toContainText('$10.00 will be authorized');
    await examine(page, 'paid-search-prices');
    // Cancel leaves the results empty, and the form can be submitted again
    await prices.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(submit).toBeEnabled();
    await expect(rows(page)).toHaveCount(0);

    await submit.click();
    await prices.getByRole('button', { name: 'Continue to Credit Card' }).click();
    await typeCard(page, '4000000000000002');
    await expect(cardWindow(page).frameLocator('iframe').getByRole('alert')).toContainText('declined');
    await examineAtBoth(page, 'paid-search-declined');
    await cardWindow(page).frameLocator('iframe').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await submit.click();
    await prices.getByRole('button', { name: 'Continue to Credit Card' }).click();
    await typeCard(page, '4111111111111111');
    await page.waitForURL('**/SearchResults*');
    await expect(rows(page).first()).toBeVisible();
    await expect(balance(page)).toHaveText('$9.00');
    expect(tokens).toBe(1);
    await page.getByRole('link', { name: 'Page 2' }).first().click();
    await expect(page.getByText('Displaying Results: 101-200 of 400')).toBeVisible();
    await expect(balance(page)).toHaveText('$9.00');
    await page.locator('.results a.doc').first().click();
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    await expect(balance(page)).toHaveText('$8.50');
    await examine(page, 'paid-search-results');
  });

  test('B9-08 B9-09 one authorization pays for a search and a download; a search that costs more than the remaining amount needs a new authorization', async ({
    page,
  }) => {
    await page.setViewportSize(wide);
    await signIn(page, 'demo.credit');
    await submitNumber(page, '1000001');
    await dialog(page, 'Price List').getByRole('button', { name: 'Continue to Credit Card' }).click();
    await typeCard(page, '4111111111111111');
    await page.waitForURL('**/SearchResults*');
    await page.locator('.results a.doc').first().click();
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await setPages(page, '1');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const order = page.locator('dialog[open]', { has: page.locator('.receipt') });
    const left = centsOf(await order.locator('.is-end td').textContent());
    const [file] = await Promise.all([page.waitForEvent('download'), order.locator('.btn--primary').click()]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await expect.poll(async () => centsOf(await balance(page).textContent())).toBe(left);

    const last = await searchUntilExceeded(page);
    await examine(page, 'paid-search-exceeding');
    await page.getByRole('button', { name: 'Preauthorize for $10.00' }).click();
    await typeCard(page, '4111111111111111');
    await page.waitForURL('**/SearchResults*');
    await expect(rows(page).first()).toContainText(String(last));
    await expect(balance(page)).toHaveText('$9.00');
  });

  test('B9-20 a phone shows an alert and no results if the card authorization cannot be reported to the server', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await signIn(page, 'demo.credit');
    await submitNumber(page, '1000001');
    const prices = dialog(page, 'Price List');
    await expect(prices).toBeVisible();
    await expectReflow(page);
    await examine(page, 'paid-search-prices');
    await page.route('**/creditcard/authorizationResponse', (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await prices.getByRole('button', { name: 'Continue to Credit Card' }).click();
    await expect(
      dialog(page, 'Credit Card Preauthorization').frameLocator('iframe').getByRole('heading'),
    ).toBeVisible();
    await examine(page, 'paid-search-card');
    await typeCard(page, '4111111111111111');
    const failed = page.getByRole('alertdialog');
    await expect(failed).toContainText(
      'Failed to process credit card authorization from the card payment provider. Note, you will not be charged. Please contact the county or support for assistance.',
    );
    await examine(page, 'paid-search-failed');
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/searchByDocumentNumber/);
  });
});
