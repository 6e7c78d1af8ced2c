import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import { CorrectionPage } from '../features/efile/correction-page.js';
import { EfilePage } from '../features/efile/efile-page.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { Link } from '../ui/components/link.js';
import { isFor, pages } from './pages.js';

/** E-filing, with the card window that deposits also use. The office gets a link to its queue. */
export function EfilePages() {
  const t = useTexts();
  const toQueue = isFor(pages.efileQueue, useUser()?.role) && (
    <Link className="btn" to="/efileQueue">
      {t('access:efileQueue.title')}
    </Link>
  );
  return <EfilePage CardWindow={CardPaymentDialog} actions={toQueue} />;
}

/** E-filing of a document that corrects another one, with the same card window. */
export function CorrectionPages() {
  return <CorrectionPage CardWindow={CardPaymentDialog} />;
}
