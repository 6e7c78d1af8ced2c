import type { Page } from '@playwright/test';
import { examineAtBoth, expect, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const openAccount = async (page: Page): Promise<void> => {
  await open(page, 'controlPanel/accounts?filterText=Demo%20Small%20Escrow');
  await page.getByRole('link', { name: 'Demo Small Escrow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Demo Small Escrow', level: 1 })).toBeVisible();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const saved = (page: Page) =>
  expect(page.getByRole('heading', { name: 'The account is saved.' })).toBeVisible();

test('a clerk who saves after another clerk sees what the other changed, and chooses what to keep', async ({
  page,
}) => {
  const mark = Date.now().toString(36);
  await signIn(page, 'demo.county');
  await openAccount(page);
  const other = await page.context().newPage();
  await openAccount(other);
  const before = await other.getByLabel('City').inputValue();
  await other.getByLabel('City').fill(`Finland ${mark}`);
  await other.getByLabel('Preview document images').click();
  await save(other);
  await saved(other);

  await page.getByLabel('City').fill('Larsmont');
  await save(page);
  const message = page.getByRole('alert');
  await expect(message).toContainText(/Not saved yet: demo\.county saved this account at \d+:\d\d [AP]M/);
  await expect(message).toBeFocused();
  await expect(page.getByLabel('City')).toHaveAccessibleDescription(`Now stored: Finland ${mark}`);
  await examineAtBoth(page, 'account-changed-meanwhile');

  await page.getByRole('button', { name: 'Take the stored values' }).click();
  await expect(page.getByLabel('City')).toHaveValue(`Finland ${mark}`);
  await page.getByLabel('City').fill(before);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('Preview document images').click();
  await save(page);
  await saved(page);
});

test('Back asks whether to drop unsaved changes, Deactivate warns that they are lost, and a log-out does not ask about them', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await openAccount(page);
  const heading = page.getByRole('heading', { name: 'Demo Small Escrow', level: 1 });
  const question = page.getByRole('alertdialog');
  const city = await page.getByLabel('City').inputValue();
  await page.getByLabel('City').fill(`${city} Township`);
  await page.goBack();
  await expect(question).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue(`${city} Township`);

  await page.getByRole('button', { name: 'More for Demo Small Escrow' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(question).toContainText('If you continue, your unsaved changes on this page are lost.');
  await question.getByRole('button', { name: 'No' }).click();

  await page.goBack();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/accounts\?filterText=/);
  await openAccount(page);
  await expect(page.getByLabel('City')).toHaveValue(city);

  await page.getByLabel('City').fill(`${city} Township`);
  await page.locator('header').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText('Leave without saving?')).toHaveCount(0);
});
