import type { Page } from '@playwright/test';
import { examineAtBoth, expect, logIn, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const rows = (page: Page) => page.locator('.list-table tbody tr');
const call = (page: Page, path: string, body: object): Promise<{ content: { id?: string } }> =>
  page.evaluate(
    async ([to, sent]) => {
      const response = await fetch(`/LandShark/api/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent,
      });
      return (await response.json()) as { content: { id?: string } };
    },
    [path, JSON.stringify(body)] as const,
  );

/** The last day of the previous month, so that the fee of this month is due. */
const lastMonth = (): string => {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`;
};

/** An account that owes this month's fee and has no money. */
const newAccount = async (page: Page, name: string): Promise<string> => {
  const { content } = await call(page, 'controlPanel/account', {
    ...{ id: 0, name, accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 1_500 },
    ...{ flatFeeRateLevel: 0, imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT' },
    ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '1047' },
    ...{ postToLandLink: true, imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
    ...{ certificatePreviewRetrieval: true, userReload: false, lastTasks: lastMonth() },
  });
  return content.id ?? '';
};

test('C2-54 C2-56 a clerk runs the tasks of an account by keyboard; the account is charged only when it has enough money', async ({
  page,
}) => {
  const name = `Tasks ${Date.now().toString(36)}`;
  await logIn(page, 'demo.county');
  const account = await newAccount(page, name);
  await expect(async () => {
    await open(page, `controlPanel/accounts?statusType=NB&filterText=${name.slice(0, 9)}`);
    await expect(rows(page).filter({ hasText: name })).toContainText('Needs billing', { timeout: 1_000 });
  }).toPass();
  const more = page.getByRole('button', { name: `More for ${name}` });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Tasks' }).press('Enter');
  await expect(page.getByRole('heading', { name: `Tasks: ${name}`, level: 1 })).toBeVisible();
  await expect(rows(page)).toContainText(['Due']);
  await expect(page.getByRole('button', { name: 'Prepare to Rerun Account Tasks' })).toHaveCount(0);
  await examineAtBoth(page, 'account-tasks');

  await page.getByLabel('Last tasks').fill('13/45/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Last tasks')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Run Account Tasks', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The account has too little money/)).toBeVisible();
  await expect(rows(page)).toContainText(['Needs money']);
  await examineAtBoth(page, 'account-tasks-needs-money');

  const payment = { id: crypto.randomUUID(), accountId: account, kind: 'PAYMENT', means: 'CASH', number: '' };
  await call(page, 'cashier/entry', { ...payment, amount: '20.00', note: '' });
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).toContainText(['Charged'], { timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Indicate Billed Now' }).press('Enter');
  await expect(page.getByText('The account is marked as billed.')).toBeVisible();
  await call(page, 'controlPanel/accountChangeStatusSingle', { accountId: account });
});

test('C7-01 C7-05 C7-06 C7-07 C7-08 the Schedule page says when tasks run, runs them, and asks before a rerun', async ({
  page,
}) => {
  await signIn(page, 'demo.trimin');
  await open(page, 'controlPanel/billingSchedule');
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Day of the month')).toHaveValue('1');
  await expect(page.getByLabel('Time of day')).toHaveValue('0:00');
  await expect(page.getByText(/^Next on \w+day, \w+ 1, \d{4}, 12:00 AM C[SD]T$/)).toBeVisible();
  await examineAtBoth(page, 'billing-schedule');

  await page.getByLabel('Day of the month').fill('29');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Day of the month: 28 or less.' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Run Account Tasks', exact: true }).press('Enter');
  await expect(
    page.getByText('The account tasks are running. This page shows their progress.'),
  ).toBeVisible();
  await expect(page.getByText(/^Last ran on \w+day, /)).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Prepare to Rerun Account Tasks' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Prepare to rerun account tasks?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(page.getByText(/^Last ran on/)).toBeVisible();
  await page.getByRole('button', { name: 'Prepare to Rerun Account Tasks' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The account tasks have not run yet.')).toBeVisible();
  // the buttons can be pressed again right after a command has succeeded
  await page.getByRole('button', { name: 'Run Account Tasks', exact: true }).press('Enter');
  await expect(
    page.getByText('The account tasks are running. This page shows their progress.'),
  ).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('NEEDS_FUNDS');
  await examineAtBoth(page, 'billing-schedule-lists');
});
