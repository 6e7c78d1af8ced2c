import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportToServer } from '../shared/http/client-log.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { EmptyState } from '../ui/components/empty-state.js';
import { Icon } from '../ui/components/icon.js';
import { Link } from '../ui/components/link.js';

/** A page that broke: said plainly, reported, with a way on (A12-12, A12-21). */
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

/** An address that names no page. */
export function NotFoundPage() {
  const t = useTexts();
  usePageTitle(t('shell:notFound.title'));
  return (
    <div className="content content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('shell:notFound.title')}</h1>
          <p>{t('shell:notFound.text')}</p>
        </div>
      </div>
      <p>
        <Link className="btn" to="/home">
          {t('shell:notFound.home')}
        </Link>
      </p>
    </div>
  );
}
