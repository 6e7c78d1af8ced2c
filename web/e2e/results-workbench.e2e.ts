import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { examine, examineAtBoth, expect, expectReflow, phone, signIn, test, wide } from './portal.js';

const manyDocuments =
  'SearchResults#search=searchByDocumentNumber&fromDocumentNumber=1000001&toDocumentNumber=1000400';
const taxLiens =
  'TaxLienSearchResults#search=searchByTaxLien&searchByTaxLienMethod=DATERANGE&currentOrExpired=CURRENT&documentType=ALL' +
  '&fromRecordedDate=01%2F02%2F1890&toRecordedDate=10%2F30%2F2026';
const records = '.results a.doc';

const openList = async (page: Page, more = ''): Promise<void> => {
  await page.goto(`/LandShark/search/${manyDocuments}${more}`);
  await expect(page.locator(records)).toHaveCount(100, { timeout: 60_000 });
};

const detailsHeading = (page: Page): Locator => page.locator('.detail h2').first();
const position = (page: Page): Locator => page.locator('.detail .record-steps [role=status]');
const previewWindow = (page: Page): Locator => page.locator('dialog[open]', { has: page.locator('.thumbs') });

/** The positions of the elements that a reader is likely to click. */
const placesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.toolbar button, .toolbar select, .results tbody tr, .panes__list, .detail',
      ),
    ].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return `${element.className} ${[left, top, width, height].map(Math.round).join(' ')}`;
    }),
  );

test.describe('the results of a search', () => {
  test.use({ viewport: wide });
  test.beforeEach(({ page }) => signIn(page, 'demo.escrow'));

  test('keep their scroll position and the focus when the browser shows the page again', async ({ page }) => {
    await openList(page);
    const record = page.locator(records).nth(70);
    await record.focus();
    const topOf = () => record.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await topOf();
    const turn = (type: 'pagehide' | 'pageshow') =>
      page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    // the file that watches for these events is loaded after the first page
    await expect(async () => {
      await turn('pagehide');
      await expect(page.locator('html')).toBeHidden({ timeout: 500 });
    }).toPass();
    await turn('pageshow');
    await expect(page.locator('html')).toBeVisible();
    await expect(record).toBeFocused();
    expect(await topOf()).toBe(before);
  });

  test('fit at 1280 px: the labeled tools are on one line, fewer than 30 % of the texts are cut off, and nothing moves when a record is opened', async ({
    page,
  }) => {
    await openList(page);
    await expect(page.locator('.app')).toHaveClass(/app--nav-closed/);
    await expect(detailsHeading(page)).toHaveText('Details');
    const toolbar = page.locator('.toolbar').first();
    expect((await toolbar.boundingBox())?.height).toBeLessThan(45);
    await expect(toolbar.getByText('Print')).not.toHaveClass(/sr/);
    const places = await placesOf(page);
    await page.locator('.results tbody tr').nth(2).click();
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset Read' })).toBeVisible();
    expect(await placesOf(page)).toEqual(places);
    const [cut, cells] = await page.evaluate(() => {
      const texts = [...document.querySelectorAll('.results .line > .text')];
      return [texts.filter((text) => text.scrollWidth > text.clientWidth).length, texts.length];
    });
    expect((cut ?? 1) / (cells ?? 1)).toBeLessThan(0.3);
    await examine(page, 'workbench');
  });

  test('scroll inside the list; the browser page itself cannot scroll, so no key scrolls to a blank area below the results', async ({
    page,
  }) => {
    await openList(page);
    await page.locator(records).nth(2).click();
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    const below = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    expect(await below()).toBe(0);
  });

  for (const width of [390, 360])
    test(`have at most two lines of tools at ${width} px, even when 100 records are selected and one is marked as read`, async ({
      page,
    }) => {
      await page.setViewportSize({ ...phone, width });
      await openList(page);
      await page.locator(records).first().click();
      await page.getByRole('button', { name: 'Results', exact: true }).click();
      await page.getByLabel('Select all records of this page').check();
      const tools = page.locator('.toolbar').first();
      await expect(tools.getByRole('button', { name: 'Filter Selections (100)' })).toBeVisible();
      await expect(tools.getByRole('button', { name: 'Reset Read' })).toBeVisible();
      const bottoms = await tools
        .locator('select:visible, button:visible')
        .evaluateAll((each) => each.map((tool) => Math.round(tool.getBoundingClientRect().bottom)));
      expect(new Set(bottoms).size).toBe(2);
      await expectReflow(page);
      await examine(page, `tools-${width}`);
    });

  test('have a border that a user moves by keys or by dragging to change the width of the list; the width survives a reload', async ({
    page,
  }) => {
    await openList(page);
    const border = page.getByRole('separator', { name: 'Width of the list' });
    const list = page.locator('.panes__list');
    const widthOf = async (): Promise<number> => (await list.boundingBox())?.width ?? 0;
    const before = await widthOf();
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(widthOf).toBeLessThan(before - 20);
    await page.keyboard.press('Home');
    await expect(border).toHaveAttribute('aria-valuenow', '40');
    await page.keyboard.press('End');
    await expect(border).toHaveAttribute('aria-valuenow', '78');
    const box = await border.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 1, 400);
    await page.mouse.down();
    await page.mouse.move(700, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBeLessThan(660);
    const set = await widthOf();
    await examine(page, 'border');
    await page.reload();
    await expect(border).toBeVisible();
    await expect.poll(widthOf).toBe(set);
    await border.dblclick();
    await expect.poll(widthOf).toBe(before);
  });

  test('show cut text in full under the pointer and in the focused row, and Esc hides it', async ({
    page,
  }) => {
    await openList(page);
    const at = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.results tbody tr')];
      const isCut = (text: Element): boolean => text.scrollWidth > text.clientWidth;
      return rows.findIndex((row, index) => index > 0 && [...row.querySelectorAll('.text')].some(isCut));
    });
    expect(at).toBeGreaterThan(0);
    const row = page.locator('.results tbody tr').nth(at);
    const texts = row.locator('.text');
    const cutAt = await texts.evaluateAll((all) =>
      all.findIndex((text) => text.scrollWidth > text.clientWidth),
    );
    const cut = texts.nth(cutAt);
    const box = page.locator('.full-text');
    await cut.hover();
    await expect(box).toHaveText((await cut.textContent()) ?? '');
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await page.mouse.move(0, 0);
    await page
      .locator(records)
      .nth(at - 1)
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(box).toContainText((await cut.textContent()) ?? '');
    await page.keyboard.press('ArrowUp');
    await page.locator('.toolbar button').first().focus();
    await expect(box).toHaveCount(0);
    await cut.hover();
    await box.click();
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(box).toHaveCount(0);
  });

  test('scroll back to the first record when a user turns the page', async ({ page }) => {
    await openList(page);
    await page.locator(records).nth(60).scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.locator('.results-foot [role=status]')).toHaveText(
      'Displaying Results: 101-200 of 400 Page 2 of 4',
    );
    await expect(page.locator(records).first()).toHaveText('A1000101');
    await expect(page.locator(records).first()).toBeInViewport();
  });
});

