import type { Page } from '@playwright/test';
import { examineAtBoth, expect, logIn, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const question = (page: Page) => page.getByRole('alertdialog');

test('C0-02 C1-01 C1-13 C1-17 C1-18 C1-32 C1-36 C1-38 staff finds, creates, changes, deactivates and deletes a user', async ({
  page,
}) => {
  const username = `keeper.${Date.now().toString(36)}`;
  await logIn(page, 'demo.county');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User Manager' }).click();
  await expect(page.getByRole('heading', { name: 'User Manager', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Displaying Results: 1-10 of \d+$/)).toBeVisible();
  await examineAtBoth(page, 'users');

  await page.getByRole('link', { name: 'New' }).click();
  await expect(page.getByRole('heading', { name: 'New User', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'User Type' })).toHaveValue('USER');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Account: Required.' })).toBeVisible();
  await examineAtBoth(page, 'user-new-errors');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Heron-Bay-Ferry!7');
  await page.getByLabel(/Confirm/).fill('Heron-Bay-Ferry!7');
  await page.getByRole('button', { name: 'Choose an account' }).click();
  await page.getByRole('dialog').getByRole('row').nth(1).click();
  await page.getByLabel('First Name').fill('Odessa');
  await page.getByLabel('Last Name').fill('Quill');
  await page.getByLabel(/^E-mail/).fill(`${username}@example.com`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The user is saved.' })).toBeVisible();

  await page.getByLabel('Username or name').fill(username);
  const row = page.locator('.list-table tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Quill, Odessa');
  await expect(page).toHaveURL(new RegExp(`filterText=${username}`));
  const menu = async (entry: string): Promise<void> => {
    await row.getByRole('button', { name: `More actions for ${username}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await menu('Deactivate');
  await expect(question(page)).toContainText(`Deactivate User ${username}?`);
  await examineAtBoth(page, 'user-question');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(row).toContainText('Inactive');
  await row.getByRole('link', { name: username, exact: true }).click();
  await expect(
    page.getByText('This user is inactive. Activate the user before you make changes.'),
  ).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeDisabled();
  await examineAtBoth(page, 'user-inactive');
  await page.goBack();
  // activation asks no question for this user (C1-38)
  await menu('Activate');
  await expect(row).not.toContainText('Inactive');

  await menu('Password');
  await expect(page.getByRole('heading', { name: `Reset Password (${username})`, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await examineAtBoth(page, 'user-password-errors');
  await page.goBack();
  await menu('Delete');
  await expect(question(page)).toContainText(`Delete User ${username}?`);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No users match.')).toBeVisible();
  await examineAtBoth(page, 'users-empty');
});

test('C1-02 C1-36 C1-37 the URL filters the list, and the page asks before it activates a pending or locked-out user', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'userManager?statusType=P&filterText=demo.pending');
  const row = page.locator('.list-table tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(question(page)).toHaveText(
    /User has not completed self registration\.\s+Continue to activate\?/,
  );
  await question(page).getByRole('button', { name: 'No' }).click();
  await open(page, 'userManager?filterText=demo.locked');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(question(page)).toHaveText(
    /User was locked out due to suspicious activties\.\s+Continue to activate\?/,
  );
  await question(page).getByRole('button', { name: 'No' }).click();
  await expect(row).toContainText('Locked');
});

test('C1-04 an account’s administrator sees only the users of the account and no account finder', async ({
  page,
}) => {
  await signIn(page, 'demo.account');
  await open(page, 'userManager');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose an account' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'demo.account', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'demo.county', exact: true })).toHaveCount(0);
});
