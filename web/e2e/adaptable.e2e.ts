import type { Page } from '@playwright/test';
import { walk } from './main-job.js';
import { misfits } from './misfits.js';
import { expect, expectReflow, picture, test, wide } from './portal.js';

test.describe('in a window of 320 px,', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('every screen from the login to the order fits, and no text is cut', async ({ page }) => {
    const found: string[] = [];
    await walk(page, async (screen) => {
      await expectReflow(page);
      found.push(...(await misfits(page)).map((what) => `${screen}: ${what}`));
      await picture(page, `narrow-${screen}`);
    });
    expect(found).toEqual([]);
  });
});

/** Parts that cannot be distinguished from their background when the system chooses the colors. */
const unseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const colourOf = (colour: string): string => {
      const sample = document.createElement('i');
      sample.style.color = colour;
      sample.style.setProperty('forced-color-adjust', 'none');
      document.body.append(sample);
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    };
    const ground = colourOf('Canvas');
    const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const shown = <E extends Element>(elements: Iterable<E>): E[] =>
      [...elements].filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      });
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} in "${(element.closest('button, a, label, tr')?.textContent ?? '').trim().slice(0, 30)}"`;
    const icons = shown(open.querySelectorAll('.icon')).filter((icon) => {
      const { backgroundColor } = getComputedStyle(icon);
      return backgroundColor === ground || /^rgba\(.*, 0\)$/.test(backgroundColor);
    });
    const fields = shown(open.querySelectorAll<HTMLElement>('.input, .select, .textarea')).filter((field) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(field);
      return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1 || borderTopColor === ground;
    });
    const boxes = shown(open.querySelectorAll('.check, .radio')).filter(
      (box) => getComputedStyle(box).appearance === 'none',
    );
    const chosen = shown(
      open.querySelectorAll(
        '.results tr[aria-current], .sidenav a[aria-current], .segmented > label:has(:checked)',
      ),
    ).filter((each) => getComputedStyle(each).outlineStyle === 'none');
    return [...icons, ...fields, ...boxes, ...chosen].map(name);
  });

const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .flatMap(({ effect }) => {
        const { duration, iterations = 1 } = effect?.getTiming() ?? {};
        return Number(duration) * iterations > 20 ? [`an animation of ${String(duration)} ms`] : [];
      }),
  );

test.describe('with forced colors and reduced motion,', () => {
  test.use({ viewport: wide, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('every screen from the login to the order shows its controls and the selection, and nothing moves', async ({
    page,
  }) => {
    const found: string[] = [];
    await walk(page, async (screen) => {
      found.push(...(await unseen(page)).map((what) => `${screen}: ${what} is not seen`));
      found.push(...(await moving(page)).map((what) => `${screen}: ${what}`));
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const element = document.activeElement?.closest('.results tr') ?? document.activeElement;
        return element ? getComputedStyle(element).outlineStyle : 'none';
      });
      if (ring === 'none') found.push(`${screen}: the focus is not seen`);
      if (screen === 'login')
        await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await picture(page, `forced-colors-${screen}`);
    });
    expect(found).toEqual([]);
  });
});
