import path from 'node:path';
import { expect, request, test as base, type Locator, type Page } from '@playwright/test';
import { findingsOf, offerAxe } from './findings.js';

export const password = 'Portal!2026';
export const wide = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

const screens = path.resolve(import.meta.dirname, '../../test-results/screens');

/** One page for all tests of a run, so that the browser loads and compiles the application only once. */
interface Shared {
  visit: Page;
}

/** The events of a page to which tests listen. */
const heard = ['console', 'framenavigated', 'pageerror', 'request', 'response'];

/**
 * Removes everything that a test left in the browser. First opens a picture in place of the application: the
 * application stores its state when the user leaves it, so the storage can be cleared only after that.
 */
const forget = async (page: Page, visited: ReadonlySet<string>): Promise<void> => {
  for (const event of heard) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  for (const origin of visited) {
    await page.goto(`${origin}/LandShark/favicon.svg`);
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
  }
  await context.clearCookies();
  await page.mouse.move(0, 0);
};

/** Fails a test when a page violates its Content-Security-Policy, lacks a text or has an uncaught error. */
export const test = base.extend<{ clean: string[] }, Shared>({
  visit: [
    async ({ browser }, use, { project }) => {
      const { baseURL, acceptDownloads } = project.use;
      const context = await browser.newContext({ baseURL, acceptDownloads });
      // shorter than a test's time limit, so that a test with a missing element fails with the location of that element
      // and does not time out
      context.setDefaultTimeout(30_000);
      await offerAxe(context);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: ({ visit }, use) => use(visit.context()),
  page: async ({ visit: page, viewport, contextOptions }, use) => {
    const visited = new Set<string>();
    page.on('framenavigated', (frame) => {
      const { hostname, origin } = new URL(frame.url());
      if (frame === page.mainFrame() && /(^|\.)localhost$/.test(hostname)) visited.add(origin);
    });
    if (viewport) await page.setViewportSize(viewport);
    const { forcedColors = null, reducedMotion = null } = contextOptions;
    await page.emulateMedia({ forcedColors, reducedMotion });
    await use(page);
    await forget(page, visited);
  },
  clean: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|No text for/.test(message.text())) problems.push(message.text());
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** The origin (protocol, host and port) of a county: `lake` is the portal's own host, `saipan` a subdomain. */
export const originOf = (county: 'lake' | 'saipan', baseURL: string | undefined): string => {
  const url = new URL(baseURL ?? 'http://localhost:8080');
  if (county === 'saipan') url.hostname = `saipan.${url.hostname}`;
  return url.origin;
};

const portal = (): string => originOf('lake', test.info().project.use.baseURL);

/** The origin of the county that the page shows, or the portal's own origin before the page has opened the portal. */
const originHere = (page: Page): string =>
  /^http.*\/LandShark\/(?!favicon)/.test(page.url()) ? new URL(page.url()).origin : portal();

/**
 * Signs in like the login page but without loading it, so that the test can begin at any page. The request goes to
 * the portal's own address, with the county's name in the Host header, because only browsers resolve names
 * below localhost.
 */
export const signIn = async (
  page: Page,
  username: string,
  origin = portal(),
  secret = password,
): Promise<void> => {
  const server = await request.newContext({ extraHTTPHeaders: { host: new URL(origin).host } });
  const data = { username, password: secret };
  const answer = await server.post(`${portal()}/LandShark/api/auth/login`, { data });
  expect(await answer.json(), username).toMatchObject({ ok: true });
  const { cookies } = await server.storageState();
  await server.dispose();
  const { hostname: domain } = new URL(origin);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain })));
};

/** Signs in and opens the home page. */
export const logIn = async (page: Page, username: string, origin = portal()): Promise<void> => {
  await signIn(page, username, origin);
  await page.goto(`${origin}/LandShark/home`);
  await expect(page.getByRole('banner').getByText(username)).toHaveCount(1);
};

/** Opens a page of the application, below /LandShark/, in the current county. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${originHere(page)}/LandShark/${address}`);
};

/** Goes to another URL of the application without loading the application again, as the browser's Back button does. */
export const walkTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', `/LandShark/${to}`);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

/** Opens the details of a document through a search by its number. */
export const openDocument = async (page: Page, number: string, origin = originHere(page)): Promise<void> => {
  await page.goto(
    `${origin}/LandShark/search/SearchResults#search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=${number}`,
  );
  await page.locator('.results a.doc').first().click();
  await expect(page.locator('.detail .facts').first()).toBeVisible();
};

export const openPreview = async (page: Page, number: string, origin?: string): Promise<Locator> => {
  await openDocument(page, number, origin);
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

/** Opens the order for some pages of a document and returns its window. */
export const openOrder = async (
  page: Page,
  number: string,
  pages: string,
  origin?: string,
): Promise<Locator> => {
  const dialog = await openPreview(page, number, origin);
  await setPages(page, pages);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const window = page.locator('dialog[open]', { has: page.locator('.receipt') });
  await expect(window).toBeVisible();
  return window;
};

/** Writes a screenshot when SCREENS=1, for people to look at. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENS === '1') await page.screenshot({ path: path.join(screens, `${name}.png`) });
};

/** Expects no finding of axe, and writes a screenshot when SCREENS=1. */
export const examine = async (page: Page, name: string, isRepeated = false): Promise<void> => {
  await picture(page, `${name}-${page.viewportSize()?.width ?? 0}`);
  expect(await findingsOf(page, isRepeated), name).toEqual([]);
};

/** The cents of a displayed amount; 0 if the text is empty. */
export const centsOf = (text: string | null): number =>
  Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);

/** Expects that nothing is wider than the window (WCAG 1.4.10), which axe does not check. */
export const expectReflow = async (page: Page): Promise<void> => {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(inner ?? 0);
};

/**
 * Examines a screen at desktop and phone size: axe finds nothing, and nothing is wider than the window. Ends at desktop
 * size.
 */
export const examineAtBoth = async (page: Page, name: string): Promise<void> => {
  const windows: (string | null)[] = [];
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    windows.push(await topWindow(page));
    await examine(page, name, size === phone);
    await expectReflow(page);
  }
  const [onDesk, onPhone] = windows;
  if (onDesk !== null) expect(onPhone, `${name}: a phone shows the same window`).toBe(onDesk);
  await page.setViewportSize(wide);
};

/** The id of the label of the window in the middle of the screen; null if there is none. */
const topWindow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const dialog = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog');
    return dialog?.getAttribute('aria-labelledby') ?? null;
  });
