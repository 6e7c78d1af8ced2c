import { CardPaymentDialog } from '../features/cards/card-payment-dialog.js';
import { EfilePage } from '../features/efile/efile-page.js';

/** E-filing with the card window, which it shares with deposits. */
export function EfilePages() {
  return <EfilePage CardWindow={CardPaymentDialog} />;
}
