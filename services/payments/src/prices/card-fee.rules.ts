import type { SectionValue } from '@portal/proto/config/sections';

/** The county's fee on every card payment; `rate` is cents, or basis points of the price. */
export interface CardFee {
  readonly kind: 'surcharge' | 'serviceFee';
  readonly method: 'dollars' | 'percent';
  readonly rate: number;
}

/** Returns the fee that the page Credit Card Extra sets (C3-23); undefined when the county charges no fee. */
export function cardFeeOf(extra: SectionValue<'creditCardExtra'>): CardFee | undefined {
  if (!extra.applySurcharge) return undefined;
  const { feeKind: kind, surchargeMethod: method } = extra;
  return { kind, method, rate: method === 'percent' ? extra.surchargePercent : extra.surcharge };
}

/**
 * Computes a percentage of an amount in cents; half a cent rounds up (L2).
 * @param cents the amount
 */
export const percentOf = (cents: bigint, basisPoints: bigint): bigint =>
  (cents * basisPoints + 5_000n) / 10_000n;

/** Computes the fee for paying a price by card, in cents; a price of zero has no fee. */
export function cardFeeOn(fee: CardFee | undefined, price: number): number {
  if (!fee || price === 0) return 0;
  return fee.method === 'percent' ? Number(percentOf(BigInt(price), BigInt(fee.rate))) : fee.rate;
}
