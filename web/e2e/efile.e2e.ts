import type { FrameLocator, Locator, Page } from '@playwright/test';
import { deed, fillEfile, openEfile } from './filing.js';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  logIn,
  originOf,
  phone,
  test,
  wide,
} from './portal.js';

const image = (page: Page): Locator => page.locator('#image');
const question = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** Compares the raw text, because an accessible name would not keep the two spaces between the sentences. */
const expectSuccess = async (page: Page): Promise<void> => {
  const heading = page.locator('.told h2');
  await expect(heading).toBeVisible();
  expect(await heading.textContent()).toMatch(
    /^Transaction \d+ was successfully submitted\. {2}Check your email for a confirmation\.$/,
  );
};

const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Submit' }).click();

for (const [size, viewport] of [
  ['wide', wide],
  ['phone', phone],
] as const) {
  test.describe(`the page E-File, ${size}`, () => {
    test.use({ viewport });

    test('B10-02 B10-03 B10-04 B10-06 B10-08 B10-11 B10-12 B10-14 B10-16 shows beside each field what is wrong, and keeps the typed values', async ({
      page,
    }) => {
      await openEfile(page, 'demo.escrow');
      await expect(
        page.getByText('PDF or TIFF, 25 MB at most. Recommended scan: black and white, 300 DPI.'),
      ).toBeVisible();
      await expect(
        page.getByText('Documents that arrive by 3:30 PM are recorded the same day.'),
      ).toBeVisible();
      await expect(page.getByLabel('Document Type')).toHaveValue('LR');
      await expect(page.locator('#state')).toHaveValue('MN');
      await examine(page, `efile-empty-${size}`);
      await submit(page);
      await expect(page.locator('#image-error')).toHaveText('Choose a file.');
      await expect(page.locator('.field-error', { hasText: 'Required.' })).toHaveCount(5);
      await expect(page.locator('#acknowledged-error')).toHaveText(
        'Please read and select the checkbox to acknowledge.',
      );
      await examine(page, `efile-refused-${size}`);
      await expectReflow(page);
      await image(page).setInputFiles({
        name: 'deed.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('deed'),
      });
      await expect(page.locator('#image-error')).toHaveText('Invalid file format; PDF or TIF only.');
      await fillEfile(page);
      await submit(page);
      await expect(question(page, 'Continue?')).toBeHidden();
      await expect(page.getByLabel('Name')).toHaveValue('Split Rock Title');
    });

    test('B10-18 B10-21 B10-22 B10-23 B10-28 B10-30 B10-31 shows the price, asks for confirmation, submits the document and clears the form', async ({
      page,
    }) => {
      await openEfile(page, 'demo.account');
      await fillEfile(page);
      await image(page).setInputFiles(await deed());
      await submit(page);
      const asked = question(page, 'Continue?');
      await expect(asked).toBeVisible();
      await expect(asked.getByText('Land Record, 3 pages')).toBeVisible();
      for (const [line, amount] of [
        ['Document charge', '$4.00'],
        ['Additional pages', '$1.00'],
        ['Payment surcharge', '$0.25'],
        ['Total', '$5.25'],
      ] as const)
        await expect(asked.getByRole('row', { name: `${line} ${amount}` })).toBeVisible();
      await examine(page, `efile-question-${size}`);
      await asked.getByRole('button', { name: 'No' }).click();
      await expect(page.getByLabel('Name')).toHaveValue('Split Rock Title');
      await submit(page);
      await asked.getByRole('button', { name: 'Yes' }).click();
      await expectSuccess(page);
      await expect(page.getByLabel('Name')).toHaveValue('');
      await expect(page.getByText('warranty-deed.pdf')).toBeHidden();
      await examine(page, `efile-submitted-${size}`);
    });
  });
}

test.describe('the page E-File', () => {
  test.use({ viewport: wide });

  test('A5-17 B10-01 has a link in the main menu only in a county that accepts documents', async ({
    page,
    baseURL,
  }) => {
    const main = page.getByRole('navigation', { name: 'Main' });
    await logIn(page, 'demo.invoice');
    await main.getByRole('link', { name: 'E-File' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'E-File' })).toBeVisible();
    const abroad = originOf('saipan', baseURL);
    await logIn(page, 'demo.escrow', abroad);
    await expect(main.getByRole('link', { name: 'E-File' })).toHaveCount(0);
    await page.goto(`${abroad}/LandShark/efile`);
    await expect(page.getByText('This county does not accept documents through the portal.')).toBeVisible();
  });

  test('B10-32 B10-33 B10-34 fills in the sender from the profile, and clears the sender again', async ({
    page,
  }) => {
    await openEfile(page, 'demo.invoice');
    const box = page.getByLabel('Use my profile');
    await box.check();
    await expect(page.getByLabel('E-mail')).toHaveValue(/@/);
    await expect(page.getByLabel('Name')).not.toHaveValue('');
    await page.locator('#state').selectOption('WI');
    await box.uncheck();
    await expect(page.getByLabel('E-mail')).toHaveValue('');
    await expect(page.locator('#state')).toHaveValue('MN');
  });

  test('B10-35 shows no message when the profile cannot be loaded', async ({ page }) => {
    await openEfile(page, 'demo.invoice');
    await page.route('**/currentUser/profile', (route) => route.abort());
    await page.getByLabel('Use my profile').check();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('E-mail')).toHaveValue('');
  });

  test('B10-36 says why a document is refused, keeps the form, and accepts the next document by keyboard', async ({
    page,
  }) => {
    await openEfile(page, 'demo.invoice');
    await fillEfile(page);
    const file = await deed();
    await image(page).setInputFiles({ ...file, buffer: file.buffer.subarray(0, 600) });
    await submit(page);
    await expect(page.getByText('The document cannot be read.', { exact: false })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toHaveValue('Split Rock Title');
    await image(page).setInputFiles(file);
    await page.getByRole('button', { name: 'Submit' }).focus();
    await page.keyboard.press('Enter');
    const asked = question(page, 'Continue?');
    await expect(asked).toBeVisible();
    await asked.getByRole('button', { name: 'Yes' }).focus();
    await page.keyboard.press('Enter');
    await expectSuccess(page);
  });

  test('keeps the form when the connection is lost, and sends the document at the next attempt', async ({
    page,
  }) => {
    await openEfile(page, 'demo.invoice');
    await fillEfile(page);
    await image(page).setInputFiles(await deed());
    await page.route('**/efile/image', (route) => route.abort('connectionreset'), { times: 1 });
    await submit(page);
    await expect(page.getByText('The connection was lost.', { exact: false })).toBeVisible();
    await page.keyboard.press('Enter');
    await submit(page);
    await expect(question(page, 'Continue?')).toBeVisible();
  });

  test('B10-23 B10-24 B10-27 asks users who pay by card to continue to payment, and submits once the card is charged', async ({
    page,
  }) => {
    await openEfile(page, 'demo.credit');
    await fillEfile(page);
    await image(page).setInputFiles(await deed());
    await submit(page);
    await question(page, 'Continue to Payment?').getByRole('button', { name: 'Yes' }).click();
    const card: FrameLocator = page.frameLocator('iframe.pay-frame');
    await expect(card.getByRole('heading', { name: 'Card payment' })).toBeVisible();
    await examineAtBoth(page, 'efile-card');
    await card.getByLabel('Card number').fill('4111 1111 1111 1111');
    await card.getByLabel('Expiration date').fill('12/30');
    await card.getByLabel('Card code').fill('123');
    await card.getByRole('button', { name: 'Pay' }).click();
    await expectSuccess(page);
  });
});
