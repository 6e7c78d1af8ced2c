import { examineAtBoth, expect, open, phone, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

test('C6-13 C6-14 the page Purge Now checks whom a purge would delete, asks for confirmation with two buttons that are equal on a phone, and shows the result', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/userPurgeNow');
  await expect(page.getByRole('heading', { name: 'Purge Now', level: 1 })).toBeVisible();
  const date = page.getByRole('textbox', { name: 'Purge date' });
  await expect(date).toHaveValue('01/05/2020');
  await examineAtBoth(page, 'panel-userPurgeNow');

  await date.fill('13/45/2020');
  await date.press('Enter');
  await expect(date).toBeFocused();
  await expect(date).toHaveAccessibleDescription(/date/i);
  await examineAtBoth(page, 'panel-userPurgeNow-error');

  // no demo user has been inactive for so long, so nobody is deleted
  await date.fill('01/05/1999');
  await date.press('Enter');
  await expect(page.getByText('Checked: nothing is deleted yet')).toBeVisible();
  await expect(page.getByText('01/05/1999')).toBeVisible();
  await expect(page.getByText('The check found no user to delete.')).toBeVisible();
  await examineAtBoth(page, 'panel-userPurgeNow-checked');

  const purge = page.getByRole('button', { name: 'Purge Now' });
  await purge.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete inactive credit card users?');
  await expect(question).toContainText('The check found 0 users to delete.');
  await examineAtBoth(page, 'panel-userPurgeNow-question');
  await page.setViewportSize(phone);
  const [no, yes] = [
    await question.getByRole('button', { name: 'No' }).boundingBox(),
    await question.getByRole('button', { name: 'Yes' }).boundingBox(),
  ];
  expect({ ...no, x: 0 }).toEqual({ ...yes, x: 0 });
  await page.setViewportSize(wide);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Checked: nothing is deleted yet')).toBeVisible();

  await purge.click();
  await question.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(page.getByText('The purge has begun. This page shows its progress.')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await examineAtBoth(page, 'panel-userPurgeNow-done');
});

test('C6-11 the Purge Schedule says when the next purge is, and disables Time without a login while automatic purges are off', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/userPurgeSchedule');
  await expect(page.getByRole('heading', { name: 'Purge Schedule', level: 1 })).toBeVisible();
  const days = page.getByLabel('Time without a login');
  await page.getByLabel('Automatic purge').selectOption({ label: 'No' });
  await expect(days).toBeDisabled();
  await page.getByLabel('Automatic purge').selectOption({ label: 'Yes' });
  await expect(days).toBeEnabled();
  await days.fill('364');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(days).toHaveAccessibleDescription(/365 or more/);
  await expect(page.getByText('Next automatic purge')).toBeVisible();
  await examineAtBoth(page, 'panel-userPurgeSchedule');
});

test('C6-18 the Audit Log Purge Schedule shows what the next nightly purge would delete', async ({
  page,
}) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/auditLogPurgeSchedule');
  await expect(page.getByRole('heading', { name: 'Audit Log Purge Schedule', level: 1 })).toBeVisible();
  const days = page.getByLabel('Age of the records');
  await page.getByLabel('Automatic purge').selectOption({ label: 'No' });
  await expect(days).toBeDisabled();
  await page.getByRole('button', { name: 'Check what would be deleted' }).click();
  await expect(page.getByText('Checked: nothing is deleted yet')).toBeVisible();
  await expect(page.getByText('No record is old enough.')).toBeVisible();
  await examineAtBoth(page, 'panel-auditLogPurgeSchedule');
});
