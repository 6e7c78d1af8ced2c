import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  password,
  phone,
  signIn,
  openDocument,
  openPreview,
  setPages,
  test,
  wide,
} from './portal.js';

test.describe('the preview of a document', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page }) => signIn(page, 'demo.escrow'));

  test('A9-02 A9-07 A9-10 A9-15 shows five of the twelve pages of a deed, in a window of the largest size', async ({
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

  test('A9-26 A9-27 A9-31 A9-33 has buttons that show earlier or later pages, and that say when there are no more', async ({
    page,
  }) => {
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

  test('A9-30 refuses a jump to a page that does not exist, and names that page', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await dialog.getByLabel('Jump to page').fill('99');
    await dialog.getByRole('button', { name: 'Go' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Document does not have a page 99');
  });

  test('A9-20 A9-21 A9-24 A9-35 keeps the pages box and the checkboxes in sync', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    await setPages(page, '9-7, 3,1');
    await expect(page.getByLabel('Page numbers')).toHaveValue('1, 3, 7-9');
    await expect(dialog.getByLabel('Page 1', { exact: true })).toBeChecked();
    await expect(dialog.getByLabel('Page 2', { exact: true })).not.toBeChecked();
    await dialog.getByLabel('Page 2', { exact: true }).check();
    await expect(page.getByLabel('Page numbers')).toHaveValue('1-3, 7-9');
  });

  test('names a typed page number that does not exist, and keeps the selection', async ({ page }) => {
    await openPreview(page, '1000001');
    await setPages(page, '0, 99, a-b');
    await expect(page.getByRole('alertdialog')).toContainText('Document does not have a page 0');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('All Pages')).toBeChecked();
  });

  test('A9-04 zooms a thumbnail by pointer and keyboard, and Esc ends the zoom but not the window', async ({
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

  test('A9-05 A9-22 A9-23 selects an enlarged page with Keep Page, and deselects it with Ignore Page', async ({
    page,
  }) => {
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

  test('A9-08 A9-09 says that a document has no images, and offers only Close', async ({ page }) => {
    await openDocument(page, '1000002');
    await page.getByRole('button', { name: 'Image' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'No images on file' });
    await expect(dialog).toContainText('does not have any images on file.');
    await expect(dialog.getByRole('button')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Image' })).toBeFocused();
  });

  test('lets a user read a plat of 24 by 36 inches by zooming into its tiles', async ({ page }) => {
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

  test('shows the next five pages at once, because they were loaded in advance', async ({ page }) => {
    const asked: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/imaging/getThumbnails')) asked.push(Number(request.postDataJSON().page));
    });
    const dialog = await openPreview(page, '1000001');
    await expect.poll(() => asked).toEqual([1, 6]);
    await page.route('**/imaging/getThumbnails', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Next 5' }).click();
    await expect(dialog.getByText('Page 10', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Prev 5' }).click();
    await expect(dialog.getByText('Page 1', { exact: true })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('keeps the chosen pages when the user views other pages, enlarges a page or opens the order', async ({
    page,
  }) => {
    const dialog = await openPreview(page, '1000001');
    await setPages(page, '2, 7, 12');
    await dialog.getByRole('button', { name: 'Next 5' }).click();
    await expect(dialog.getByLabel('Page 7', { exact: true })).toBeChecked();
    await dialog.getByLabel('Page 8', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Last' }).click();
    await expect(dialog.getByLabel('Page 12', { exact: true })).toBeChecked();
    await dialog.locator('.thumb__lens').first().click();
    await page.getByRole('button', { name: 'All pages' }).click();
    await expect(page.getByLabel('Page numbers')).toHaveValue('2, 7, 8, 12');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Page numbers')).toHaveValue('2, 7, 8, 12');
    await page.getByRole('button', { name: 'First' }).click();
    await expect(page.getByLabel('Page 2', { exact: true })).toBeChecked();
    await expect(page.getByLabel('Page 1', { exact: true })).not.toBeChecked();
  });

  test('moves a plat smoothly while a user zooms and drags it', async ({ page }) => {
    const dialog = await openPreview(page, '1000003');
    await dialog.locator('.thumb__lens').first().click();
    const desk = page.locator('.openseadragon-canvas');
    await expect(desk).toBeVisible();
    await page.waitForLoadState('networkidle');
    const frames = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const times: number[] = [];
          const began = performance.now();
          const note = (now: number): void => {
            times.push(now);
            if (now - began < 4_000) requestAnimationFrame(note);
            else resolve(times.slice(1).map((time, at) => time - (times[at] ?? 0)));
          };
          requestAnimationFrame(note);
        }),
    );
    const box = await desk.boundingBox();
    if (!box) throw new Error('the plat is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let step = 0; step < 4; step += 1) await page.mouse.wheel(0, -240);
    await page.mouse.down();
    for (let step = 0; step < 30; step += 1)
      await page.mouse.move(box.x + box.width / 2 - step * 8, box.y + box.height / 2 - step * 4);
    await page.mouse.up();
    const sorted = (await frames).toSorted((a, b) => a - b);
    test.info().annotations.push({
      type: 'frames',
      description: `${sorted.length} frames, median ${sorted[sorted.length >> 1]?.toFixed(1)} ms, p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
    });
    // a frame every 50 ms is smooth enough; a window that stutters draws only a few in a second
    expect(sorted[sorted.length >> 1]).toBeLessThan(50);
  });

  for (const width of [390, 360])
    test(`shows pages on at least four fifths of a screen of ${width} px width, and controls of at least 44 px height below`, async ({
      page,
    }) => {
      await page.setViewportSize({ ...phone, width });
      const dialog = await openPreview(page, '1000001');
      const foot = dialog.locator('.dialog__foot');
      expect((await foot.boundingBox())?.height).toBeLessThan(phone.height / 5);
      await expect(foot.getByText(/^Ex.: 1, 3, 7-9, 11/)).toBeVisible();
      await expect(foot.getByText('12 of 12 selected')).toBeVisible();
      const targets = await foot
        .locator('.choice, input[type=text], button')
        .evaluateAll((each) => each.map((target) => target.getBoundingClientRect().height));
      expect(targets).toHaveLength(5);
      expect(Math.min(...targets)).toBeGreaterThanOrEqual(44);
      await expectReflow(page);
      await examine(page, `preview-foot-${width}`);
    });

  test('A9-34 refuses to continue while no page is chosen', async ({ page }) => {
    const dialog = await openPreview(page, '1000001');
    const answer = page.waitForResponse('**/updateImagePreviewSettings');
    await dialog.getByLabel('Pages', { exact: true }).check();
    await answer;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('There are no pages selected.');
  });
});

test.describe('a guest who views pages', () => {
  test.use({ viewport: wide });

  test('learns how to buy them, logs in, and returns to the document', async ({ page }) => {
    await signIn(page, 'guest.user');
    const dialog = await openPreview(page, '1000001');
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await expect(dialog.getByText('To buy these pages, log in or register.')).toBeVisible();
    await examineAtBoth(page, 'preview-guest');
    await dialog.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await page.getByLabel('Username').fill('demo.escrow');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('banner').getByText('demo.escrow')).toHaveCount(1);
    await expect(page.locator('.results tbody')).toContainText('A1000001');
  });
});
