import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addCountyWithClerk, inviteProvider } from './new-county.js';
import { inDatabase } from './product-database.js';
import { examineAtBoth, expect, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const secret = 'Quiet-Canoe!77';

interface Keys {
  readonly merchant: string;
  readonly loginId: string;
  readonly transactionKey: string;
  readonly signatureKey: string;
}

/** The keys of a county's card merchant, as the payment sandbox knows them. */
const known = (county: 'lake' | 'saipan'): Keys => {
  const file = path.join(String(process.env.PORTAL_DATA), 'card-merchants.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<typeof county, Keys>)[county];
};

const enter = async (page: Page, keys: Keys): Promise<void> => {
  await page.getByLabel('Merchant ID').fill(keys.merchant);
  await page.getByLabel('API login ID').fill(keys.loginId);
  await page.getByLabel('Transaction key').fill(keys.transactionKey);
  await page.getByLabel('Signature key').fill(keys.signatureKey);
  await page.getByLabel('Signature key').press('Enter');
};

/** Types the password if the portal asks for it. The portal does not ask right after a sign-in. */
const prove = async (page: Page): Promise<void> => {
  const question = page.getByRole('dialog').getByLabel(/Password/);
  const answer = page.getByRole('alertdialog');
  await expect(question.or(answer)).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.fill(secret);
  await question.press('Enter');
};

/**
 * Signs in as the clerk of a new county, and enters the keys of one merchant and then those of another. A second person
 * must approve the other merchant's keys.
 */
const addCountyWithWaitingKeys = async (page: Page) => {
  const county = await addCountyWithClerk(secret);
  const { origin, username } = county;
  const cardKeys = `${origin}/LandShark/controlPanel/CARDKEYS`;
  await signIn(page, username, origin, secret);
  await page.goto(cardKeys);
  await enter(page, known('lake'));
  await expect(page.getByRole('heading', { name: /^The card keys are saved\./ })).toBeVisible();
  await enter(page, known('saipan'));
  return { ...county, cardKeys };
};

test('S38 the clerk of a new county enters its card keys, checks them, and never sees them again', async ({
  page,
}) => {
  const keys = known('lake');
  const { origin, username } = await addCountyWithClerk(secret);
  await signIn(page, username, origin, secret);
  await page.goto(`${origin}/LandShark/controlPanel/CARDKEYS`);
  await expect(page.getByRole('heading', { name: 'Card Keys', level: 1 })).toBeVisible();
  await expect(page.getByText('The county has no card keys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByRole('link', { name: 'Transaction key: Required.' })).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys-errors');
  await enter(page, { ...keys, transactionKey: 'mistyped' });
  await prove(page);
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('The card payment provider refuses these keys');
  await told.getByRole('button').last().click();
  await enter(page, keys);
  await expect(
    page.getByRole('heading', { name: 'The card keys are saved. The card payment provider accepts them.' }),
  ).toBeVisible();
  await expect(page.getByText(new RegExp(`^Set on .+ by ${username}$`))).toBeVisible();
  await expect(page.getByText(`Ends with ${keys.loginId.slice(-4)}`)).toBeVisible();
  await expect(page.getByLabel('Transaction key')).toHaveValue('');
  await page.getByRole('button', { name: 'Check the keys' }).click();
  await expect(
    page.getByRole('heading', { name: /^The card payment provider accepts the keys/ }),
  ).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys');
  await enter(page, known('saipan'));
  await expect(
    page.getByText(/^The card payment provider accepts these keys\. Another person must approve them/),
  ).toBeVisible();
  await expect(page.getByText(`The previous merchant was ${keys.merchant}.`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await examineAtBoth(page, 'panel-card-keys-waiting');
  await page.goto(`${origin}/LandShark/home`);
  await page.getByRole('link', { name: 'Card keys to approve' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('The waiting keys are deleted. The keys in use stay.')).toBeVisible();
  const heard: string[] = [];
  page.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => heard.push(text),
        () => undefined,
      ),
  );
  await page.reload();
  await expect(page.getByText(/changed by/)).toBeVisible();
  for (const text of [keys.transactionKey, keys.signatureKey, keys.loginId])
    expect(heard.join('\n') + (await page.content())).not.toContain(text);
});

test('S32 a person who approves card keys after 14 days learns that the keys were deleted', async ({
  page,
}) => {
  const county = await addCountyWithWaitingKeys(page);
  const { origin, username, cardKeys } = county;
  await expect(page.getByText('Can be approved until')).toBeVisible();
  await expect(page.getByText(/Keys that nobody approves in time are deleted\./)).toBeVisible();

  await signIn(page, await inviteProvider(county, secret), origin, secret);
  await page.goto(cardKeys);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const window = page.getByRole('alertdialog');
  await expect(window).toContainText('Take card payments with the merchant');
  const ended = await inDatabase(
    `UPDATE payments.card_merchant_request SET ends_at = now() WHERE county_id = $1 AND state = 'WAITING'`,
    [county.id],
  );
  expect(ended).toBe(1);
  await window.getByRole('button', { name: 'Approve' }).click();
  await expect(window).toContainText('Nobody approved these keys within 14 days, so they are deleted.');
  await examineAtBoth(page, 'panel-card-keys-ended-window');
  await window.getByRole('button').last().click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  const line = page.getByText(new RegExp(`entered by ${username}, was not approved within 14 days`));
  await page.reload();
  await expect(line).toBeVisible();
  await expect(page.getByText(new RegExp(`^Set on .+ by ${username}$`))).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys-ended');
});

test('S32 S38 a second person approves card keys that change the merchant, at both window sizes', async ({
  page,
}) => {
  const county = await addCountyWithWaitingKeys(page);
  const { origin } = county;
  await expect(page.getByText(/Another person must approve them/)).toBeVisible();

  await signIn(page, await inviteProvider(county, secret), origin, secret);
  await page.goto(`${origin}/LandShark/home`);
  await page.getByRole('link', { name: 'Card keys to approve' }).click();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys-to-approve');
  await approve.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys-approve-question');
  await question.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByText('The keys are approved and are used from now on.')).toBeVisible();
  await expect(approve).toHaveCount(0);
  await expect(page.getByText(new RegExp(known('saipan').merchant)).first()).toBeVisible();
  await examineAtBoth(page, 'panel-card-keys-approved');
});
