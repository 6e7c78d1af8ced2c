import type { Page } from '@playwright/test';

/**
 * Texts of the page that are cut off, outside their container, or broken after each character. Ignores hidden texts,
 * content of scrolling boxes, and names of records, which may be cut if the full name is available.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const holdsText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const scrolls = (element: Element | null, side: 'overflowX' | 'overflowY'): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element)[side]) || scrolls(element.parentElement, side));
    // When rows are cards, the head of the table is one pixel in size, because only screen readers need it. So texts in
    // such a head count as hidden.
    const isTiny = (element: Element | null): boolean =>
      element !== null && (element.getBoundingClientRect().width <= 1 || isTiny(element.parentElement));
    const shown = (element: Element): boolean =>
      !element.closest('.sr, .skip-link, [hidden], template, script, style, svg, .results td .text') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !isTiny(element);
    const textBox = (element: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    // Chinese and Japanese text may break after each character, so in a very narrow column each line has one character.
    const standsUpright = (element: Element, { width, height }: DOMRect): boolean => {
      const size = parseFloat(getComputedStyle(element).fontSize);
      return /[\u3040-\u9fff]{3}/.test(element.textContent ?? '') && width < 1.9 * size && height > 3 * size;
    };
    const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const whatIsWrong = (element: Element): string | undefined => {
      const style = getComputedStyle(element);
      const cuts = /hidden|clip/.test(style.overflowX);
      if (cuts && element.scrollWidth > element.clientWidth + 1) return 'cut off';
      if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2)
        return 'cut off below';
      const box = textBox(element);
      if (standsUpright(element, box)) return 'one character a line';
      if (scrolls(element, 'overflowX')) return undefined;
      if (box.right > innerWidth + 1 || box.left < -1) return 'out of the screen';
      const isBox = style.display !== 'inline' && style.display !== 'contents';
      return isBox && element.scrollWidth > element.clientWidth + 1 ? 'out of its box' : undefined;
    };
    const found = [...open.querySelectorAll('*')]
      .filter((element) => holdsText(element) && shown(element))
      .flatMap((element) => {
        const wrong = whatIsWrong(element);
        const text = (element.textContent ?? '').trim().slice(0, 50);
        return wrong ? [`${element.tagName.toLowerCase()}.${element.className} "${text}" is ${wrong}`] : [];
      });
    const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ['the page scrolls sideways'] : [];
    return [...wide, ...found];
  });
