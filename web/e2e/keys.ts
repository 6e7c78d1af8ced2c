import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Returns what is wrong with the focus: no element has the focus, or the focused element is out of sight, covered, or
 * not visibly marked. The mark may be on the container of a control (a row of results, a segment). A heading needs no
 * mark.
 */
export const focusFault = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
    const name = `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const marked = [element, element.closest('label'), element.closest('tr')].find((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (!marked && element.tabIndex >= 0) return `${name} does not show that it has the focus`;
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return `${name} has the focus out of sight`;
    const uppermost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const seen = uppermost && (element.contains(uppermost) || uppermost.contains(element));
    return seen || element.closest('label')?.contains(uppermost)
      ? undefined
      : `${name} has the focus behind ${uppermost?.className ?? 'nothing'}`;
  });

/** Polls, because the browser may scroll the focused element into view only at the next frame. */
const expectNoFault = (page: Page): Promise<void> =>
  expect.poll(() => focusFault(page), { timeout: 5_000 }).toBeUndefined();

/** Expects the element to have the focus, and the focus to be visible. */
export const expectFocus = async (page: Page, where: Locator): Promise<void> => {
  await expect(where).toBeFocused();
  await expectNoFault(page);
};

const furthest = 80;

/**
 * True if the focus has left the page for the browser's own toolbar. Tab leaves the page after the last element, and
 * Shift+Tab leaves it before the first element, so `goTo` allows this once.
 */
const isOutside = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === document.body);

/** Presses Tab, or Shift+Tab, until the element has the focus, and checks that the focus is visible at each stop. */
export const goTo = async (page: Page, where: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(where).toBeVisible();
  let rounds = 0;
  for (let step = 0; step < furthest; step += 1) {
    await page.keyboard.press(key);
    if (rounds === 0 && (await isOutside(page))) {
      rounds += 1;
      continue;
    }
    await expectNoFault(page);
    if (await where.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${where} is not reached by ${furthest} times ${key}`);
};

/** Reaches a link or button and presses Enter. */
export const press = async (page: Page, where: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await goTo(page, where, key);
  await page.keyboard.press('Enter');
};

/** Reaches a field and replaces its text. */
export const write = async (page: Page, where: Locator, text: string): Promise<void> => {
  await goTo(page, where);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};

/**
 * Types the name of an option while its list has the focus. If the browser stalls for a second, it takes the next
 * letter as the start of another name, so the name is typed again.
 */
export const chooseByTyping = async (list: Locator, option: string): Promise<void> => {
  const chosen = list.locator('option:checked');
  await expect(async () => {
    await list.page().keyboard.type(option);
    await expect(chosen).toContainText(option, { timeout: 500 });
  }).toPass({ intervals: [1_500] });
};
