import type { FindingReason, ReconciliationClass } from '@portal/proto/rpc/payments';
import type { AttemptState } from '../attempts/attempt.states.js';
import type { MismatchReason } from '../attempts/attempt.rules.js';
import type { TransactionStatus } from '../cards/card-provider.js';
import type { Settlement } from '../attempts/attempt-settler.js';

/** A transaction from the provider's lists, or from the answer to a query about it. */
export interface ProviderLine {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly invoice: string | null;
  /** Cents; for a refund the refunded amount. */
  readonly settled: bigint;
  readonly submittedAt: Date;
  /** For a refund, the id of the refunded payment. Only the answer to a query has this id; the lists do not. */
  readonly refundOf?: string | null;
}

export type AuthorizationState = 'AUTHORIZED' | 'CLOSING' | 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'FAILED';

/** The portal's record of a card payment. All amounts are in cents. */
export interface Booked {
  readonly attemptId: string;
  readonly attemptState: AttemptState;
  readonly transactionId: string | null;
  readonly expected: bigint;
  readonly verifiedAt: Date | null;
  /** The card authorization that the payment opened; null if it opened none. */
  readonly authorization: {
    readonly state: AuthorizationState;
    readonly authorized: bigint;
    readonly used: bigint;
    readonly captured: bigint;
  } | null;
}

/** The ledger's record of a transaction. */
export interface LedgerSide {
  readonly state: 'CREDITED' | 'HELD' | 'GIVEN_BACK' | AuthorizationState;
  /** Cents that the provider should have taken or reserved. */
  readonly amount: bigint;
  /** Cents posted to the clearing account. */
  readonly posted: bigint;
}

export type MatchedReason = 'AGREES' | 'NO_MONEY' | 'UNDER_REVIEW' | 'UNDER_WAY' | 'GIVEN_BACK';
export type Reason = FindingReason | MatchedReason;

const classes = {
  AGREES: 'MATCHED',
  NO_MONEY: 'MATCHED',
  UNDER_REVIEW: 'MATCHED',
  UNDER_WAY: 'MATCHED',
  GIVEN_BACK: 'MATCHED',
  UNKNOWN_PAYMENT: 'PROVIDER_ONLY',
  TOO_LATE: 'PROVIDER_ONLY',
  NOT_VERIFIED: 'PROVIDER_ONLY',
  NOT_AT_PROVIDER: 'LEDGER_ONLY',
  WRONG_AMOUNT: 'AMOUNT_DIFF',
  WRONG_KIND: 'STATUS_DIFF',
  NOT_TAKEN: 'STATUS_DIFF',
  NOT_SETTLED: 'STATUS_DIFF',
  NOT_CLOSED: 'STATUS_DIFF',
  REFUNDED: 'STATUS_DIFF',
  CHARGED_BACK: 'STATUS_DIFF',
  SECOND_PAYMENT: 'DUPLICATE',
} as const satisfies Record<Reason, ReconciliationClass>;

export const classOf = (reason: Reason): ReconciliationClass => classes[reason];
export const isMatched = (reason: Reason): reason is MatchedReason => classes[reason] === 'MATCHED';

const isTaken = (status: TransactionStatus): boolean => status === 'CAPTURED' || status === 'SETTLED';

/** True for a transaction that took no money; the provider's lists contain such transactions too. */
export const isWithoutMoney = (status: TransactionStatus): boolean =>
  status === 'DECLINED' || status === 'VOIDED' || status === 'EXPIRED';

/**
 * Makes the ledger's record of a transaction from a payment of the portal. Returns undefined when the payment belongs
 * to another transaction or when the ledger has no money for it.
 */
export function ledgerSideOf(booked: Booked, transactionId: string): LedgerSide | undefined {
  if (booked.transactionId !== transactionId) return undefined;
  const { attemptState: state, expected, authorization } = booked;
  if (authorization) return authorizationSide(authorization);
  if (state === 'HELD_FOR_REVIEW') return { state: 'HELD', amount: expected, posted: 0n };
  // the portal itself refunded the payment and posted the refund
  if (state === 'REFUNDED') return { state: 'GIVEN_BACK', amount: expected, posted: 0n };
  if (state === 'CHARGED_BACK') return { state: 'GIVEN_BACK', amount: expected, posted: expected };
  // a held transaction that was finally declined stays bound to its attempt, but the ledger has no money for it
  return state === 'DECLINED' || state === 'MISMATCH'
    ? undefined
    : { state: 'CREDITED', amount: expected, posted: expected };
}

function authorizationSide({
  state,
  authorized,
  used,
  captured,
}: NonNullable<Booked['authorization']>): LedgerSide {
  if (state === 'CAPTURED') return { state, amount: captured, posted: captured };
  if (state === 'AUTHORIZED') return { state, amount: authorized, posted: 0n };
  return { state, amount: state === 'CLOSING' || state === 'FAILED' ? used : 0n, posted: 0n };
}

/**
 * Returns the ledger's record of a refund that the portal itself requested (payments/DESIGN.md#filings); undefined for
 * every other transaction.
 * @param sameInvoice the portal's payment with the transaction's invoice number
 * @param before.counted cents of this transaction that an earlier comparison counted as given back
 * @param before.undone cents of other refunds by the portal that the provider has voided. If this is above 0, the
 * office has made this transaction to replace a voided refund, so it is not a refund by the portal.
 */
