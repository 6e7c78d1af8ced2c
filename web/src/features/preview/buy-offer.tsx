import { useLocation } from 'react-router';
import { rememberLocation } from '../../shared/remembered-location.js';
import { resultsPaths } from '../../shared/result-paths.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { Link } from '../../ui/components/link.js';

/**
 * Stands in the place of the page choice for those who may look at pages and not buy them. A guest is told how to buy,
 * and comes back to this document; everybody else is sent to the county office.
 */
export function BuyOffer({ documentKey, onLeave }: { documentKey: string; onLeave(): void }) {
  const t = useTexts();
  const location = useLocation();
  const isGuest = useUser()?.role === 'GUEST';
  if (!isGuest) return <p className="page-choice">{t('preview:buy.askCounty')}</p>;
  const state =
    location.pathname === resultsPaths.documents
      ? { from: `/externalsearch/documentnumber/${documentKey}` }
      : rememberLocation(location);
  return (
    <div className="page-choice">
      <p>{t('preview:buy.guest')}</p>
      <Link className="btn btn--primary" to="/login" state={state} onClick={onLeave}>
        {t('shell:logIn')}
      </Link>
      <Link className="btn" to="/register" state={state} onClick={onLeave}>
        {t('preview:buy.register')}
      </Link>
    </div>
  );
}
