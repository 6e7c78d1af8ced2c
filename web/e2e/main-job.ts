import type { Page } from '@playwright/test';
import { expect, logIn, openPreview, setPages } from './portal.js';

/** Visits the screens from the login to the order, and calls `look` once each screen is fully loaded. */
export const walk = async (page: Page, look: (screen: string) => Promise<void>): Promise<void> => {
  await page.goto('/LandShark/login');
  await expect(page.locator('.login__show img, .login__intro h2').first()).toBeVisible();
  await look('login');
  await logIn(page, 'demo.escrow');
  await expect(page.locator('#main h2').first()).toBeVisible();
  await look('home');
  await page.goto('/LandShark/search/searchByName');
  await expect(page.getByLabel('First name').first()).toBeVisible();
  await look('form');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look('form at fault');
  const preview = await openPreview(page, '1000001');
  await look('preview');
  await setPages(page, '1, 3');
  await preview.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('.receipt')).toBeVisible();
  await look('order');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.results a.doc').first()).toBeVisible();
  await look('results');
};
