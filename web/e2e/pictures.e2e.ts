import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { examineAtBoth, expect, expectReflow, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** A PNG of one color. */
const pngOf = (width: number, height: number, color: readonly [number, number, number]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(color))]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))],
  ]);
};

const choose = (page: Page, label: string, buffer: Buffer, mimeType = 'image/png') =>
  page
    .getByLabel(label, { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      ...{ name: 'plat.png', mimeType, buffer },
    });
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
};
const openPictures = async (page: Page): Promise<void> => {
  await open(page, 'controlPanel/loginPagePictures');
  await expect(page.getByRole('group', { name: 'Slide 6' })).toBeVisible();
};

/** The URL of the first slide's picture, as a visitor gets it. */
const firstSlide = async (page: Page): Promise<string> => {
  await page.context().clearCookies();
  await open(page, 'login');
  const image = page.locator('.slideshow img').first();
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
  return (await image.getAttribute('src')) ?? '';
};

test('the buttons to choose a picture look like the other buttons of the page', async ({ page }) => {
  await signIn(page, 'demo.county');
  await openPictures(page);
  const [own, body] = await page
    .locator('input[type=file]')
    .first()
    .evaluate((input) =>
      [getComputedStyle(input, '::file-selector-button'), getComputedStyle(document.body)].map(
        ({ fontFamily, borderTopStyle }) => ({ fontFamily, borderTopStyle }),
      ),
    );
  expect(own).toEqual(body);
});

test('staff uploads and saves a picture, sees it on the login page, and removes it', async ({ page }) => {
  const before = await firstSlide(page);
  await signIn(page, 'demo.county');
  await openPictures(page);
  const slide = page.getByRole('group', { name: 'Slide 1' });
  await choose(page, 'Slide 1', pngOf(100, 50, [0, 0, 0]));
  await expect(slide.getByText(/at least 600 by 300 pixels/)).toBeVisible();
  await examineAtBoth(page, 'panel-pictures-refused');
  await choose(page, 'Slide 1', Buffer.from('no picture'));
  await expect(slide.getByText(/PNG, JPEG or WebP/)).toBeVisible();

  await choose(page, 'Slide 1', pngOf(800, 450, [32, 96, 160]));
  const image = slide.getByRole('img');
  await expect(image).toHaveAttribute('src', /\/[0-9a-f]{64}\.webp$/);
  await expect(slide.getByText('Save the page to show it', { exact: false })).toBeVisible();
  const uploaded = (await image.getAttribute('src'))?.split('/').at(-1) ?? '';
  await choose(page, 'Logo', pngOf(96, 96, [160, 64, 0]));
  const logo = page.getByRole('group', { name: 'Logo' }).getByRole('img');
  await expect(logo).toHaveAttribute('src', /\.webp$/);
  await examineAtBoth(page, 'panel-pictures-uploaded');
  await save(page);
  try {
    expect(await firstSlide(page)).toContain(uploaded);
    const shown = page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--county-logo'),
    );
    expect(await shown).toContain('.webp');
  } finally {
    await signIn(page, 'demo.county');
    await openPictures(page);
    await page.getByRole('button', { name: 'Remove Slide 1' }).click();
    await page.getByRole('button', { name: 'Remove Logo' }).click();
    await save(page);
  }
  expect(await firstSlide(page)).toBe(before);
});

test('the page Login - Slides fits at 1280 px', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/loginPageSlides');
  await expect(page.getByLabel('Caption of slide 6')).toBeVisible();
  await expectReflow(page);
  await page
    .getByRole('link', { name: /Login - Pictures/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Login - Pictures', level: 1 })).toBeVisible();
});
