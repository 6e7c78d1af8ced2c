import type { Page } from '@playwright/test';
import { examineAtBoth, expect, logIn, open, test, wide } from './portal.js';

test.use({ viewport: wide });

const question = (page: Page) => page.getByRole('alertdialog');
const rows = (page: Page) => page.locator('.list-table tbody tr');

/**
 * Adds an account through the browser's session, and shows it in the list.
 * @param images the number of images that are left of an earlier flat fee
 */
async function showNewAccount(page: Page, escrow = '0.00', images = 0): Promise<string> {
  const name = `Leaving ${Date.now().toString(36)}`;
  const post = (path: string, data: object) => page.request.post(`/LandShark/api/${path}`, { data });
  const entry = {
    ...{ name, paymentMethod: 'ESCROW', monthlyFee: 0, flatFeeRateLevel: 0 },
    ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', postToLandLink: true },
    ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '10447' },
    ...{ lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
    ...{ certificatePreviewRetrieval: true, userReload: false },
  };
  const accountType = images === 0 ? 'A_LA_CARTE' : 'FLAT_FEE';
  await post('controlPanel/account', { ...entry, id: 0, accountType });
  await open(page, `controlPanel/accounts?filterText=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(1);
  const address = (await rows(page).getByRole('link', { name, exact: true }).getAttribute('href')) ?? '';
  const id = address.split('/').at(-1);
  if (escrow !== '0.00') {
    const payment = { kind: 'PAYMENT', means: 'CASH', amount: escrow, number: '', note: '' };
    await post('cashier/entry', { id: crypto.randomUUID(), accountId: id, ...payment });
  }
  if (images !== 0) {
    const usage = { id, imagesRemaining: images, key: crypto.randomUUID() };
    await post(`controlPanel/accountFlatFeeUsage/${id}`, usage);
    await post('controlPanel/account', { ...entry, id, accountType: 'A_LA_CARTE' });
  }
  return name;
}

const askToDelete = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(question(page)).toContainText(`Delete Account ${name} and users?`);
};

test('C2-06 C2-26 C0-27 staff deletes an account from the list, and the list no longer shows it', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const name = await showNewAccount(page);
  await askToDelete(page, name);
  await expect(question(page)).toContainText("The account's users can no longer log in.");
  await examineAtBoth(page, 'account-delete-question');
  await question(page).getByRole('button', { name: 'No' }).click();
  await expect(rows(page)).toHaveCount(1);
  await askToDelete(page, name);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The account and its users are deleted.')).toBeVisible();
  await expect(page.getByText('No accounts match.')).toBeVisible();
  await examineAtBoth(page, 'account-deleted');
});

test('staff cannot delete an account that has money, and the page says what to do first', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const name = await showNewAccount(page, '12.50');
  await askToDelete(page, name);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(question(page)).toContainText(
    'This account has money or images left. Give the money back at the Cashier',
  );
  await examineAtBoth(page, 'account-delete-refused');
  await question(page).getByRole('button').click();
  await expect(rows(page)).toContainText(name);
});

test('the question before a deletion says how many images of an earlier flat fee are lost, and they are lost after Yes', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const name = await showNewAccount(page, '0.00', 37);
  await askToDelete(page, name);
  await expect(question(page)).toContainText(
    'If you delete this account, its 37 images from an earlier flat fee are lost too.',
  );
  await examineAtBoth(page, 'account-delete-images');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The account and its users are deleted.')).toBeVisible();
});

test('staff deletes an account on the page of the account, and then sees the list of accounts', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const name = await showNewAccount(page);
  await rows(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await askToDelete(page, name);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await expect(page.getByText('The account and its users are deleted.')).toBeVisible();
});

test('staff deletes an account by keyboard alone, and the focus moves to the heading of the list', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const name = await showNewAccount(page);
  const more = page.getByRole('button', { name: `More for ${name}` });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText(`Delete Account ${name} and users?`);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(more).toBeFocused();
  for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
  const yes = question(page).getByRole('button', { name: 'Yes' });
  while (!(await yes.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No accounts match.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeFocused();
});