export function refundSideOf(
  { id, status, settled, refundOf }: ProviderLine,
  sameInvoice: Booked | undefined,
  { counted, undone }: { counted: bigint; undone: bigint },
): LedgerSide | undefined {
  if (sameInvoice?.attemptState !== 'REFUNDED' || id === sameInvoice.transactionId) return undefined;
  // the ledger has the refund, although the provider has voided it or could not settle it
  if (status !== 'REFUNDED')
    return counted > 0n ? { state: 'GIVEN_BACK', amount: counted, posted: -counted } : undefined;
  const isOurs = refundOf != null && refundOf === sameInvoice.transactionId && undone === 0n;
  return isOurs ? { state: 'GIVEN_BACK', amount: settled, posted: 0n } : undefined;
}

/** Compares a refund that the portal requested with the ledger's record of it. */
export function compareRefund({ status }: ProviderLine): Reason {
  if (status === 'REFUNDED') return 'GIVEN_BACK';
  return status === 'HELD' ? 'UNDER_REVIEW' : 'NOT_SETTLED';
}

/**
 * Compares a transaction with the ledger's record of it.
 * @returns SETTLE when the provider has meanwhile decided about a held payment
 */
export function compare(line: ProviderLine, side: LedgerSide): Reason | 'SETTLE' {
  const { status } = line;
  switch (side.state) {
    case 'CREDITED':
    case 'CAPTURED':
      return compareMoney(line, side);
    case 'AUTHORIZED':
      if (status !== 'AUTHORIZED') return 'NOT_CLOSED';
      return line.settled === side.amount ? 'AGREES' : 'WRONG_AMOUNT';
    case 'CLOSING':
      return isTaken(status) && line.settled !== side.amount ? 'WRONG_AMOUNT' : 'UNDER_WAY';
    case 'VOIDED':
    case 'EXPIRED':
      return isWithoutMoney(status) ? 'NO_MONEY' : 'NOT_CLOSED';
    case 'FAILED':
      return 'NOT_CLOSED';
    case 'GIVEN_BACK':
      return 'AGREES';
    case 'HELD':
      if (status === 'HELD') return 'UNDER_REVIEW';
      return isWithoutMoney(status) ? 'NO_MONEY' : 'SETTLE';
  }
}

function compareMoney({ status, settled }: ProviderLine, { amount }: LedgerSide): Reason {
  if (isTaken(status)) return settled === amount ? 'AGREES' : 'WRONG_AMOUNT';
  if (isWithoutMoney(status)) return 'NOT_TAKEN';
  if (status === 'REFUNDED' || status === 'CHARGED_BACK') return status;
  return status === 'AUTHORIZED' ? 'NOT_CLOSED' : 'NOT_SETTLED';
}

/**
 * Classifies a transaction that the ledger does not have. SETTLE: the transaction may be a payment that the portal
 * requested.
 * @param sameInvoice the portal's payment with the transaction's invoice number
 * @param surplus cents that the suspense account holds for that invoice number
 */
export function judgeUnbound(
  line: ProviderLine,
  sameInvoice: Booked | undefined,
  surplus: bigint,
): Reason | 'SETTLE' {
  const { status, settled } = line;
  if (isWithoutMoney(status)) return 'NO_MONEY';
  if (status === 'REFUNDED') return settled > 0n && surplus >= settled ? 'GIVEN_BACK' : 'REFUNDED';
  if (status === 'CHARGED_BACK') return 'CHARGED_BACK';
  if (!sameInvoice) return status === 'HELD' ? 'NOT_VERIFIED' : 'UNKNOWN_PAYMENT';
  const settledByAnother = sameInvoice.transactionId !== null && sameInvoice.attemptState !== 'DECLINED';
  return settledByAnother ? 'SECOND_PAYMENT' : 'SETTLE';
}

const refusals = {
  AMOUNT: 'WRONG_AMOUNT',
  MODE: 'WRONG_KIND',
  STATUS: 'NOT_SETTLED',
  TIME: 'TOO_LATE',
  CLOSED: 'TOO_LATE',
  INVOICE: 'UNKNOWN_PAYMENT',
  REFERENCE: 'UNKNOWN_PAYMENT',
  NOT_FOUND: 'NOT_VERIFIED',
} as const satisfies Record<MismatchReason, FindingReason>;

/** Returns why `settleAttempt` has not accepted a transaction. */
export function reasonOf({ outcome, reason }: Settlement): Reason {
  if (outcome === 'HELD_FOR_REVIEW') return 'UNDER_REVIEW';
  if (outcome === 'DECLINED') return 'NO_MONEY';
  return reason === undefined ? 'NOT_VERIFIED' : refusals[reason];
}

/**
 * Returns the amount in cents that must be on the suspense account so that the clearing account equals the provider's
 * money: the money that the provider has, less the money that the ledger has posted for the transaction. Pending, held
 * and failed transactions do not count yet.
 */
export function suspenseOf(
  line: Pick<ProviderLine, 'status' | 'settled'> | undefined,
  side: LedgerSide | undefined,
): bigint {
  const posted = side?.posted ?? 0n;
  if (!line) return -posted;
  const { status, settled } = line;
  // the refund of a settled payment is another transaction, so the provider still reports the payment as taken
  if (isTaken(status)) return settled - (side?.state === 'GIVEN_BACK' ? side.amount : posted);
  // nothing to post: AuthorizationCloser posts the capture, even if the answer to the capture was lost
  if (side?.state === 'CLOSING') return 0n;
  if (status === 'REFUNDED') return side ? -posted : -settled;
  return isWithoutMoney(status) || status === 'CHARGED_BACK' ? -posted : 0n;
}
