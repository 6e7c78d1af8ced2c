import { useTexts } from '../shared/i18n/use-texts.js';
import { usePageTitle } from '../shared/use-page-title.js';
import { Link } from '../ui/components/link.js';
import { PageHead } from '../ui/components/page-head.js';

/** Shown for a URL without a page. */
export function NotFoundPage() {
  const t = useTexts();
  usePageTitle(t('shell:notFound.title'));
  return (
    <div className="content content--form stack">
      <PageHead title={t('shell:notFound.title')} lead={t('shell:notFound.text')} />
      <p>
        <Link className="btn" to="/home">
          {t('shell:notFound.home')}
        </Link>
      </p>
    </div>
  );
}
