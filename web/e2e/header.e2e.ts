import type { Page } from '@playwright/test';
import { expect, logIn, originOf, test } from './portal.js';
import { languageOf, speak, spoken } from './speaking.js';

const users = ['guest.user', 'demo.escrow', 'demo.account', 'demo.office', 'demo.county', 'demo.trimin'];
const widths = [1280, 1024, 390];

/** Parts of the header that break into several lines, leave the window, or are not in their row. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const header = document.querySelector<HTMLElement>('.site-header');
    if (!header) return ['no header'];
    const isShown = (part: HTMLElement): boolean => part.checkVisibility();
    const all = (parts: string): HTMLElement[] =>
      [...header.querySelectorAll<HTMLElement>(parts)].filter(isShown);
    const lines = (part: HTMLElement): number => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const texts = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      return new Set(texts.map(({ top }) => Math.round(top))).size;
    };
    const texts = all(
      '.main-nav a, .btn:not(.btn--icon), .stat__label, .stat__value, .brand__county, .brand__app',
    );
    const rows = (parts: string): number =>
      new Set(all(parts).map((part) => Math.round(part.getBoundingClientRect().top))).size;
    return [
      ...texts.filter((part) => lines(part) > 1).map(({ textContent }) => `breaks: ${textContent}`),
      ...all('*')
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.sr'))
        .map(({ className }) => `outside: ${className}`),
      ...(rows('.main-nav a') > 1 ? ['links on two lines'] : []),
      ...(rows('.brand, .site-header__tools') > 1 ? ['tools below the brand'] : []),
    ];
  });

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The parts that `broken` finds at any width and in any language. */
const brokenInAnyLanguage = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const catalogue of spoken) {
      await speak(page, languageOf(catalogue));
      await drawn(page);
      found.push(...(await broken(page)).map((what) => `${width} ${catalogue}: ${what}`));
    }
    await speak(page, 'ENGLISH');
  }
  return found;
};

/** guest.user has the fewest links and tools. demo.office, who may buy images and add money, has the most. */
const isExtreme = (username: string): boolean => ['guest.user', 'demo.office'].includes(username);

for (const county of ['lake', 'saipan'] as const) {
  for (const username of users) {
    const tag = county === 'lake' && isExtreme(username) ? [] : ['@walk'];
    const title = `the header of ${username} in ${county} has no broken part in any language`;
    test(title, { tag }, async ({ page, baseURL }) => {
      await logIn(page, username, originOf(county, baseURL));
      expect(await brokenInAnyLanguage(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await drawn(page);
      const banner = page.getByRole('banner');
      const height = (await banner.boundingBox())?.height ?? 0;
      // demo.office has the most tools, which leave no room for the links in the first line
      const lines = username === 'demo.office' ? 2 : 1;
      expect(height, 'at a desk in English').toBeLessThan(80 * lines);
    });
  }
}

test.describe('with reduced motion,', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the header chooses a layout that fits the window, in every language', async ({ page, baseURL }) => {
    await logIn(page, 'demo.account', originOf('saipan', baseURL));
    expect(await brokenInAnyLanguage(page)).toEqual([]);
  });
});

test('a header without room for all of its links puts them into a drawer that the menu button opens', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 760, height: 900 });
  await logIn(page, 'demo.account', originOf('saipan', baseURL));
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.locator('#drawer');
  for (const name of ['User Manager', 'My purchases'])
    await expect(drawer.getByRole('link', { name })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Log Out' })).toBeVisible();
});
