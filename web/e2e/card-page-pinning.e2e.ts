// This file uses Playwright's own `test`, because the `test` of portal.ts fails when a page violates its
// Content-Security-Policy, and the pages here must violate it.
import { createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { logIn, wide } from './portal.js';

test.use({ viewport: wide });

const evil = 'https://evil.test';

/** Records the responses of the site `evil`, and the requests that the page's Content-Security-Policy blocked. */
const watch = async (page: Page): Promise<{ asked: string[]; blocked: () => Promise<string[]> }> => {
  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(evil)) asked.push(response.url());
  });
  await page.route(`${evil}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Your card, please</h1>' }),
  );
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return { asked, blocked: () => page.evaluate(() => (window as unknown as { seen: string[] }).seen) };
};

test('S18 the portal neither frames nor posts to a card page at another origin, even if the server names that origin', async ({
  page,
}) => {
  const { asked, blocked } = await watch(page);
  await logIn(page, 'demo.account');
  await page.route('**/escrowDeposit/initiateDeposit', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(/http:\/\/pay\.localhost:\d+/g, evil);
    await route.fulfill({ response: answer, body: text });
  });
  await page.getByRole('button', { name: 'Add money' }).click();
  await page.getByLabel('Deposit amount').fill('20');
  await page.getByRole('button', { name: 'Continue to card' }).click();
  await expect
    .poll(async () => (await blocked()).filter((each) => each.includes('evil.test')))
    .not.toEqual([]);
  expect(asked).toEqual([]);
  await expect(page.frameLocator('iframe.pay-frame').getByText('Your card, please')).toHaveCount(0);
});

test('S18 a script that does not match its hash on the page does not run', async ({ page }) => {
  await page.route('**/assets/base-*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n//` });
  });
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto('/LandShark/login');
  expect((await refused).text()).toContain('assets/base-');
  await expect(page.getByLabel('Username')).toHaveCount(0);
});

test('S18 both HTML pages give the hash of every script and style that they load', async ({ request }) => {
  for (const address of ['/LandShark/login', '/LandShark/card-communicator.html']) {
    const answer = await request.get(address);
    const named = [
      ...(await answer.text()).matchAll(/<(?:script|link)[^>]*"(\/LandShark\/assets\/[^"]+)"[^>]*>/g),
      ...(answer.headers()['link'] ?? '').matchAll(/<(\/LandShark\/assets\/[^>]+)>[^<]*/g),
    ];
    expect(named.length).toBeGreaterThan(1);
    for (const [whole, file = ''] of named) {
      const bytes = await (await request.get(file)).body();
      expect(whole).toContain(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  }
});

test('S18 every script of every page is a file of the portal', async ({ page, baseURL }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await logIn(page, 'demo.account');
  for (const path of ['home', 'search', 'purchases', 'profile', 'reports', 'login'])
    await page.goto(`/LandShark/${path}`, { waitUntil: 'networkidle' });
  expect(scripts.size).toBeGreaterThan(3);
  const own = new RegExp(`^${baseURL}/LandShark/assets/[\\w.-]+\\.js$`);
  expect([...scripts].filter((url) => !own.test(url))).toEqual([]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
});
