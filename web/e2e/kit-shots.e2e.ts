import { logIn, phone, test, wide } from './portal.js';

for (const [size, viewport] of [
  ['1280', wide],
  ['390', phone],
] as const)
  test(`shots ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/LandShark/login');
    await page.screenshot({ path: `/tmp/kit-shot-login-${size}.png` });
    await logIn(page, 'demo.account');
    for (const [name, address] of [
      ['home', 'home'],
      ['purchases', 'purchases'],
      ['form', 'search/searchByTaxLien'],
      ['results', 'search/SearchResults#search=searchByName&grantorGranteeLastName1=SMITH'],
    ] as const) {
      await page.goto(`/LandShark/${address}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/kit-shot-${name}-${size}.png`, fullPage: name !== 'results' });
    }
  });

for (const [size, viewport] of [
  ['1280', wide],
  ['390', phone],
] as const)
  test(`staff ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await logIn(page, 'demo.county');
    for (const name of ['reports', 'reports/cardReconciliation']) {
      await page.goto(`/LandShark/${name}`);
      await page.waitForTimeout(2000);
      await page.screenshot({ path: `/tmp/kit-shot-${name.replace('/', '-')}-${size}.png`, fullPage: true });
    }
  });
