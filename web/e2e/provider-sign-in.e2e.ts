import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { examineAtBoth, expect, originOf, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const port = Number(process.env.PORTAL_PORT);
const origin = originOf('saipan', process.env.PORTAL_URL);
const program = path.resolve(import.meta.dirname, '../../infra/local/identity-provider.mjs');
let provider: ChildProcess;
let known: { issuer: string; clientId: string; clientSecret: string };

test.beforeAll(async () => {
  const started = spawn(process.execPath, [program, '--port', String(port + 6), '--portal', origin], {
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

test("staff set up the county's own sign-in, sign in there by keyboard, and sign out", async ({ page }) => {
  const offer = page.getByLabel('Offer this sign-in on the login page');
  const openPage = async (): Promise<void> => {
    await signIn(page, 'demo.county', origin);
    await page.goto(`${origin}/LandShark/controlPanel/staffSignIn`);
    await expect(page.getByRole('heading', { name: 'Staff Sign-In', level: 1 })).toBeVisible();
  };
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByText('The settings are saved.')).toBeVisible();
  };
  await openPage();
  await examineAtBoth(page, 'panel-staffSignIn');
  await offer.selectOption({ label: 'Yes' });
  // a run before this one has left it
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
  // above the form, where failures of the portal stand too
  const field = await page.getByLabel('Username').boundingBox();
  expect((await problem.boundingBox())?.y).toBeLessThan(field?.y ?? 0);
  const link = page.getByRole('link', { name: 'Sign in with Island County' });
  await expect(link).toBeVisible();
  await examineAtBoth(page, 'login-provider');
  await link.press('Enter');
  await page.getByPlaceholder('Enter any login').fill('pat.browser');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByPlaceholder('and password').press('Enter');
  await expect(page.getByRole('banner').getByText('pat.browser')).toHaveCount(1);
  await examineAtBoth(page, 'home-provider');

  await page.context().clearCookies();
  await openPage();
  await offer.selectOption({ label: 'No' });
  await save();
});
