import type { ChargeMethod } from '@portal/proto/roles';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import type { Funding } from '@portal/proto/rpc/payments';
import { standingOf } from './standing.rules.js';

/** The payer of a document's images, and how the images are counted. */
export interface Payer {
  readonly funding: Funding;
  readonly chargeMethod: ChargeMethod;
  /** Account that is charged and gets the pages; null for staff and guests, who do not keep pages. */
  readonly account: string | null;
}

/** The document type of certificates, which have separate terms. */
export const CERTIFICATE = 'C';
/** Stands for every document that is not a certificate, because the same terms apply to all of them. */
export const ANY_DOCUMENT = 'A';

function fundingOf({ accountType, paymentMethod }: AccountTerms): Funding {
  return accountType === 'FLAT_FEE' ? 'FLAT_FEE' : paymentMethod;
}

/**
 * Determines the payer of an order from the actor's signed terms (payments/DESIGN.md#who-pays). Staff pay nothing.
 * Guests share an account with strangers, so they keep no pages.
 */
export function payerOf(actor: Actor, documentType: string): Payer {
  const { terms, account } = actor;
  const { isStaff, isGuest } = standingOf(actor);
  if (isStaff || !terms) return { funding: 'FREE', chargeMethod: 'DOCUMENT', account: null };
  return {
    funding: fundingOf(terms),
    chargeMethod: documentType === CERTIFICATE ? terms.certificateChargeMethod : terms.imageChargeMethod,
    account: isGuest ? null : account,
  };
}
