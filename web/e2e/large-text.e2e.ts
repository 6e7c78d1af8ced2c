import { walk } from './main-job.js';
import { misfits } from './misfits.js';
import { expect, picture, test, wide } from './portal.js';

test.use({
  viewport: wide,
  /** Sets the default font size in the browser; a page cannot change this setting. */
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
});

test('every screen from the login to the order shows all of its text at twice the text size', async ({
  page,
}) => {
  const found: string[] = [];
  await walk(page, async (screen) => {
    const size = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(size).toBe(32);
    found.push(...(await misfits(page)).map((what) => `${screen}: ${what}`));
    await picture(page, `large-text-${screen}`);
  });
  expect(found).toEqual([]);
});
