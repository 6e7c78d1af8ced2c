import type { Page } from '@playwright/test';
import { misfits } from './misfits.js';
import { examineAtBoth, expect, logIn, open, phone, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const question = (page: Page) => page.getByRole('alertdialog');
const rows = (page: Page) => page.locator('.list-table tbody tr');

const send = <T>(page: Page, path: string, body: object): Promise<{ content: T }> =>
  page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`/LandShark/api/${address}`, { method: 'POST', headers, body: json });
      return (await response.json()) as { content: never };
    },
    [path, JSON.stringify(body)] as const,
  );
/** Creates an account, and returns its id. */
const newAccount = async (page: Page, name: string): Promise<string> => {
  const { content } = await send<{ id: string }>(page, 'controlPanel/account', {
    ...{ id: '0', name, accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0 },
    ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', landLinkAccount: '1' },
    ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', lastTasks: '01/01/2026' },
    ...{ postToLandLink: true, imageRetrieval: true, previewRetrieval: true, userReload: false },
    ...{ certificateRetrieval: true, certificatePreviewRetrieval: true, flatFeeRateLevel: 0 },
  });
  return content.id;
};
const newUser = (page: Page, accountId: string, over: object) =>
  send(page, 'userManager/user', {
    ...{ id: '0', password: 'Quiet-Canoe!77', role: 'USER', accountId, firstName: 'Ida', lastName: 'Quill' },
    ...{ company: '', address: '', city: '', state: 'MN', zip: '', phoneFormatType: 'STANDARD', phone: '' },
    ...over,
  });

test('C2-01 C2-05 C2-11 C2-12 C2-23 C2-25 C2-45 staff finds, creates, changes and deactivates an account', async ({
  page,
}) => {
  const name = `Keeper Abstract ${Date.now().toString(36)}`;
  await logIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Displaying Results: 1-\d+ of \d+$/)).toBeVisible();
  await expect(page.getByRole('columnheader')).toContainText([
    ...['Account', 'Type', 'Payment Method', 'Monthly Fee ($)'],
  ]);
  const sideMenu = page.getByRole('navigation', { name: 'Control Panel' });
  await expect(sideMenu.getByRole('link', { name: 'Accounts' })).toHaveAttribute('aria-current', 'page');
  await examineAtBoth(page, 'accounts');

  await page.getByRole('link', { name: 'New' }).click();
  await expect(page.getByRole('heading', { name: 'New Account', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Payment Method' })).toHaveValue('ESCROW');
  await page.getByLabel(/^Last Tasks/).fill('');
  await page.getByLabel('Zip').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Account: Required.', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'LandLink Account: Required.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Last Tasks: Required.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Zip: 5-digit zip.' })).toBeVisible();
  await examineAtBoth(page, 'account-new-errors');
  await page.getByRole('textbox', { name: 'Account', exact: true }).fill(name);
  await page.getByLabel('LandLink Account').fill('10447');
  await page.getByLabel(/^Last Tasks/).fill('01/15/2026');
  await page.getByLabel('Zip').fill('55699');
  await page.getByLabel('Monthly Fee ($)').fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The account is saved.' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Account' }).fill(name);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('25.00');
  await expect(page).toHaveURL(/filterText=Keeper/);
  // the billing service must first learn of the new account; only then does the account list show a billing state
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).toContainText('Needs billing', { timeout: 1_000 });
  }).toPass();
  const menu = async (entry: string): Promise<void> => {
    await rows(page)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await menu('Deactivate');
  await expect(question(page)).toContainText(`Deactivate Account ${name} and users?`);
  await examineAtBoth(page, 'account-question');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(rows(page)).toContainText('Inactive');
  await rows(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByText('This account is inactive. Activate it before you change it.')).toBeVisible();
  await expect(page.getByLabel('LandLink Account')).toBeDisabled();
  await examineAtBoth(page, 'account-inactive');
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect(question(page)).toContainText(`Activate Account ${name} and users?`);
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('LandLink Account')).toBeEnabled();
  await examineAtBoth(page, 'account-entry');
});

test('C2-02 C2-03 the URL of the account list contains its filters and its sort order', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts?filterText=Demo');
  const names = () => rows(page).getByRole('rowheader').allInnerTexts();
  await expect.poll(names).toHaveLength(6);
  const byName = await names();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL(/sortDirection=DESC/);
  await expect.poll(names).toEqual(byName.toReversed());
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status.getByRole('option')).toHaveText([
    ...['All Accounts', 'Active Only', 'Needs Billing Only', 'Needs Image Renewal Only', 'Inactive Only'],
  ]);
  await status.selectOption('NIR');
  await expect(page.getByText('No accounts match.')).toBeVisible();
  await examineAtBoth(page, 'accounts-empty');
  await page.goBack();
  await expect(rows(page)).toHaveCount(6);
});

test('C2-08 C2-10 C2-50 the menu of an account leads to its users, and to the page on which staff sets its number of images', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts?filterText=Demo%20Escrow');
  await rows(page).getByRole('button', { name: 'More for Demo Escrow' }).click();
  await expect(page.getByRole('menuitem', { name: 'Reload' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: /^Users\(\d+\)$/ }).click();
  await expect(page).toHaveURL(/userManager\?accountId=/);
  await expect(page.getByRole('link', { name: 'demo.escrow', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'demo.flatfee', exact: true })).toHaveCount(0);

  await open(page, 'controlPanel/accounts?filterText=Demo%20Flat');
  await rows(page).getByRole('button', { name: 'More for Demo Flat Fee' }).click();
  await examineAtBoth(page, 'account-menu');
  await page.getByRole('menuitem', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Flat Fee Usage Override', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/accountReload\/[0-9a-f-]{36}\/Demo%20Flat%20Fee$/);
  const left = Number((await page.locator('.facts dd').innerText()).replace(/\D/g, ''));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Required.')).toBeVisible();
  await examineAtBoth(page, 'account-reload-errors');
  for (const images of [left + 3, left]) {
    await page.getByLabel('New balance').fill(String(images));
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'The new number of images is saved.' })).toBeVisible();
    await expect(page.locator('.facts dd')).toHaveText(`${images} images`);
  }
});

