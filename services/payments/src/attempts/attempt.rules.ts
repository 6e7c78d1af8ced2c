import type { ProviderTransaction } from '../cards/card-provider.js';
import { CLOCKS_DIFFER_MS, GRACE_MS } from './attempt.states.js';
import type { Attempt } from './attempt.repository.js';

/** Why a transaction is refused. CLOSED: the account was deleted. */
export const mismatchReasons = [
  'NOT_FOUND',
  'INVOICE',
  'REFERENCE',
  'MODE',
  'AMOUNT',
  'TIME',
  'STATUS',
  'CLOSED',
] as const;
export type MismatchReason = (typeof mismatchReasons)[number];

/** What a transaction means for an attempt. WAIT: nothing is decided yet. */
export type Verdict =
  | { readonly kind: 'GOOD' }
  | { readonly kind: 'HELD' }
  | { readonly kind: 'DECLINED' }
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'MISMATCH'; readonly reason: MismatchReason };

const mismatch = (reason: MismatchReason): Verdict => ({ kind: 'MISMATCH', reason });

type Asked = Pick<Attempt, 'refId' | 'mode' | 'expected' | 'createdAt' | 'tokenExpiresAt'>;

/**
 * Applies rules 4 to 7 of payments/DESIGN.md#card-payments to a transaction that the provider itself returned. The
 * merchant needs no check here, because the provider was asked with the keys of the attempt's merchant. Only GOOD may
 * be credited.
 */
export function judge(attempt: Asked, transaction: ProviderTransaction | undefined): Verdict {
  if (!transaction) return mismatch('NOT_FOUND');
  if (transaction.invoice !== attempt.refId) return mismatch('INVOICE');
  if (transaction.requestRef !== null && transaction.requestRef !== attempt.refId)
    return mismatch('REFERENCE');
  const { status, approved } = transaction;
  if (status === 'DECLINED' || status === 'VOIDED' || status === 'EXPIRED') return { kind: 'DECLINED' };
  if (transaction.mode !== attempt.mode) return mismatch('MODE');
  if (transaction.authorized !== attempt.expected) return mismatch('AMOUNT');
  if (!isInTime(attempt, transaction.submittedAt)) return mismatch('TIME');
  if (status === 'HELD') return { kind: 'HELD' };
  if (status === 'OTHER') return { kind: 'WAIT' };
  return approved && isMoney(attempt, transaction) ? { kind: 'GOOD' } : mismatch('STATUS');
}

const isInTime = ({ createdAt, tokenExpiresAt }: Asked, at: Date): boolean =>
  at.getTime() >= createdAt.getTime() - CLOCKS_DIFFER_MS &&
  at.getTime() <= tokenExpiresAt.getTime() + GRACE_MS;

function isMoney({ mode, expected }: Asked, { status, settling }: ProviderTransaction): boolean {
  if (mode === 'AUTH') return status === 'AUTHORIZED';
  return (status === 'CAPTURED' || status === 'SETTLED') && settling === expected;
}

/**
 * True for a transaction id in the provider's form. The provider's test mode uses the id `0`, which is refused
 * (payments/DESIGN.md#card-payments rule 2).
 */
export const isTransactionId = (text: string): boolean => /^[1-9][0-9]{0,31}$/.test(text);