test.describe('the keys for results', () => {
  test.use({ viewport: wide });
  test.beforeEach(({ page }) => signIn(page, 'demo.escrow'));

  test('open details (Enter), go back (Escape), step to other records (N, P), and select a record (S)', async ({
    page,
  }) => {
    await openList(page);
    await expect(detailsHeading(page)).toBeVisible();
    await page.locator(records).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(detailsHeading(page)).toBeFocused();
    await expect(position(page)).toHaveText('Record 2 of 400');
    await page.keyboard.press('n');
    await expect(position(page)).toHaveText('Record 3 of 400');
    await expect(detailsHeading(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator(records).nth(2)).toBeFocused();
    await page.keyboard.press('p');
    await expect(page.locator(records).nth(1)).toBeFocused();
    await page.keyboard.press('s');
    await expect(page.getByRole('checkbox', { name: 'Select A1000002' })).toBeChecked();
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog', { name: 'Links to GIS System' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(position(page)).toHaveText('Record 2 of 400');
    await page.keyboard.press('Escape');
  });

  test('lead to the next page of results, and step through records in the preview', async ({ page }) => {
    await openList(page, '&document=A1000100');
    await expect(position(page)).toHaveText('Record 100 of 400');
    await expect(page.locator(records).nth(99)).toBeInViewport();
    await page.keyboard.press('n');
    await expect(position(page)).toHaveText('Record 101 of 400');
    await expect(page.getByText('Displaying Results: 101-200 of 400')).toBeVisible();
    await expect(page.locator(records).first()).toBeInViewport();
    await page.locator('.detail').getByRole('button', { name: 'Previous record' }).click();
    await expect(position(page)).toHaveText('Record 100 of 400');
    await expect(page.locator(records).nth(99)).toBeInViewport();
    await page.keyboard.press('i');
    const images = page.locator('dialog[open]:not(.detail)');
    const place = images.locator('.record-steps [role=status]');
    await expect(place).toHaveText('Record 100 of 400');
    await examine(page, 'images-of-list');
    await page.keyboard.press('p');
    await expect(place).toHaveText('Record 99 of 400');
    await images.getByRole('button', { name: 'Next record' }).click();
    await expect(place).toHaveText('Record 100 of 400');
    await page.keyboard.press('Escape');
    await expect(page.locator('.detail').getByRole('button', { name: 'Previous record' })).toBeFocused();
    await expect(position(page)).toHaveText('Record 100 of 400');
  });

  test('are listed when a user presses ?, and can be switched off', async ({ page }) => {
    await openList(page);
    await expect(detailsHeading(page)).toBeVisible();
    await page.keyboard.press('?');
    const card = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(card).toBeVisible();
    await examineAtBoth(page, 'keys');
    await card.getByLabel(/Use single-key shortcuts/).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await expect(card).toHaveCount(0);
    await expect(position(page)).toHaveText('');
    await page.reload();
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
    await expect(card.getByLabel(/Use single-key shortcuts/)).not.toBeChecked();
    await card.getByLabel(/Use single-key shortcuts/).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(position(page)).toHaveText('Record 1 of 400');
  });
});

test.describe('a searcher', () => {
  test.use({ viewport: wide });

  test('needs at most 25 key presses from a typed name to the PDF of two pages', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    await page.goto('/LandShark/search/searchByName');
    await expect(page.locator('[name=grantorGranteeLastName1]')).toBeFocused();
    await page.keyboard.type('HAWTHORNE');
    let presses = 0;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) {
        presses += 1;
        await page.keyboard.press(key);
      }
    };
    /** Presses Tab until the element has the focus, and counts each press. */
    const tabTo = async (where: Locator): Promise<void> => {
      for (let tries = 0; tries < 25; tries += 1) {
        await press('Tab');
        if (await where.evaluate((element) => element === document.activeElement)) return;
      }
    };
    await press('Enter');
    await page.waitForURL('**/SearchResults*');
    await expect(detailsHeading(page)).toHaveText('Details');
    await press('n');
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    await press('i');
    const preview = previewWindow(page);
    const pages = preview.getByLabel('Page numbers');
    await expect(pages).toBeVisible();
    await press('g');
    await expect(pages).toBeFocused();
    await press('1', '-', '2', 'Enter');
    await tabTo(preview.getByRole('button', { name: 'Continue' }));
    await press('Enter');
    const order = page.locator('dialog[open]', { has: page.locator('.receipt') });
    await expect(order).toBeVisible();
    await tabTo(order.locator('.btn--primary'));
    const saved = page.waitForEvent('download');
    await press('Enter');
    expect((await readFile(await (await saved).path())).toString('latin1').startsWith('%PDF-')).toBe(true);
    test.info().annotations.push({ type: 'key presses', description: String(presses) });
    expect(presses).toBeLessThanOrEqual(25);
  });
});

