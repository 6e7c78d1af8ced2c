import type { FindingReason, ReconciliationClass } from '@portal/proto/rpc/payments';
import type { AttemptState } from '../attempts/attempt.states.js';
import type { MismatchReason } from '../attempts/attempt.rules.js';
import type { TransactionStatus } from '../cards/card-provider.js';
import type { Settlement } from '../attempts/attempt-settler.js';

/** A transaction as the provider's lists, or its answer about one, tell it. */
export interface ProviderLine {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly invoice: string | null;
  /** Cents; of a refund what was given back. */
  readonly settled: bigint;
  readonly submittedAt: Date;
}

export type AuthorizationState = 'AUTHORIZED' | 'CLOSING' | 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'FAILED';

/** What the portal has written down about a payment by card. Cents. */
export interface Booked {
  readonly attemptId: string;
  readonly attemptState: AttemptState;
  readonly transactionId: string | null;
  readonly expected: bigint;
  readonly verifiedAt: Date | null;
  /** Of a preauthorization that was accepted. */
  readonly authorization: {
    readonly state: AuthorizationState;
    readonly authorized: bigint;
    readonly used: bigint;
    readonly captured: bigint;
  } | null;
}

/** What the ledger says about a transaction of its own. */
export interface LedgerSide {
  readonly state: 'CREDITED' | 'HELD' | 'GIVEN_BACK' | AuthorizationState;
  /** Cents that the provider should have taken, or have reserved. */
  readonly amount: bigint;
  /** Cents that are posted to the clearing account. */
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

/** Declined, voided and expired transactions are in the provider's lists too. */
export const isWithoutMoney = (status: TransactionStatus): boolean =>
  status === 'DECLINED' || status === 'VOIDED' || status === 'EXPIRED';

/** The ledger's side of a transaction that a payment of the portal is bound to; undefined when it is bound to another. */
export function ledgerSideOf(booked: Booked, transactionId: string): LedgerSide | undefined {
  if (booked.transactionId !== transactionId) return undefined;
  const { attemptState: state, expected, authorization } = booked;
  if (authorization) return authorizationSide(authorization);
  if (state === 'HELD_FOR_REVIEW') return { state: 'HELD', amount: expected, posted: 0n };
  if (state === 'REFUNDED' || state === 'CHARGED_BACK')
    return { state: 'GIVEN_BACK', amount: expected, posted: expected };
  // a held transaction that was declined in the end stays bound
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

/** Compares a transaction with the ledger's side of the same one. @returns SETTLE when the provider has decided since */
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
 * A transaction that the ledger has not: SETTLE when it may be the payment that somebody was sent for.
 * @param sameInvoice the portal's payment with its invoice number
 * @param surplus cents of that invoice number that wait on the suspense account
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
  INVOICE: 'UNKNOWN_PAYMENT',
  REFERENCE: 'UNKNOWN_PAYMENT',
  NOT_FOUND: 'NOT_VERIFIED',
} as const satisfies Record<MismatchReason, FindingReason>;

/** What it means that `settleAttempt` has not taken a transaction. */
export function reasonOf({ outcome, reason }: Settlement): Reason {
  if (outcome === 'HELD_FOR_REVIEW') return 'UNDER_REVIEW';
  if (outcome === 'DECLINED') return 'NO_MONEY';
  return reason === undefined ? 'NOT_VERIFIED' : refusals[reason];
}

/**
 * Cents that have to stand on the suspense account, so that the clearing account is what the provider has: its money
 * less what the ledger has posted for it. What is on its way (pending, held, failed to settle) changes nothing yet.
 */
export function suspenseOf(
  line: Pick<ProviderLine, 'status' | 'settled'> | undefined,
  side: LedgerSide | undefined,
): bigint {
  const posted = side?.posted ?? 0n;
  if (!line) return -posted;
  const { status, settled } = line;
  if (isTaken(status)) return settled - posted;
  // the closer posts what an answer that was lost has done
  if (side?.state === 'CLOSING') return 0n;
  if (status === 'REFUNDED') return side ? -posted : -settled;
  return isWithoutMoney(status) || status === 'CHARGED_BACK' ? -posted : 0n;
}
