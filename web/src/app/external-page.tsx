import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { serverUrl } from '../shared/http/server.js';
import { useTexts } from '../shared/i18n/use-texts.js';

/**
 * Sends the browser to the same path on the server (A1-21). Whatever the path contains, the browser is never sent to
 * another site (S28).
 */
export function ExternalPage() {
  const t = useTexts();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const target = new URL(serverUrl(pathname.replace(/^\/+/, '')), window.location.href);
    if (target.origin === window.location.origin) window.location.replace(`${target.pathname}${search}`);
  }, [pathname, search]);
  return (
    <p className="guard" role="status">
      {t('shell:loadingPage')}
    </p>
  );
}
