import type { CardMode, TransactionStatus } from '../card-provider.js';

/** The portal's status for each value of the provider's `transactionStatusEnum` that concerns money. */
const statuses: Readonly<Record<string, TransactionStatus>> = {
  authorizedPendingCapture: 'AUTHORIZED',
  capturedPendingSettlement: 'CAPTURED',
  settledSuccessfully: 'SETTLED',
  FDSPendingReview: 'HELD',
  FDSAuthorizedPendingReview: 'HELD',
  underReview: 'HELD',
  authorizedPendingRelease: 'HELD',
  declined: 'DECLINED',
  failedReview: 'DECLINED',
  voided: 'VOIDED',
  expired: 'EXPIRED',
  refundPendingSettlement: 'REFUNDED',
  refundSettledSuccessfully: 'REFUNDED',
  chargeback: 'CHARGED_BACK',
  returnedItem: 'CHARGED_BACK',
  // all other statuses (approvedReview, chargebackReversal, communicationError, couldNotVoid, generalError,
  // pendingSettlement, pendingFinalSettlement, settlementError, updatingSettlement) mean that there is no money to
  // credit
};

export const statusOf = (transactionStatus: string): TransactionStatus =>
  Object.hasOwn(statuses, transactionStatus) ? (statuses[transactionStatus] ?? 'OTHER') : 'OTHER';

/** Returns whether the customer was asked for an authorization or for a payment. A capture does not change the type. */
export function modeOf(transactionType: string): CardMode | 'OTHER' {
  if (transactionType === 'authOnlyTransaction') return 'AUTH';
  return transactionType === 'authCaptureTransaction' ? 'SALE' : 'OTHER';
}
