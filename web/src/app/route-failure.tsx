import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportToServer } from '../shared/http/client-log.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { EmptyState } from '../ui/components/empty-state.js';
import { Icon } from '../ui/components/icon.js';

/** Shown when a page has failed: tells the user, reports the error, and offers a way to continue (A12-12, A12-21). */
export function RouteFailure() {
  const t = useTexts();
  const error = useRouteError();
  usePageTitle(t('shell:failure.title'));
  useEffect(() => {
    const known = error instanceof Error;
    reportToServer('error', known ? error.message : String(error), known ? error.stack : undefined);
  }, [error]);
  return (
    <main className="main" id="main" tabIndex={-1}>
      <EmptyState icon="error" failed title={t('shell:error.fallback')}>
        <button className="btn" type="button" onClick={() => location.reload()}>
          <Icon name="refresh" /> {t('shell:failure.reload')}
        </button>
      </EmptyState>
    </main>
  );
}
