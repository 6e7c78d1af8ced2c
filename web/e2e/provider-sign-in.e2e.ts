import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { examineAtBoth, expect, originOf, signIn, test, wide } from './portal.js';
import { inDatabase } from './product-database.js';

test.use({ viewport: wide });

const origin = originOf('saipan', process.env.PORTAL_URL);
const program = path.resolve(import.meta.dirname, '../../infra/local/identity-provider.mjs');
let provider: ChildProcess;
let known: { issuer: string; clientId: string; clientSecret: string };

test.beforeAll(async () => {
  const started = spawn(process.execPath, [program, '--port', '0', '--portal', origin], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  provider = started;
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  known = JSON.parse(line) as typeof known;
  const file = path.join(String(process.env.PORTAL_DATA), 'provider-secrets.json');
  const secrets = JSON.stringify({ saipan: { issuer: known.issuer, clientSecret: known.clientSecret } });
  writeFileSync(`${file}.new`, secrets, { mode: 0o600 });
  renameSync(`${file}.new`, file);
});
test.afterAll(async () => {
  const ended = once(provider, 'exit');
  provider.kill();
  await ended;
});

/**
 * Moves the time of the user's last proof of identity back by six minutes, in the database and in every copy of the
 * session.
 */
async function proofGrowsOld(page: Page, username: string): Promise<void> {
  const changed = await inDatabase(
    `UPDATE identity.session s SET proved_at = now() - interval '6 minutes', created_at = now() - interval '6 minutes'
       FROM identity.app_user u WHERE u.id = s.user_id AND u.username = $1 AND s.ended_at IS NULL`,
    [username],
  );
  expect(changed).toBeGreaterThan(0);
  await forgetCopies(username);
  // each gateway uses its own copy for up to half a second
  await expect.poll(() => page.evaluate(tryToSave)).toBe(428);
}

/**
 * Deletes the copies of a user's sessions in Redis, so that the gateway asks the identity service at the next request.
 */
async function forgetCopies(username: string): Promise<void> {
  const folder = String(process.env.PORTAL_DATA);
  const { redis: password } = JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8')) as {
    redis: string;
  };
  const redis = new Redis({ port: Number(readFileSync(path.join(folder, 'redis/port'), 'utf8')), password });
  for (const key of await redis.keys('*session*')) {
    const text = (await redis.type(key)) === 'string' ? await redis.get(key) : null;
    if (text?.includes(`"username":"${username}"`)) await redis.del(key);
  }
  redis.disconnect();
}

/**
 * Sends an empty save, which changes nothing.
 * @returns the HTTP status; 428 means that the user must first prove who they are
 */
const tryToSave = async (): Promise<number> =>
  (
    await fetch('/LandShark/api/controlPanel/countyConfig/staffSignIn', {
      ...{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    })
  ).status;

test("staff configure the county's own sign-in, sign in with it by keyboard, prove who they are without losing a form, and sign out", async ({
  page,
}) => {
  const offer = page.getByLabel('Offer this login on the login page');
  const openPage = async (): Promise<void> => {
    await signIn(page, 'demo.county', origin);
    await page.goto(`${origin}/LandShark/controlPanel/staffSignIn`);
    await expect(page.getByRole('heading', { name: 'Staff Login', level: 1 })).toBeVisible();
  };
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByText('The settings are saved.')).toBeVisible();
  };
  await openPage();
  await examineAtBoth(page, 'panel-staffSignIn');
  await offer.selectOption({ label: 'Yes' });
  // an earlier run may have left a value
  await page.getByLabel('Issuer').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('link', { name: /^Issuer/ })).toBeVisible();
  await examineAtBoth(page, 'panel-staffSignIn-error');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Island County');
  await page.getByLabel('Issuer').fill(known.issuer);
  await page.getByLabel('Client ID').fill(known.clientId);
  await page
    .getByRole('textbox', { name: /^Group(s, row 1)?\b/ })
    .first()
    .fill('records');
  await save();

  await page.context().clearCookies();
  await page.goto(`${origin}/LandShark/login?problem=PROVIDER_NO_GROUP`);
  const problem = page.getByRole('alert').filter({ hasText: 'none of the groups that may use this portal' });
  await expect(problem).toBeInViewport({ ratio: 1 });
  // the message is above the form, like messages about other failures
  const field = await page.getByLabel('Username').boundingBox();
  expect((await problem.boundingBox())?.y).toBeLessThan(field?.y ?? 0);
  const link = page.getByRole('link', { name: 'Log in with Island County' });
  await expect(link).toBeVisible();
  await examineAtBoth(page, 'login-provider');
  await link.press('Enter');
  await page.getByPlaceholder('Enter any login').fill('pat.browser');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByPlaceholder('and password').press('Enter');
  await expect(page.getByRole('banner').getByText('pat.browser')).toHaveCount(1);
  await examineAtBoth(page, 'home-provider');

  await page.goto(`${origin}/LandShark/controlPanel/staffSignIn`);
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill('Island County Records');
  await proofGrowsOld(page, 'pat.browser');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Log in again' });
  await expect(asked).toBeVisible();
  await examineAtBoth(page, 'proof-provider');
  await asked.getByRole('button', { name: 'Cancel' }).press('Enter');
  // without a new sign-in, the page says why nothing was saved, and keeps what was typed
  await page.getByRole('alertdialog').getByRole('button').first().press('Enter');
  await expect(name).toHaveValue('Island County Records');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const opened = page.waitForEvent('popup');
  await asked.getByRole('link', { name: /Island County/ }).press('Enter');
  const window = await opened;
  // the identity provider asks for login and password although the user is still signed in there
  await window.getByPlaceholder('Enter any login').fill('pat.browser');
  await window.getByPlaceholder('and password').fill('any');
  const closed = window.waitForEvent('close');
  await window.getByPlaceholder('and password').press('Enter');
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await closed;
  await expect(asked).toHaveCount(0);
  await expect(name).toHaveValue('Island County Records');

  await page.context().clearCookies();
  await openPage();
  await offer.selectOption({ label: 'No' });
  await save();
});