test.describe('on a phone,', () => {
  test.use({ viewport: phone });

  test('the sheet of details leads to the next record and back to the list', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    await openList(page);
    await page.locator(records).nth(1).click();
    await expect(position(page)).toHaveText('Record 2 of 400');
    await page.locator('.detail').getByRole('button', { name: 'Next record' }).click();
    await expect(position(page)).toHaveText('Record 3 of 400');
    await examine(page, 'sheet');
    await page.locator('.detail').getByRole('button', { name: 'Results', exact: true }).click();
    await expect(page.locator('dialog.detail')).toHaveCount(0);
  });

  test('both dates on the card of a tax lien end at the right edge, and the lien date has a label', async ({
    page,
  }) => {
    await signIn(page, 'demo.escrow');
    await page.goto(`/LandShark/search/${taxLiens}`);
    const dates = page.locator('.results td.cell-date').first();
    await expect(dates.locator('[data-label="Lien date"]')).toHaveText(/^\d\d\/\d\d\/\d{4}$/);
    const ends = await dates
      .locator('.text')
      .evaluateAll((texts) => texts.map((text) => Math.round(text.getBoundingClientRect().right)));
    expect(ends).toHaveLength(2);
    expect(ends[0]).toBe(ends[1]);
  });

  test('a checkbox above the cards selects all records of the page, by touch and by keyboard', async ({
    page,
  }) => {
    await signIn(page, 'demo.escrow');
    await openList(page);
    const all = page.getByRole('checkbox', { name: 'Select all records of this page' });
    const line = page.locator('label', { has: all });
    const boxes = page.locator('.results tbody .check');
    const mixed = page.locator('.results thead .check:indeterminate');
    await expect(line).toBeInViewport();
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await line.getByText('Select all records of this page').click();
    await expect(page.locator('.results tbody .check:checked')).toHaveCount(100);
    await boxes.first().uncheck();
    await expect(mixed).toHaveCount(1);
    await examine(page, 'select-page');
    await all.focus();
    await page.keyboard.press('Space');
    await expect(all).toBeChecked();
    await expect(mixed).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect(page.locator('.results tbody .check:checked')).toHaveCount(0);
    await expectReflow(page);
    await page.setViewportSize(wide);
    await expect(all).toHaveCount(1);
    await examine(page, 'select-page');
  });
});
