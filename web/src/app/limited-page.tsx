import type { ComponentType } from 'react';
import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { AccessPage } from './access-page.js';
import { isFor, pageOf, type LazyPage } from './pages.js';

/**
 * Shows a page to its roles and tells everybody else whose it is (A1-34); a page that is to come tells its roles so. The
 * server refuses the calls of the page by itself.
 */
export const limitedPage = (name: LazyPage, Page: ComponentType | undefined): ComponentType =>
  function LimitedPage() {
    const t = useTexts();
    const page = pageOf(name);
    const allowed = isFor(page, useUser()?.role);
    usePageTitle(t(page.title ?? ''));
    return allowed && Page ? <Page /> : <AccessPage of={name} allowed={allowed} />;
  };
