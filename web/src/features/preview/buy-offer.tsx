import { useLocation } from 'react-router';
import { dollars } from '@portal/proto/amounts';
import { useAccountOfferQuery } from '../../shared/account-offer.api.js';
import { rememberLocation } from '../../shared/remembered-location.js';
import { resultsPaths } from '../../shared/result-paths.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { Link } from '../../ui/components/link.js';

/**
 * Shown instead of the page choice to users who may view pages but not buy them. Guests are told how to buy; when they
 * log in, they return to this document. Other users are referred to the county office.
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
    <div className="page-choice page-choice--offer">
      <p>
        {t('preview:buy.guest')} <PagePrices />
      </p>
      <Link className="btn btn--primary" to="/login" state={state} onClick={onLeave}>
        {t('shell:logIn')}
      </Link>
      <Link className="btn" to="/register" state={state} onClick={onLeave}>
        {t('preview:buy.register')}
      </Link>
    </div>
  );
}

/**
 * The prices of pages for an account that the guest could register. Empty if the county hides them or charges
 * nothing.
 */
function PagePrices() {
  const t = useTexts();
  const { data } = useAccountOfferQuery();
  if (!data?.prices) return null;
  const { firstPage, additionalPages } = data.prices;
  if (firstPage + additionalPages === 0) return null;
  if (firstPage === additionalPages) return t('preview:buy.price', { price: `$${dollars(firstPage)}` });
  return t('preview:buy.prices', {
    first: `$${dollars(firstPage)}`,
    further: `$${dollars(additionalPages)}`,
  });
}
