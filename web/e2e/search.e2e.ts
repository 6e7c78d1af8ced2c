import { expect, signIn, openDocument, phone, test, wide } from './portal.js';

const rows = '.results tbody tr:not(.is-pending)';

test.describe('a search', () => {
  test.use({ viewport: wide });
  test.beforeEach(async ({ page }) => signIn(page, 'demo.escrow'));

  test('A12-33 finds a document by the name of its grantor', async ({ page }) => {
    await openDocument(page, '1000001');
    const grantor = (await page.locator('.detail table tbody td').first().textContent()) ?? '';
    const [last = '', first = ''] = grantor.split(/,? /);
    await page.goto('/LandShark/search/searchByName');
    await page.getByLabel('Last or business name', { exact: false }).first().fill(last);
    await page.getByLabel('First name').first().fill(first);
    await page.getByLabel('From recorded date').first().fill('01/01/1890');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/SearchResults*');
    await expect(page.locator(rows).filter({ hasText: 'A1000001' })).toHaveCount(1);
  });

  test('B2-25 B2-26 B2-34 B4-09 loads many results in batches of 25', async ({ page }) => {
    const batches: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/search/searchByDocumentNumber'))
        batches.push(request.postDataJSON().batch);
    });
    await page.goto('/LandShark/search/searchByDocumentNumber');
    await page.getByLabel('From document number').fill('1');
    await page.getByLabel('To document number').fill('9999999');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator(rows)).toHaveCount(100);
    expect(batches).toEqual([1, 2, 3, 4]);
    await expect(page.getByText('Displaying Results: 1-100 of 1,000')).toBeVisible();
    await expect(page.getByText('Results truncated.')).toBeVisible();
  });

  test('B2-35 B4-11 B4-15 lets a user turn pages, and marks visited pages', async ({ page }) => {
    await page.goto(
      '/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1&toDocumentNumber=9999999',
    );
    await expect(page.locator(rows)).toHaveCount(100);
    const first = await page.locator(rows).first().textContent();
    await page
      .getByRole('navigation', { name: 'Result pages' })
      .getByRole('link', { name: 'Page 3' })
      .click();
    await expect(page.getByText('Displaying Results: 201-300 of 1,000')).toBeVisible();
    await expect(page.locator(rows)).toHaveCount(100);
    expect(await page.locator(rows).first().textContent()).not.toBe(first);
    await expect(page.locator('.pagination .is-visited')).toHaveCount(2);
    await page.goBack();
    await expect(page.getByText('Displaying Results: 1-100 of 1,000')).toBeVisible();
  });

  test('B4-04 B4-05 has results whose order a user changes with the select and the direction button', async ({
    page,
  }) => {
    await page.goto(
      '/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1000001&toDocumentNumber=1000060',
    );
    await expect(page.locator(rows).first()).toContainText('A1000001');
    await page.getByRole('button', { name: 'Sorted ascending. Change to descending' }).click();
    await expect(page.locator(rows).first()).not.toContainText('A1000001');
    await page.getByLabel('Sort by').selectOption('recordedDate');
    await expect(page).toHaveURL(/sort=recordedDate/);
    await expect(page.locator(rows).first()).toBeVisible();
  });

  test('A12-22 keeps results, page and marks after a reload, without searching again', async ({ page }) => {
    await openDocument(page, '1000001');
    await page.waitForTimeout(400);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.reload();
    await expect(page.locator(rows)).toHaveCount(1);
    await expect(page.locator('.results .read-mark')).toHaveCount(1);
    expect(calls.filter((url) => url.includes('/api/search/searchBy'))).toEqual([]);
  });

  test('B2-33 that finds no records stays on the form', async ({ page }) => {
    await page.goto('/LandShark/search/searchByName');
    await page.getByLabel('Last or business name').first().fill('ZZZZQQ');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText('No Records Found.');
    await expect(page).toHaveURL(/searchByName#grantorGranteeLastName1=ZZZZQQ$/);
  });

  test('lets arrow keys move between records, Enter open the details, and Escape go back', async ({
    page,
  }) => {
    await page.goto(
      '/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1000001&toDocumentNumber=1000020',
    );
    await expect(page.locator('.detail h2').first()).toBeVisible();
    await page.locator('.results a.doc').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('.results tbody tr[aria-current]')).toHaveCount(1);
    await expect(page.locator('.detail .facts').first()).toBeVisible();
    await expect(page.locator('.detail h2').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.results a.doc').nth(1)).toBeFocused();
  });

  test('B1-018 lets a user choose a date of 1891 in the calendar by keyboard', async ({ page }) => {
    await page.goto('/LandShark/search/searchByName');
    await page.getByRole('button', { name: 'Choose From recorded date' }).click();
    await page.getByLabel('Year').selectOption('1891');
    await page.getByLabel('Month').selectOption({ label: 'March' });
    await page.getByRole('button', { name: 'Sunday, March 1, 1891' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('From recorded date').first()).toHaveValue('03/02/1891');
    await expect(page.getByLabel('From recorded date').first()).toBeFocused();
  });
});

test.describe('a search on a phone', () => {
  test.use({ viewport: phone });

  test('shows the details as a sheet, and Back and Esc return to the same record', async ({ page }) => {
    await signIn(page, 'demo.escrow');
    await openDocument(page, '1000001');
    const sheet = page.locator('dialog.detail');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.locator('.results a.doc').first()).toBeFocused();
    await page.locator('.results a.doc').first().click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
  });
});
