import type { ComponentType, ReactNode } from 'react';
import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { AccessPage } from './access-page.js';
import { PlainLayout } from './layout/page-layout.js';
import { isFor, pageOf, type LazyPage } from './pages.js';

/**
 * Shows a page to users whose role may open it, and tells other users which roles may (A1-34). The server also refuses
 * the requests that the page would make.
 */
export const limitedPage = (name: LazyPage, Page: ComponentType): ComponentType =>
  function LimitedPage() {
    const page = pageOf(name);
    if (isFor(page, useUser()?.role))
      return page.ownLayout ? <Page /> : <Titled title={page.title} children={<Page />} />;
    const refusal = <Titled title={page.title} children={<AccessPage of={name} />} />;
    return page.ownLayout ? <PlainLayout>{refusal}</PlainLayout> : refusal;
  };

/**
 * Sets the browser's title to the name of the page. `Titled` is not used around a page with its own layout, because
 * such a page sets its own title and the titles of the pages below it.
 */
function Titled({ title = '', children }: { title: string | undefined; children: ReactNode }) {
  const t = useTexts();
  usePageTitle(t(title));
  return children;
}
