import type { SectionValue } from '@portal/proto/config/sections';
import { fail, ok, type MessageParams, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DepositBounds } from '@portal/proto/rpc/payments';
import { percentOf } from '../prices/card-fee.rules.js';
import { standingOf } from '../payers/standing.rules.js';

type EscrowSection = SectionValue<'escrow'>;

/** True if the actor's account pays from escrow and the county takes cards for deposits. */
export const mayDeposit = (actor: Actor, escrow: EscrowSection): boolean =>
  standingOf(actor).isMember &&
  actor.account !== null &&
  actor.terms?.paymentMethod === 'ESCROW' &&
  escrow.reloadByCreditCard;

/** Returns the surcharge on a deposit in cents (A8-06, A8-07). */
export function surchargeOf(escrow: EscrowSection, cents: bigint): bigint {
  if (!escrow.applySurcharge || cents === 0n) return 0n;
  return escrow.creditCardSurchargeMethod === 'percent'
    ? percentOf(cents, BigInt(escrow.creditCardSurchargePercent))
    : BigInt(escrow.creditCardSurcharge);
}

/** Returns the largest allowed deposit in cents; null when the county sets no upper bound. */
const largestDeposit = ({ maxReloadAmount }: EscrowSection): number | null =>
  maxReloadAmount === 0 ? null : maxReloadAmount;

/** Returns what the windows show before an amount is typed: the smallest and the largest deposit, and the surcharge. */
export const boundsOf = (escrow: EscrowSection): DepositBounds => {
  const { applySurcharge, creditCardSurchargeMethod: method } = escrow;
  const rate = method === 'percent' ? escrow.creditCardSurchargePercent : escrow.creditCardSurcharge;
  return {
    min: escrow.minReloadAmount,
    max: largestDeposit(escrow),
    surchargeMethod: applySurcharge ? method : null,
    surchargeRate: applySurcharge ? rate : 0,
  };
};

export type AmountError = 'AMOUNT_NOT_POSITIVE' | 'AMOUNT_TOO_SMALL' | 'AMOUNT_TOO_LARGE';

const dollars = (cents: number): MessageParams[string] => `$${(cents / 100).toFixed(2)}`;

/**
 * Checks an amount against both bounds, which are inclusive (A8-02 to A8-04).
 * @returns cents
 */
export function checkAmount(escrow: EscrowSection, cents: number): Result<bigint, AmountError> {
  if (cents <= 0) return fail('AMOUNT_NOT_POSITIVE');
  if (cents < escrow.minReloadAmount)
    return fail('AMOUNT_TOO_SMALL', { min: dollars(escrow.minReloadAmount) });
  const largest = largestDeposit(escrow);
  if (largest !== null && cents > largest) return fail('AMOUNT_TOO_LARGE', { max: dollars(largest) });
  return ok(BigInt(cents));
}
