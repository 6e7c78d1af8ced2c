import type { Page } from '@playwright/test';
import { examine, expect, expectReflow, phone, test, wide } from './portal.js';

const stamp = Date.now().toString(36);
const person = {
  ...{ username: `twice.${stamp}`, email: `twice.${stamp}@example.test`, firstName: 'Carol' },
  ...{ lastName: 'Stone', address: '12 Shore Road', city: 'Two Harbors', state: 'MN', zip: '55616' },
  phone: '(218) 555-0101',
};

const signUp = async (page: Page, password: string): Promise<void> => {
  const answer = await page.request.post('/LandShark/api/auth/signUp', { data: { ...person, password } });
  expect(answer.ok()).toBe(true);
};

/** Links of the e-mails to the newcomer, the newest first. The port of the mail catcher is the portal's port plus 2. */
const linksSoFar = async (page: Page, baseURL: string | undefined): Promise<string[]> => {
  const port = Number(new URL(baseURL ?? 'http://localhost:8080').port) + 2;
  const answer = await page.request.get(`http://localhost:${port}/mails.json`);
  const mails = (await answer.json()) as { to: string; text: string }[];
  return mails
    .filter(({ to }) => to === person.email)
    .map(({ text }) => /https?:\/\/\S+\/CompleteRegistration\/\S+/.exec(text)?.[0] ?? '');
};

test.use({ viewport: wide });

test('a username that is registered twice is confirmed only with the password of the newest registration', async ({
  page,
  baseURL,
}) => {
  await signUp(page, 'Tidy-Barn!1');
  await expect.poll(() => linksSoFar(page, baseURL)).toHaveLength(1);
  await signUp(page, 'Sly-Intruder!1');
  await expect.poll(() => linksSoFar(page, baseURL)).toHaveLength(2);
  const [link = ''] = await linksSoFar(page, baseURL);
  await page.goto(link);
  const box = page.getByLabel('Password of your registration');
  await expect(box).toBeFocused();
  await examine(page, 'registration-password');
  await box.fill('Tidy-Barn!1');
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await page.setViewportSize(phone);
  await examine(page, 'registration-password-wrong');
  await expectReflow(page);
  await expect(page.getByRole('heading', { name: 'Registration Incomplete' })).toBeVisible();
  // the password of the newest registration completes the registration
  await box.fill('Sly-Intruder!1');
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await expect(page.getByRole('heading', { name: 'Registration Complete' })).toBeVisible();
});
