import { mkdirSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';

export const password = 'Portal!2026';
export const wide = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

const screens = path.resolve(import.meta.dirname, '../../test-results/screens');

/** Each page must keep the Content-Security-Policy, and log no error. */
export const test = base.extend<{ clean: string[] }>({
  clean: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text());
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** The address of a county: `lake` is the portal's own host, `saipan` a name below it. */
export const originOf = (county: 'lake' | 'saipan', baseURL: string | undefined): string => {
  const url = new URL(baseURL ?? 'http://localhost:8080');
  if (county === 'saipan') url.hostname = `saipan.${url.hostname}`;
  return url.origin;
};

export const logIn = async (page: Page, username: string, origin = ''): Promise<void> => {
  await page.goto(`${origin}/LandShark/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/LandShark/home');
};

/** Opens the details of one document through the search by number. */
export const openDocument = async (page: Page, number: string): Promise<void> => {
  await page.goto(new URL('/LandShark/search/searchByDocumentNumber', page.url()).href);
  await page.getByLabel('From document number').fill(number);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/SearchResults*');
  await page.locator('.results a.doc').first().click();
  await expect(page.locator('.detail .facts').first()).toBeVisible();
};

export const openPreview = async (page: Page, number: string): Promise<Locator> => {
  await openDocument(page, number);
  await page.getByRole('button', { name: 'Image' }).click();
  const dialog = page.locator('dialog[open]', { has: page.locator('.thumbs') });
  await expect(dialog.locator('.thumb').first()).toBeVisible();
  return dialog;
};

export const setPages = async (page: Page, pages: string): Promise<void> => {
  const box = page.getByLabel('Page numbers');
  await box.fill(pages);
  const answer = page.waitForResponse('**/updateImagePreviewSettings');
  await box.blur();
  await answer;
};

/** A picture of the screen for the reader, and axe without a finding. */
export const examine = async (page: Page, name: string): Promise<void> => {
  mkdirSync(screens, { recursive: true });
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: path.join(screens, `${name}-${width}.png`) });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  );
  expect(found, name).toEqual([]);
};

/** Nothing is wider than the window (WCAG 1.4.10; axe cannot see it). */
export const expectReflow = async (page: Page): Promise<void> => {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(inner ?? 0);
};