test('C2-47 the page Page Access has a checkbox for each search that the county has switched on', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts?filterText=Demo%20Small');
  await rows(page).getByRole('button', { name: 'More for Demo Small Escrow' }).click();
  await page.getByRole('menuitem', { name: 'Access' }).click();
  await expect(page.getByRole('heading', { name: 'Page Access', level: 1 })).toBeVisible();
  // every kind of search except Tract Index NMI
  const switchedOn = [
    ...['Address', 'Book and Page', 'Date', 'Document Number', 'Legal Description', 'Name', 'Parcel ID'],
    ...['Torrens Certificate', 'Torrens Text', 'Plat', 'Grantor Grantee Book', 'Tax Lien', 'Tract Book ID'],
    'Tract Book Legal',
  ];
  await expect(page.getByRole('checkbox')).toHaveCount(switchedOn.length);
  for (const name of switchedOn)
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked();
  await expect(page.getByText(/because “Account access” on the Search 1 page is “Same”/)).toBeVisible();
  await examineAtBoth(page, 'account-page-access');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /^Page access is saved/ })).toBeVisible();
});

test('the menu of an account leads to the page Cashier, and the side menu leads to corrections that wait for approval', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'CONTROLPANEL/Accounts?filterText=Demo%20Escrow');
  await rows(page).getByRole('button', { name: 'More for Demo Escrow' }).click();
  await page.getByRole('menuitem', { name: 'Cashier' }).click();
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}\/cashier$/);
  await expect(page.getByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
  await page.goBack();
  const sideMenu = page.getByRole('navigation', { name: 'Control Panel' });
  await sideMenu.getByRole('link', { name: 'Corrections to Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Corrections to Approve', level: 1 })).toBeVisible();
});

test('the page of an account shows its money and links to its cashier and its users', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/accounts?filterText=Demo%20Small');
  await rows(page).getByRole('link', { name: 'Demo Small Escrow', exact: true }).click();
  const money = page.getByRole('region', { name: 'Overview of this account' });
  await expect(money).toContainText(/Balance\s*\$\d+\.\d{2}/);
  await expect(money).toContainText(/Owed on invoices\s*Nothing/);
  await expect(money.getByRole('link', { name: /^Users\(\d+\)$/ })).toBeVisible();
  await examineAtBoth(page, 'account-overview');
  await money.getByRole('link', { name: 'Cashier' }).click();
  await expect(page.getByRole('heading', { name: 'Cashier', level: 1 })).toBeVisible();
});

test('the page of an account shows the last e-mail to its users and what became of it', async ({ page }) => {
  await logIn(page, 'demo.county');
  const username = `mail${Date.now()}`;
  const account = await newAccount(page, `Mailed Abstract ${username}`);
  await newUser(page, account, { username, email: `${username}@title.example` });
  await open(page, `controlPanel/accounts/${account}`);
  const part = page.getByRole('region', { name: 'Overview of this account' });
  await expect(part.getByText('No e-mail to the users of this account is known.')).toBeVisible();
  await examineAtBoth(page, 'account-no-mail');
  const { content } = await send<{ users: { id: string }[] }>(page, 'userManager/users', {
    filterText: username,
  });
  await send(page, 'userManager/userResetMail', { userId: content.users[0]?.id });
  await expect(async () => {
    await page.reload();
    const heading = part.getByRole('heading', { name: 'Last e-mail' });
    await expect(heading).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(part).toContainText('Link for a new password');
  await expect(part).toContainText(`${username}@title.example (${username})`);
  await expect(part).toContainText('The mail server accepted the e-mail.');
  await examineAtBoth(page, 'account-last-mail');
  await send(page, 'controlPanel/accountDelete', { accountId: account });
});

test('only staff can open the account list', async ({ page }) => {
  await signIn(page, 'demo.account');
  await open(page, 'controlPanel/accounts');
  await expect(page.getByText('The control panel is for county staff.')).toBeVisible();
});

test('a long name without spaces fits in the lists of users and accounts, on the account’s page and at the cashier', async ({
  page,
}) => {
  await logIn(page, 'demo.county');
  const filterText = `w${Date.now()}`;
  const name = filterText.padEnd(60, 'w');
  const account = await newAccount(page, name);
  await newUser(page, account, {
    ...{ username: name.slice(0, 50), email: 'w@title.example' },
    ...{ firstName: 'W'.repeat(30), lastName: 'W'.repeat(30) },
  });
  for (const address of [
    `userManager?filterText=${filterText}`,
    `controlPanel/accounts?filterText=${filterText}`,
    `controlPanel/accounts/${account}`,
    `accounts/${account}/cashier`,
  ]) {
    await open(page, address);
    await expect(page.getByText(filterText).first()).toBeVisible();
    for (const size of [phone, wide, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size);
      expect([address, size.width, await misfits(page)]).toEqual([address, size.width, []]);
    }
  }
  await send(page, 'controlPanel/accountDelete', { accountId: account });
});
