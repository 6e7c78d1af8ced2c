import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { centsOf, examine, expect, logIn, openOrder, originOf, phone, signIn, test, wide } from './portal.js';

/**
 * The balance in the header. It is empty for accounts with invoices, and on phones while a window covers the header.
 */
const balanceOf = async (page: Page): Promise<string> =>
  (await page.locator('header output').allTextContents()).join('');

/** Pays and returns the saved file's name and number of pages. */
const download = async (page: Page): Promise<{ name: string; pages: number }> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('dialog[open]', { has: page.locator('.receipt') })
      .locator('.btn--primary')
      .click(),
  ]);
  const text = (await readFile(await file.path())).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  return { name: file.suggestedFilename(), pages: [...text.matchAll(/\/Type\s*\/Page(?![a-z])/g)].length };
};

const payers = [
  { username: 'demo.escrow', county: 'lake', viewport: wide, button: /^Pay \$\d+\.\d\d and download$/ },
  { username: 'demo.flatfee', county: 'lake', viewport: wide, button: 'Download' },
  { username: 'demo.invoice', county: 'lake', viewport: wide, button: /^Pay \$\d+\.\d\d and download$/ },
  { username: 'demo.escrow', county: 'saipan', viewport: wide, button: /^Pay \$\d+\.\d\d and download$/ },
  { username: 'demo.flatfee', county: 'saipan', viewport: phone, button: 'Download' },
] as const;

/**
 * True for the payer that only `npm run walks` tests. A purchase in Saipan differs from one in Lake only by its URLs,
 * and `npm test` checks these URLs with the payer on a phone.
 */
const isWalk = ({ county, viewport }: (typeof payers)[number]): boolean =>
  county === 'saipan' && viewport === wide;

for (const payer of payers) {
  const { username, county, viewport, button } = payer;
  test.describe(`${username} in ${county}`, { tag: isWalk(payer) ? ['@walk'] : [] }, () => {
    test.use({ viewport });

    test('A10-04 A10-28 A10-29 A10-37 A10-39 buys pages 1, 3, 7-9 once, then gets them for free', async ({
      page,
      baseURL,
    }) => {
      const origin = originOf(county, baseURL);
      await signIn(page, username, origin);
      const step = (name: string) => examine(page, `order-${county}-${username}-${name}`);
      const window = await openOrder(page, '1000001', '1, 3, 7-9', origin);
      await expect(window.getByRole('button', { name: 'Back' })).toBeVisible();
      await expect(window.getByRole('heading', { level: 1 })).toHaveText(/ A1000001, .+ Download$/);
      // An earlier run on the same installation may have bought these pages for the account.
      const bought = (await window.getByText('You have already purchased these pages.').count()) > 0;
      const name = bought ? 'Download again' : button;
      await expect(window.getByRole('button', { name, exact: true })).toBeVisible();
      await step('confirm');
      const file = await download(page);
      expect(file.pages).toBe(5);
      expect(file.name).toMatch(/\.pdf$/);
      await expect(page.locator('dialog.dialog[open]')).toHaveCount(0);
      await expect(page.getByRole('status').getByText(`${file.name} is saved`)).toBeVisible();
      await step('saved');
      // on phones, this click also proves that the sheet of details does not cover the note
      await page.getByRole('status').getByRole('button', { name: 'Close' }).click({ timeout: 5_000 });
      const after = await balanceOf(page);
      await page.goto(new URL('/LandShark/home', page.url()).href);
      await openOrder(page, '1000001', '1, 3, 7-9');
      await expect(page.getByText('You have already purchased these pages.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Download again' })).toBeVisible();
      await step('again');
      expect((await download(page)).pages).toBe(5);
      expect(await balanceOf(page)).toBe(after);
    });
  });
}

test.describe('the page Confirm order', () => {
  test.use({ viewport: wide });

  test('A10-17 A10-18 shows what the balance will be after the purchase', async ({ page }) => {
    await logIn(page, 'demo.escrow');
    const before = centsOf(await balanceOf(page));
    const window = await openOrder(page, '1000001', '10, 11');
    // An earlier run on the same installation may have bought these pages for the account.
    const bought = (await window.getByText('You have already purchased these pages.').count()) > 0;
    const ending = centsOf((await window.locator('.is-end td').textContent()) ?? '');
    await download(page);
    await expect.poll(async () => centsOf(await balanceOf(page))).toBe(ending);
    if (bought) expect(ending).toBe(before);
    else expect(ending).toBeLessThan(before);
  });

  test('A10-26 A10-27 returns to the same preview on Back, and closes on Cancel', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    const window = await openOrder(page, '1000001', '2, 4');
    await window.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Page numbers')).toHaveValue('2, 4');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('dialog.dialog[open]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Image' })).toBeFocused();
  });
});
