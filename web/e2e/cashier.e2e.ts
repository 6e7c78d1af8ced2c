import { misfits } from './misfits.js';
import { expect, logIn, open, originOf, signIn, test, wide, examineAtBoth } from './portal.js';
import type { Page } from '@playwright/test';

test.use({ viewport: wide });

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.locator('.list-table tbody tr');

/** The id of a demo user's account, from the user manager. */
const accountOf = async (page: Page, username: string): Promise<string> => {
  const answer = await page.evaluate(async (filterText) => {
    const response = await fetch('/LandShark/api/userManager/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filterText }),
    });
    return (await response.json()) as { content: { users: { accountId: string }[] } };
  }, username);
  return answer.content.users[0]?.accountId ?? '';
};

test('a clerk posts a check by keyboard and refunds it, and a large correction waits for a second person', async ({
  page,
  context,
}) => {
  const number = Date.now().toString().slice(-6);
  await logIn(page, 'demo.county');
  const account = await accountOf(page, 'demo.escrow');
  await open(page, `accounts/${account}/cashier`);
  await expect(page.getByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
  await expect(page.locator('dl.facts')).toContainText('From escrow');
  await examineAtBoth(page, 'cashier');

  await page.getByRole('button', { name: 'Post a payment' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Post a payment' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('link', { name: 'Amount: Required.' })).toBeVisible();
  await examineAtBoth(page, 'cashier-payment-errors');
  await dialog(page).getByLabel('Amount').fill('12.50');
  await page.keyboard.press('Tab');
  await page.keyboard.type(number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Brought to the counter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The entry is posted.' })).toBeVisible();
  const posted = rows(page).filter({ hasText: number }).first();
  await expect(posted).toContainText('Check');
  await expect(posted).toContainText('$12.50');
  await expect(posted).toContainText('Posted');
  const download = page.waitForEvent('download');
  await posted.getByRole('button', { name: /^Receipt/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^Receipt-[0-9A-F]{8}\.pdf$/);

  await page.getByRole('button', { name: 'Refund' }).first().click();
  await dialog(page).getByText('Cash', { exact: true }).click();
  await dialog(page).getByLabel('Amount').fill('12.50');
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await expect(rows(page).first()).toContainText('-$12.50');

  await page.getByRole('button', { name: 'Enter a correction' }).click();
  await expect(dialog(page)).toContainText(
    'A correction of more than $100.00 needs the approval of a second county staff member.',
  );
  await examineAtBoth(page, 'cashier-correction');
  await dialog(page).getByLabel('Amount').fill('100.01');
  await dialog(page).getByLabel('Reason').fill(`Posted twice ${number}`);
  await dialog(page).getByRole('button', { name: 'Enter correction' }).click();
  await expect(
    page.getByRole('heading', {
      name: 'The correction is waiting for the approval of a second county staff member.',
    }),
  ).toBeVisible();
  const waiting = rows(page).filter({ hasText: `Posted twice ${number}` });
  await expect(waiting).toContainText('Waiting for approval');
  await page.setViewportSize({ width: 704, height: 900 });
  expect(await misfits(page)).toEqual([]);
  await page.setViewportSize(wide);
  await expect(waiting.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await examineAtBoth(page, 'cashier-entries');

  await page.getByRole('link', { name: 'Corrections to approve' }).click();
  await expect(page.getByRole('heading', { name: 'Corrections to Approve', level: 1 })).toBeVisible();
  const mine = rows(page).filter({ hasText: `Posted twice ${number}` });
  await examineAtBoth(page, 'cashier-corrections');
  await mine.getByRole('button', { name: /^Take back/ }).click();
  await examineAtBoth(page, 'cashier-take-back');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('heading', { name: 'The correction is taken back.' })).toBeVisible();
  await expect(mine).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});

test('a window that is waiting for the server stays open and keeps the focus, however often Esc is pressed', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  await open(page, `accounts/${await accountOf(page, 'demo.escrow')}/cashier`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/cashier/entry', async (route) => {
    await released;
    await route.fulfill({ status: 503 });
  });
  await page.getByRole('button', { name: 'Post a payment' }).click();
  const amount = dialog(page).getByLabel('Amount');
  await dialog(page).getByText('Cash', { exact: true }).click();
  await amount.fill('3.00');
  const sent = page.waitForRequest('**/cashier/entry');
  await page.keyboard.press('Enter');
  await sent;
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await expect(amount).toBeFocused();
  release();
  await page.getByRole('alertdialog').getByRole('button').click();
  await expect(amount).toHaveValue('3.00');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('the page Cashier tells a clerk that an account does not exist, and the list of corrections is not shown to customers', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'accounts/0d9c1e4a-7777-4000-8000-000000000000/cashier');
  await expect(page.getByText('This account does not exist.')).toBeVisible();
  await signIn(page, 'demo.account', originOf('lake', baseURL));
  await open(page, 'cashier/corrections');
  await expect(page.getByText('This page is for county staff.')).toBeVisible();
});
