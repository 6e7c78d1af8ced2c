import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
  parseString: (text: string) => Color;
}

interface Axe {
  readonly commons: { readonly color: { readonly Color: { readonly prototype: Color } } };
  readonly run: (context: object, options: object) => Promise<{ violations: Violations }>;
}

type Examined = typeof globalThis & { axe?: Axe; loadAxe: () => void };

/** Rows that axe skips: the rows of a list are alike, so it is enough to examine the first twelve. */
const furtherRows = ['.results', '.table--sticky']
  .map((list) => `${list} tbody tr:nth-child(n + 13)`)
  .join(', ');
const options: Parameters<AxeBuilder['options']>[0] = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
  resultTypes: ['violations'],
};

const builderOfAxe = createRequire(import.meta.url).resolve('@axe-core/playwright');
const axe = readFileSync(createRequire(builderOfAxe).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Defines the function `loadAxe` in every page and frame of the browser, so that a check can load axe there without
 * sending its source again.
 */
export const offerAxe = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript({ content: `globalThis.loadAxe = () => {${axe}\n};` });
};

/**
 * Loads axe, with a cache of parsed colors, because axe parses the same few colors thousands of times for one screen.
 */
const loadAxe = (): void => {
  const page = globalThis as Examined;
  if (page.axe) return;
  page.loadAxe();
  const { prototype } = (page.axe as unknown as Axe).commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const color = known.get(text);
    if (color) return Object.assign(this, color);
    const { r, g, b, alpha } = parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
};

/**
 * Behind a modal dialog the page is inert, so only the dialog is examined. Other tests examine the page without the
 * dialog.
 */
const whatToExamine = (page: Page): Promise<string[]> =>
  page.evaluate(() => (document.querySelector('dialog:modal') ? ['dialog:modal'] : []));

/** Runs axe in each frame of a page, and combines the findings. */
const examineFrames = async (page: Page): Promise<Violations> => {
  const builder = new AxeBuilder({ page, axeSource: axe }).options(options).exclude(furtherRows);
  for (const part of await whatToExamine(page)) builder.include(part);
  return (await builder.analyze()).violations;
};

const examineAlone = async (page: Page, withoutContrast: boolean): Promise<Violations> => {
  await page.evaluate(loadAxe);
  const context = { include: await whatToExamine(page), exclude: [furtherRows] };
  return page.evaluate(
    async ([what, how]) => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(what, how);
      return violations;
    },
    [
      context,
      withoutContrast ? { ...options, rules: { 'color-contrast': { enabled: false } } } : options,
    ] as const,
  );
};

/**
 * The findings of axe on the current screen, including the frame of the card page; no other screen has a frame.
 * @param isRepeated true if the screen was already examined at another size. The colors are the same at both sizes, and
 * the check of contrast takes most of axe's time, so `npm test` then skips this check. `npm run walks` never skips it.
 */
export const findingsOf = async (page: Page, isRepeated = false): Promise<string[]> => {
  const withoutContrast = isRepeated && process.env.WALKS !== '1';
  const isAlone = page.frames().length === 1;
  const violations = await (isAlone ? examineAlone(page, withoutContrast) : examineFrames(page));
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  );
};
