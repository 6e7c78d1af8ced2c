import { isStaff, type ChargeMethod } from '@portal/proto/roles';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import type { Funding } from '@portal/proto/rpc/payments';

/** Who pays for a document's images, and how it is counted. */
export interface Payer {
  readonly funding: Funding;
  readonly chargeMethod: ChargeMethod;
  /** Account that is charged and keeps the pages; null for staff and guests, who keep none. */
  readonly account: string | null;
}

const CERTIFICATE = 'C';

function fundingOf({ accountType, paymentMethod }: AccountTerms): Funding {
  return accountType === 'FLAT_FEE' ? 'FLAT_FEE' : paymentMethod;
}

/**
 * The payer of an order, from the signed terms of the actor (payments/DESIGN.md#who-pays). Staff pays nothing;
 * a guest shares its account with strangers, so pages that one of them paid do not become the others'.
 */
export function payerOf(actor: Actor, documentType: string): Payer {
  const { role, terms, account } = actor;
  const staff = role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);
  if (staff || !terms) return { funding: 'FREE', chargeMethod: 'DOCUMENT', account: null };
  return {
    funding: fundingOf(terms),
    chargeMethod: documentType === CERTIFICATE ? terms.certificateChargeMethod : terms.imageChargeMethod,
    account: role === 'GUEST' ? null : account,
  };
}

export type ImageAccess = 'DOWNLOAD' | 'PREVIEW' | 'NONE';

/** What the actor may do with the images of a document; certificates have rights of their own. */
export function imageAccess({ role, terms }: Actor, documentType: string): ImageAccess {
  if (role === 'SYSTEM' || role === 'ANONYMOUS') return 'NONE';
  if (isStaff(role)) return 'DOWNLOAD';
  if (!terms) return 'NONE';
  const certificate = documentType === CERTIFICATE;
  if (certificate ? terms.certificateRetrieval : terms.imageRetrieval) return 'DOWNLOAD';
  return (certificate ? terms.certificatePreviewRetrieval : terms.previewRetrieval) ? 'PREVIEW' : 'NONE';
}
