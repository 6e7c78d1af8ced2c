import { useTexts } from '../shared/i18n/use-texts.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { Link } from '../ui/components/link.js';

/** Shown for a URL without a page. */
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
