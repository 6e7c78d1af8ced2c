import { useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isLoginPath } from '../login-path.js';
import { useCounty } from '../../shared/state/selectors.js';

/** The layout of a page without a side menu. */
export const PlainLayout = ({ children }: { children: ReactNode }) => (
  <div className="app">
    <main className="main" id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
);

/** The plain layout around the page of the route; the login page also has the footer. */
export function PageLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <PlainLayout>
        <Outlet />
      </PlainLayout>
      {isLoginPath(pathname) && <Footer />}
    </>
  );
}

const firstYear = 2022;

/** Version and copyright of the login page (A2-09, A2-10). */
function Footer() {
  const t = useTexts();
  const { product, common } = useCounty();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="site-footer">
      <span>{t('shell:version', { version: product.version })}</span>
      <span>{t('shell:copyright', { from: firstYear, to: year, county: common.countyName })}</span>
    </footer>
  );
}
