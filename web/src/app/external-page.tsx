import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { serverUrl } from '../shared/http/server.js';
import { useTexts } from '../shared/i18n/use-texts.js';

/**
 * Sends the browser to the server address with the same path (A1-21), and never to another site, whatever the path
 * contains (S28).
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
