import type { Page } from '@playwright/test';
import { examine, expect, expectReflow, originOf, phone, test, wide } from './portal.js';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The port of the mail catcher's page is the portal's port plus 2. */
const mailPage = (baseURL: string | undefined): string => {
  const url = new URL(baseURL ?? 'http://localhost:8080');
  return `http://localhost:${Number(url.port) + 2}`;
};
const mailsTo = async (page: Page, address: string, baseURL: string | undefined): Promise<Mail[]> => {
  const mails = (await (await page.request.get(`${mailPage(baseURL)}/mails.json`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
};
/** Waits until an e-mail with this subject arrives at the address, and returns the newest such e-mail. */
const mailAbout = async (page: Page, address: string, subject: string, baseURL: string | undefined) => {
  const found = async () =>
    (await mailsTo(page, address, baseURL)).find((mail) => mail.subject.startsWith(subject));
  await expect.poll(async () => (await found())?.subject ?? '').toContain(subject);
  const mail = await found();
  if (!mail) throw new Error(`no mail about ${subject}`);
  return mail;
};
const linkIn = ({ text }: Mail): string => /https?:\/\/\S+\/LandShark\/\S+/.exec(text)?.[0] ?? '';

/** Makes the new user's name unique, because the product keeps the users of earlier runs of the test. */
const stamp = Date.now().toString(36);
const newcomer = { username: `carol.${stamp}`, email: `carol.${stamp}@example.test` };

const register = async (page: Page): Promise<void> => {
  const answers = Object.entries({
    username: newcomer.username,
    password: 'Tidy-Barn!1',
    passwordConfirm: 'Tidy-Barn!1',
    firstName: 'Carol',
    lastName: 'Stone',
    address: '12 Shore Road',
    city: 'Two Harbors',
    zip: '55616',
    email: newcomer.email,
  });
  for (const [name, text] of answers) await page.locator(`[name=${name}]`).fill(text);
  await page.getByRole('textbox', { name: 'Phone' }).pressSequentially('2185550101');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('(218) 555-0101');
};

const logInAs = async (page: Page, secret: string): Promise<void> => {
  await page.goto('/LandShark/login');
  await page.getByLabel('Username').fill(newcomer.username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
};

test.describe('the pages before the sign-in', () => {
  test.use({ viewport: wide });

  test('A3-09 A4-06 A4-13 let a new person register, sign in, change the password, and recover a forgotten username and password', async ({
    page,
    baseURL,
  }) => {
    await page.goto('/LandShark/login');
    await page.getByRole('link', { name: 'New User?' }).click();
    await expect(page.getByRole('heading', { name: 'User Registration' })).toBeVisible();
    await register(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alertdialog')).toContainText("We've emailed you a link.");
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/login$/);

    const invitation = await mailAbout(page, newcomer.email, 'Complete your registration', baseURL);
    await page.goto(linkIn(invitation));
    await expect(page.getByRole('heading', { name: 'Registration Complete' })).toBeVisible();
    await examine(page, 'registration-complete');
    await page.getByRole('link', { name: 'Continue' }).click();
    await logInAs(page, 'Tidy-Barn!1');
    await page.waitForURL('**/LandShark/home');

    await page.getByRole('button', { name: 'Profile' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Two Harbors');
    await examine(page, 'profile');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByLabel('New Password').fill('Quiet-Canoe!7');
    await page.getByLabel('Confirm Password').fill('Quiet-Canoe!7');
    await examine(page, 'change-password');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Password updated.');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Yes, log out' }).click();
    await expect(page).toHaveURL(/\/login$/);

    await page.getByRole('link', { name: 'Forgot username' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot Username' })).toBeVisible();
    await page.getByLabel('E-mail').fill(newcomer.email);
    await page.getByRole('button', { name: 'Send Email' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('If the information matches our records');
    await page.getByRole('button', { name: 'Close' }).click();
    const reminder = await mailAbout(page, newcomer.email, 'Your username', baseURL);
    expect(reminder.text).toContain(newcomer.username);

    await page.getByRole('link', { name: 'Forgot password' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    await page.getByLabel('Username').fill(newcomer.username);
    await page.getByLabel('E-mail').fill(newcomer.email);
    await page.getByRole('button', { name: 'Send Email' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    const offer = await mailAbout(page, newcomer.email, 'Create a new password', baseURL);
    await page.goto(linkIn(offer));
    await page.getByLabel('New Password').fill('Sunny-Meadow!3');
    await page.getByLabel('Confirm Password').fill('Sunny-Meadow!3');
    await examine(page, 'password-reset');
    await page.getByRole('button', { name: 'Update password' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Password updated. You may now log in.');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await logInAs(page, 'Sunny-Meadow!3');
    await page.waitForURL('**/LandShark/home');
    expect((await mailAbout(page, newcomer.email, 'Your password was changed', baseURL)).html).toContain(
      'Lake County',
    );
  });

  for (const county of ['lake', 'saipan'] as const) {
    for (const [size, viewport] of Object.entries({ wide, phone })) {
      test(`A2-01 include a login page with the parts that ${county} has, at the size ${size}`, async ({
        page,
        baseURL,
      }) => {
        await page.setViewportSize(viewport);
        await page.goto(`${originOf(county, baseURL)}/LandShark/login`);
        const picture = page.locator('.slideshow img');
        await expect(picture).toBeVisible();
        await expect
          .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
          .toBeGreaterThan(100);
        await expect(page.getByRole('heading', { name: 'Latest news' })).toBeVisible();
        await examine(page, `login-${county}`);
        await expectReflow(page);
      });
    }
  }

  test('A2-08 C4-34 show up to six links in one row, and more links in two rows', async ({ page }) => {
    await page.setViewportSize({ width: 1900, height: 1000 });
    await page.goto('/LandShark/login');
    const strip = page.locator('.link-strip > li');
    await expect(strip).toHaveCount(10);
    const tops = await strip.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(6);
    expect(new Set(tops).size).toBe(2);
  });

  test('A2-05 let a visitor open a slide in the viewer', async ({ page }) => {
    await page.goto('/LandShark/login');
    await page.getByRole('button', { name: 'Open slide 1 larger' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await examine(page, 'slide');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const [size, viewport] of Object.entries({ wide, phone })) {
    test(`are accessible at the size ${size}, even with errors`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto('/LandShark/register');
      await expect(page.getByRole('heading', { name: 'User Registration' })).toBeVisible();
      await examine(page, 'register');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('There is a problem with 10 answers')).toBeVisible();
      await examine(page, 'register-errors');
      await expectReflow(page);
      for (const path of ['forgotUsername', 'forgotPassword', `CompleteRegistration/${'x'.repeat(43)}`]) {
        await page.goto(`/LandShark/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await examine(page, path.split('/')[0] ?? '');
        await expectReflow(page);
      }
    });
  }

  for (const [path, end] of [
    ['external/any/thing?x=1', 'api/external/any/thing?x=1'],
    ['external//evil.test', 'api/external//evil.test'],
    // the browser resolves `..` before it sends the request, so `external` is no longer in the URL
    ['external/..//evil.test', '/evil.test'],
  ] as const) {
    test(`A1-21 S28 forward ${path} to ${end} within the portal, and to no other site`, async ({
      page,
      baseURL,
    }) => {
      await page.goto(`/LandShark/${path}`);
      await expect(page).toHaveURL(`${baseURL}/LandShark/${end}`);
      await page.waitForLoadState();
      if (end.startsWith('api/external/any'))
        await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    });
  }

  test('S15 do not reveal who is registered', async ({ request }) => {
    const ask = async (path: string, data: object): Promise<string> =>
      (await request.post(`/LandShark/api/auth/${path}`, { data })).text();
    expect(await ask('forgotUsername', { email: 'nobody@nowhere.test' })).toBe(
      await ask('forgotUsername', { email: 'demo.flatfee@lake.example' }),
    );
    expect(await ask('forgotPassword', { username: 'nobody.here', email: 'nobody@nowhere.test' })).toBe(
      await ask('forgotPassword', { username: 'demo.flatfee', email: 'demo.flatfee@lake.example' }),
    );
  });
});
