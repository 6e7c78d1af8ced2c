import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import { CorrectionPage } from '../features/efile/correction-page.js';
import { EfilePage } from '../features/efile/efile-page.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { Link } from '../ui/components/link.js';
import { isFor, pages } from './pages.js';

/**
 * The e-filing page, which uses the same card window as deposits. Office staff also get a link to the queue of
 * submissions.
 */
export function EfilePages() {
  const t = useTexts();
  const toQueue = isFor(pages.efileQueue, useUser()?.role) && (
    <Link className="btn" to="/efileQueue">
      {t('access:efileQueue.title')}
    </Link>
  );
  return <EfilePage CardWindow={CardPaymentDialog} actions={toQueue} />;
}

/** The page for correcting an e-filed document, with the same card window as the e-filing page. */
export function CorrectionPages() {
  return <CorrectionPage CardWindow={CardPaymentDialog} />;
}
