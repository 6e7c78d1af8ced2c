import { expect, logIn, openDocument, openPreview, setPages, test, wide } from './portal.js';

test.describe('document preview', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page }) => logIn(page, 'demo.escrow'));

  test('A9-02 A9-07 A9-10 A9-15 a deed of twelve pages shows five of them in the largest window', async ({
    page,
  }) => {
    const dialog = await openPreview(page, '1000001');
    await expect(dialog.getByRole('heading', { level: 1 })).toHaveText(/has 12 page\(s\)\.$/);
    await expect(dialog.locator('.thumb')).toHaveCount(5);
    const loaded = await dialog
      .locator('.thumb img')
      .evaluateAll((images) =>
        images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 100),
      );
    expect(loaded).toBe(true);
    expect((await dialog.boundingBox())?.width).toBe(1200);
  });

  test('A9-26 A9-27 A9-31 A9-33 the views move, and say when they cannot', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await dialog.getByRole('button', { name: 'First' }).click({ force: true });
    await expect(page.getByRole('alertdialog')).toContainText('Already at first page.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: 'Last' }).click();
    await expect(dialog.getByText('Page 12', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Page 8', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Next 5' }).click({ force: true });
    await expect(page.getByRole('alertdialog')).toContainText('Already at last pages.');
  });

  test('A9-30 a jump beyond the document is refused by name', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await dialog.getByLabel('Jump to page').fill('99');
    await dialog.getByRole('button', { name: 'Go' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Document does not have a page 99');
  });

  test('A9-20 A9-21 A9-24 A9-35 the pages box and the checkboxes agree', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await setPages(page, '9-7, 3,1');
    await expect(page.getByLabel('Page numbers')).toHaveValue('1, 3, 7-9');
    await expect(dialog.getByLabel('Page 1', { exact: true })).toBeChecked();
    await expect(dialog.getByLabel('Page 2', { exact: true })).not.toBeChecked();
    await dialog.getByLabel('Page 2', { exact: true }).check();
    await expect(page.getByLabel('Page numbers')).toHaveValue('1-3, 7-9');
  });

  test('A9-36 bad page lists are refused by name, and the selection stays', async ({ page }) => {
    await openPreview(page, '1000001');
    await setPages(page, '0, 99, a-b');
    await expect(page.getByRole('alertdialog')).toContainText('Document does not have a page 0');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('All Pages')).toBeChecked();
  });

  test('A9-04 the pointer and the keyboard zoom a thumbnail, Esc ends the zoom and not the window', async ({
    page,
  }) => {
    const dialog = await openPreview(page, '1000001');
    const lens = dialog.locator('.thumb__lens').nth(1);
    await lens.hover();
    await expect(lens).toHaveClass(/is-zoomed/);
    const scale = await lens
      .locator('img')
      .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
    expect(scale).toBeCloseTo(3.5, 1);
    await expect(lens.locator('img')).toHaveAttribute('src', /\/hover$/);
    await page.keyboard.press('Escape');
    await expect(lens).not.toHaveClass(/is-zoomed/);
    await expect(dialog).toBeVisible();
    await page.mouse.move(5, 5);
    await lens.focus();
    await page.keyboard.press('z');
    await expect(lens).toHaveClass(/is-zoomed/);
    await page.keyboard.press('Escape');
    await expect(lens).not.toHaveClass(/is-zoomed/);
    await expect(dialog).toBeVisible();
  });

  test('A9-05 A9-22 A9-23 an enlarged page is kept or ignored', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await setPages(page, '1');
    await dialog.locator('.thumb__lens').nth(1).click();
    await expect(page.getByRole('heading', { name: 'Page 2 of 12' })).toBeVisible();
    const image = page.locator('.viewer__desk img');
    await expect
      .poll(() => image.evaluate((each) => (each instanceof HTMLImageElement ? each.naturalWidth : 0)))
      .toBeGreaterThan(800);
    await page.getByRole('button', { name: 'Keep Page' }).click();
    await expect(page.getByLabel('Page numbers')).toHaveValue('1, 2');
    await expect(page.locator('.thumb__lens').nth(1)).toBeFocused();
    await page.locator('.thumb__lens').nth(1).click();
    await page.getByRole('button', { name: 'Ignore Page' }).click();
    await expect(page.getByLabel('Page numbers')).toHaveValue('1');
  });

  test('A9-08 A9-09 a document without images says so and offers only Close', async ({ page }) => {
    await openDocument(page, '1000002');
    await page.getByRole('button', { name: 'Image' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'No images on file' });
    await expect(dialog).toContainText('does not have any images on file.');
    await expect(dialog.getByRole('button')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Image' })).toBeFocused();
  });

  test('a plat of 24 by 36 inches is read by zooming into its tiles', async ({ page }) => {
    const tiles: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/tile/') && response.ok()) tiles.push(response.url());
    });
    const dialog = await openPreview(page, '1000003');
    await dialog.locator('.thumb__lens').first().click();
    await expect(page.locator('.openseadragon-canvas canvas').first()).toBeVisible();
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => tiles.some((url) => url.includes('/tile/0/'))).toBe(true);
    await page.getByRole('application').focus();
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.keyboard.press('Escape');
    await expect(page.locator('.thumb')).toHaveCount(1);
  });

  test('A9-34 Continue without pages is refused', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    const answer = page.waitForResponse('**/updateImagePreviewSettings');
    await dialog.getByLabel('Pages', { exact: true }).check();
    await answer;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('There are no pages selected.');
  });
});
