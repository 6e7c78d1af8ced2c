import type { Page } from '@playwright/test';
import { examine, expect, expectReflow, logIn, phone, test } from './portal.js';

const submitNumber = async (page: Page, number: string): Promise<void> => {
  await page.goto('/LandShark/search/searchByDocumentNumber');
  await page.getByLabel('From document number').fill(number);
  await page.getByRole('button', { name: 'Submit' }).click();
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const typeCard = async (page: Page, cardNumber: string): Promise<void> => {
  const card = dialog(page, 'Credit Card Preauthorization').frameLocator('iframe');
  await expect(card.getByRole('heading', { name: 'Card payment' })).toBeVisible();
  // its script is the last of the page: before it runs, a press on Pay would be lost
  await page
    .frames()
    .find((frame) => frame.url().includes('/payment/payment'))
    ?.waitForLoadState();
  await card.getByLabel('Card number').fill(cardNumber);
  await card.getByLabel('Expiration date (MM/YY)').fill('12/30');
  await card.getByLabel('Card code').fill('123');
  await card.getByRole('button', { name: 'Pay' }).click();
};

test.describe('searches that are paid by card', () => {
  test('B9-20 on a phone: a report of a card that fails is said, and nothing is shown', async ({ page }) => {
    await page.setViewportSize(phone);
    await logIn(page, 'demo.credit');
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
