import type { CDPSession, Page } from '@playwright/test';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  openPreview,
  phone,
  setPages,
  signIn,
  test,
  wide,
} from './portal.js';

test.use({ viewport: wide });

/** The speed of the slow connection in bytes per second. The file then takes about ten seconds. */
const slow = 24_000;
const unlimited = -1;

test.describe('the download of a long document over a slow connection', () => {
  let network: CDPSession;
  const limit = (downloadThroughput: number): Promise<unknown> =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: unlimited,
    });

  test.beforeEach(async ({ page }) => {
    await signIn(page, 'demo.escrow');
    // documents of the demo are too short for streaming, so the number of selected pages is increased
    await page.route('**/updateImagePreviewSettings', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace(
        /"selectedAsBoolean":\[[^\]]*\]/,
        `"selectedAsBoolean":${JSON.stringify(Array(24).fill(true))}`,
      );
      await route.fulfill({ response: answer, body: text });
    });
    const preview = await openPreview(page, '1000001');
    await setPages(page, '1-8');
    await preview.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('.receipt')).toBeVisible();
    network = await page.context().newCDPSession(page);
    await limit(slow);
  });
  test.afterEach(() => network.detach());

  const download = (page: Page): Promise<void> =>
    page
      .locator('dialog', { has: page.locator('.receipt') })
      .locator('.btn--primary')
      .click();
  const overlayOf = (page: Page) => page.getByRole('dialog', { name: 'Downloading the PDF' });

  test('shows and announces its progress until the file is saved', async ({ page }) => {
    const saved = page.waitForEvent('download', { timeout: 60_000 });
    await download(page);
    const overlay = overlayOf(page);
    const bar = overlay.getByRole('progressbar', { name: 'Downloading the PDF' });
    await expect(bar).toBeVisible();
    await expect(overlay.getByText('Downloading the PDF')).toHaveCount(1);
    await expect(overlay.locator('.sr[role=status]')).toHaveText(/^0\.1 of 0\.\d MB$/);
    await examineAtBoth(page, 'streamed-download');
    await page.setViewportSize(phone);
    await expect(bar).toBeVisible();
    // the window reopens and fades in; a half-faded window would fail the check of contrast
    await expect.poll(() => overlay.evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe('1');
    await examine(page, 'streamed-download-shown');
    await expectReflow(page);
    await limit(unlimited);
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(overlay).toHaveCount(0);
    await expect(page.locator('.receipt')).toHaveCount(0);
  });

  test('can be canceled by keyboard: the pages stay paid, and the button Download fetches the file again', async ({
    page,
  }) => {
    await download(page);
    const cancel = overlayOf(page).getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('You have paid for these pages.')).toBeVisible();
    await examine(page, 'streamed-download-cancelled');
    await page.keyboard.press('Enter');
    await expect(overlayOf(page)).toHaveCount(0);
    await limit(unlimited);
    const saved = page.waitForEvent('download', { timeout: 60_000 });
    await download(page);
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  });
});
