import type { Page } from '@playwright/test';
import { languageTerms } from '@portal/proto/catalogues';

/** Languages with translations; all others show English texts. */
export const spoken = ['en', 'bn', 'zh', 'ja', 'ko', 'ru', 'tl', 'th', 'tr'];
/**
 * Changes the language of the page without a reload, even to a language that the county does not offer. `speak` calls
 * the function `changeLanguage` of web/src/shared/i18n/i18n.ts. The build removes that name, so `speak` searches the
 * page's scripts for the only function with one argument that sets the document's language.
 */
export const speak = (page: Page, language: string): Promise<void> =>
  page.evaluate(async (next) => {
    type ChangeLanguage = (language: string) => Promise<unknown>;
    const changes = (value: unknown): value is ChangeLanguage =>
      typeof value === 'function' && value.length === 1 && String(value).includes('documentElement.lang=');
    const scripts = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/[^/]*\.js$/.test(name));
    const found: unknown[] = (await Promise.all([...new Set(scripts)].map((name) => import(name)))).flatMap(
      (script: object) => Object.values(script),
    );
    const change = found.find(changes);
    if (!change) throw new Error('the page has no texts');
    await change(next);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, language);

export const languageOf = (catalogue: string): string =>
  Object.entries(languageTerms).find(([, terms]) => terms.catalogue === catalogue)?.[0] ?? 'ENGLISH';
