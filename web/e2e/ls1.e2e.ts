import { migrateFrom, startFormerSystem } from './former-system.js';
import { addCounty, inviteProvider } from './new-county.js';
import { examineAtBoth, expect, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

test('C8-10 C8-14 C8-18 a keyboard user of the LS1 Audit Log page confirms a migration, sees its progress, and cancels it', async ({
  page,
}) => {
  await signIn(page, 'demo.trimin');
  await open(page, 'controlPanel/LandSharkOneAuditLog');
  await expect(page.getByRole('heading', { name: 'LS1 Audit Log', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Batch size')).toHaveValue('10000');
  await examineAtBoth(page, 'panel-ls1-audit');

  await page.getByRole('button', { name: 'Migrate' }).press('Enter');
  await expect(page.getByText('Database address: Required.')).toBeVisible();
  await examineAtBoth(page, 'panel-ls1-audit-errors');

  // nothing listens at this address, so the migration changes nothing in the county
  await page.getByLabel('Database address').fill('postgres://127.0.0.1:9?sslmode=disable');
  await page.getByLabel('Database name').fill('ls1');
  await page.getByLabel('Database username').fill('reader');
  await page.getByLabel('Database password').fill('not needed');
  await page.getByRole('textbox', { name: 'From date' }).fill('01/05/2009');
  await page.getByRole('textbox', { name: 'To date' }).fill('02/05/2009');
  await page.getByRole('button', { name: 'Migrate' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Previously migrated LS1 Audit Log data from 01/05/2009 to 02/05/2009 will be deleted. Continue?',
  );
  await examineAtBoth(page, 'panel-ls1-audit-question');
  await question.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(question).toContainText('The migration has begun. This page shows its progress.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByText('The LS1 database does not answer.')).toBeVisible();
  await examineAtBoth(page, 'panel-ls1-audit-waiting');

  await page.getByRole('button', { name: 'Cancel the migration' }).press('Enter');
  await expect(question).toContainText('The migration was canceled.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Newest migration' })).toContainText('Canceled');
});

test('C8-01 C8-07 the LS1 Accounts & Users page warns before it replaces users', async ({ page }) => {
  await signIn(page, 'demo.trimin');
  await open(page, 'controlPanel/LandSharkOneAccountsUsers');
  await expect(page.getByRole('heading', { name: 'LS1 Accounts & Users', level: 1 })).toBeVisible();
  await page.getByLabel('Database address').fill('sqlserver://10.9.8.7');
  await page.getByLabel('Database name').fill('ls1');
  await page.getByLabel('Database username').fill('reader');
  await page.getByLabel('Database password').fill('not needed');
  await page.getByRole('button', { name: 'Migrate' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Clicking Yes will wipe clean any existing ACCOUNTS and USERS in LS2. Continue?',
  );
  await examineAtBoth(page, 'panel-ls1-accounts-question');
  await question.getByRole('button', { name: 'No' }).press('Enter');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Check' }).press('Enter');
  await expect(
    page.getByText(/inside a private network|Accounts and users with payments/).first(),
  ).toBeVisible();
  await examineAtBoth(page, 'panel-ls1-accounts');
});

test('C8-08 C8-17 by keyboard, the provider migrates accounts, users and the audit log of LS1 into a new county, and finds them there', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const county = await addCounty();
  const secret = 'Quiet-Canoe!77';
  const provider = await inviteProvider(county, secret);
  const former = await startFormerSystem();
  const newest = page.getByRole('region', { name: 'Newest migration' });
  const figure = (name: string) => newest.locator(`dt:text-is("${name}") + dd`);
  try {
    await signIn(page, provider, county.origin, secret);
    await page.goto(`${county.origin}/LandShark/controlPanel/LandSharkOneAccountsUsers`);
    await expect(page.getByText('Nothing has been migrated yet.')).toBeVisible();
    await migrateFrom(page, former, /will wipe clean any existing ACCOUNTS and USERS/);
    await expect(newest.getByRole('status')).toHaveText('Done', { timeout: 90_000 });
    await expect(figure('Brought in')).toHaveText('25');
    await expect(figure('Left out')).toHaveText('2');
    await expect(
      page
        .getByRole('table', { name: 'Rows that were left out' })
        .getByRole('row', { name: /FORMER\.USER2/ }),
    ).toContainText('Another user has the same username');
    await examineAtBoth(page, 'panel-ls1-accounts-done');

    await page.goto(`${county.origin}/LandShark/controlPanel/LandSharkOneAuditLog`);
    await migrateFrom(page, former, /All previously migrated LS1 Audit Log data will be deleted/);
    await expect(newest.getByRole('status')).toHaveText('Done', { timeout: 90_000 });
    await expect(figure('Brought in')).toHaveText('400');
    await examineAtBoth(page, 'panel-ls1-audit-done');

    await page.goto(
      `${county.origin}/LandShark/reports/UserReport?fromDate=01/05/2009&toDate=12/31/2009&dataSource=ONE`,
    );
    await expect(page.getByRole('cell', { name: 'former.user2' }).first()).toBeVisible();
    await examineAtBoth(page, 'report-of-ls1');
    await page.goto(`${county.origin}/LandShark/userManager`);
    await expect(page.getByRole('link', { name: 'former.user1', exact: true })).toBeVisible();
    await examineAtBoth(page, 'users-of-ls1');
  } finally {
    await former.stop();
  }
});
