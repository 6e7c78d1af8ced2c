import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  examineAtBoth,
  expect,
  open,
  openPreview,
  originOf,
  phone,
  setPages,
  signIn,
  test,
  wide,
} from './portal.js';

const buy = async (page: Page, pages: string, origin: string): Promise<void> => {
  const dialog = await openPreview(page, '1000001', origin);
  await setPages(page, pages);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const window = page.locator('dialog[open]', { has: page.locator('.receipt') });
  await Promise.all([page.waitForEvent('download'), window.locator('.btn--primary').click()]);
};

const fileOf = async (page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString('latin1') };
};

/** The URL of the payment sandbox beside the portal under test. */
const sandboxOf = (baseURL: string | undefined): string =>
  `http://127.0.0.1:${Number(new URL(baseURL ?? 'http://localhost:8080').port) + 1}`;

test.describe('at a width of 1280 or 390 px,', () => {
  test.use({ viewport: wide });

  test('a user downloads a purchase again, names it and opens its receipt', async ({ page, baseURL }) => {
    const origin = originOf('saipan', baseURL);
    await signIn(page, 'demo.escrow', origin);
    await buy(page, '5, 6', origin);
    await open(page, 'purchases');
    await expect(page.getByRole('heading', { name: 'My purchases', level: 1 })).toBeVisible();
    const row = page.locator('.list-table tbody tr').first();
    await expect(row).toContainText('Pages 5, 6');
    await examineAtBoth(page, 'purchases');
    const label = row.getByText('Client reference:');
    await expect(label).toBeHidden();
    await page.setViewportSize(phone);
    await expect(label).toBeVisible();
    await page.setViewportSize(wide);

    const pdf = await fileOf(page, () => row.getByRole('button', { name: /^Download/ }).click());
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    const receipt = await fileOf(page, () => row.getByRole('button', { name: /^Receipt/ }).click());
    expect(receipt.name).toMatch(/^Receipt-[0-9A-F]{8}\.pdf$/);
    expect(receipt.text).toContain('/StructTreeRoot');

    const reference = 'File 1280';
    await row.getByRole('button', { name: /client reference/ }).click();
    await examineAtBoth(page, 'purchases-reference');
    await page.getByRole('textbox', { name: 'Client reference' }).fill(reference);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText(reference);
    const spending = page.getByRole('region', { name: 'Spending by client reference' });
    await spending.getByRole('button', { name: reference }).click();
    await expect(page.getByText(`Orders with the client reference “${reference}”`)).toBeVisible();
    await examineAtBoth(page, 'purchases-filtered');
    const csv = await fileOf(page, () => spending.getByRole('button', { name: 'Download CSV' }).click());
    expect(csv.text).toContain(reference);
    await page.getByLabel('From date').fill('02/30/2026');
    await spending.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByLabel('From date')).toBeFocused();
    await examineAtBoth(page, 'purchases-bad-date');
  });

  test('the menu of the reports leads to card reconciliation, which shows findings and accepts a note', async ({
    page,
    baseURL,
  }) => {
    const origin = originOf('saipan', baseURL);
    await signIn(page, 'demo.account', origin);
    await page.goto(`${origin}/LandShark/reports`);
    await expect(page.getByRole('heading', { name: 'Statement report' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Purchases of the account' })).toBeVisible();
    await examineAtBoth(page, 'reports-account');
    await orphan(page, sandboxOf(baseURL));
    await page.context().clearCookies();

    await signIn(page, 'demo.county', origin);
    await page.goto(`${origin}/LandShark/reports`);
    await page.getByRole('link', { name: 'Card reconciliation' }).click();
    await page.getByRole('button', { name: 'Compare now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    const row = page.locator('.list-table tbody tr').first();
    await expect(row).toContainText('Only at the provider');
    await examineAtBoth(page, 'reconciliation');
    await row.getByRole('button', { name: /^Add note/ }).click();
    await page.getByRole('button', { name: 'Save and resolve' }).click();
    await expect(page.getByText('Required.')).toBeVisible();
    await page.getByLabel('What was found out or done').fill('Refunded at the provider.');
    await examineAtBoth(page, 'reconciliation-note');
    await page.getByRole('button', { name: 'Save and resolve' }).click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.getByText(/Resolved by demo.county/).first()).toBeVisible();
    await examineAtBoth(page, 'reconciliation-resolved');
  });
});

test('on a page of purchases, reports or the control panel, a user without access reads who may use the page', async ({
  page,
  context,
}) => {
  const meets = async (path: string, heading: string, text: RegExp): Promise<void> => {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await examineAtBoth(page, `access-${path.replaceAll('/', '-')}`);
  };
  await meets('efile', 'E-File', /Log in to use this page/);
  await signIn(page, 'demo.county');
  await meets('purchases', 'My purchases', /for people who buy page images/);
  await context.clearCookies();
  await signIn(page, 'demo.invoice');
  await meets('reports/cardReconciliation', 'Card reconciliation', /for county staff/);
  await meets('controlPanel', 'Control Panel', /for county staff/);
  await meets('userManager', 'User Manager', /for county staff and account administrators/);
});

/** Makes a payment whose invoice number the portal never issued. */
async function orphan(page: Page, sandbox: string): Promise<void> {
  // sent from the page, because only browsers resolve every name below localhost
  const token = await page.evaluate(async () => {
    const started = await fetch('/LandShark/api/escrowDeposit/initiateDeposit', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '50.00' }),
    });
    const { content } = (await started.json()) as { content: { tokenResults: { token: string } } };
    return content.tokenResults.token;
  });
  const headers = { 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${sandbox}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/control', { faults: [{ on: 'pay', mode: 'wrongInvoice' }] });
  const card = { cardNumber: '4111111111111111', expirationDate: '12/30', cardCode: '123' };
  await post('/payment/pay', { token, ...card });
}
