import { Outlet, useLocation } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isLoginPath } from '../login-path.js';
import { useCounty } from '../../shared/state/selectors.js';

/** Pages without a side menu. */
export function PageLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <div className="app">
        <main className="main" id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isLoginPath(pathname) && <Footer />}
    </>
  );
}

const firstYear = 2022;

/** Version and copyright of the login page (A2-09, A2-10). */
function Footer() {
  const t = useTexts();
  const { product, common } = useCounty();
  return (
    <footer className="site-footer">
      <span>{t('shell:version', { version: product.version })}</span>
      <span>
        {t('shell:copyright', { from: firstYear, to: new Date().getFullYear(), county: common.countyName })}
      </span>
    </footer>
  );
}
