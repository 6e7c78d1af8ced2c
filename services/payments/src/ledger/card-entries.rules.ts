import {
  countyAccount,
  escrowOf,
  imagesOf,
  invoicesOf,
  receivableOf,
  type LedgerKind,
} from './ledger-account.js';
import type { Line } from './entry.rules.js';

const usd = (kind: LedgerKind, amount: bigint): Line => ({ account: countyAccount(kind, 'USD'), amount });

/** A verified escrow deposit; the card was charged both amounts. Cents; the surcharge may be 0. */
export const depositLines = (account: string, deposit: bigint, surcharge: bigint): Line[] => [
  usd('cash_clearing', -(deposit + surcharge)),
  { account: escrowOf(account), amount: deposit },
  ...(surcharge === 0n ? [] : [usd('revenue_surcharge', surcharge)]),
];

/**
 * A purchase on a preauthorized card. The capture clears the receivable later.
 * @param fee the part of the amount that is the fee for paying by card, in cents
 */
export const cardPurchaseLines = (
  authorization: string,
  income: LedgerKind,
  amount: bigint,
  fee = 0n,
): Line[] => [
  { account: receivableOf(authorization), amount: -amount },
  usd(income, amount - fee),
  ...(fee === 0n ? [] : [usd('revenue_surcharge', fee)]),
];

/** The lines for the capture of an authorization, which happens only once. */
export const captureLines = (authorization: string, amount: bigint): Line[] => [
  usd('cash_clearing', -amount),
  { account: receivableOf(authorization), amount },
];

/**
 * Posts a difference between provider and ledger to the suspense account. The amount is above zero when the provider
 * has more than the ledger has posted.
 */
export const suspenseLines = (amount: bigint): Line[] => [
  usd('cash_clearing', -amount),
  usd('suspense', amount),
];

/** A search or a details view that an account pays for from escrow or by invoice. */
export const searchLines = (funding: 'ESCROW' | 'INVOICE', account: string, amount: bigint): Line[] => [
  { account: funding === 'ESCROW' ? escrowOf(account) : invoicesOf(account), amount: -amount },
  usd('revenue_search', amount),
];

export interface AddOnPurchase {
  readonly funding: 'ESCROW' | 'INVOICE';
  readonly account: string;
  /** The price in cents; 0 for a free bundle. */
  readonly cost: bigint;
  /** The number of images; null for an unlimited bundle. */
  readonly images: bigint | null;
}

/** A flat-fee bundle: one entry has both the money and the images. */
export const addOnLines = ({ funding, account, cost, images }: AddOnPurchase): Line[] => [
  ...(cost === 0n
    ? []
    : [
        { account: funding === 'ESCROW' ? escrowOf(account) : invoicesOf(account), amount: -cost },
        usd('revenue_bundle', cost),
      ]),
  ...(images === null
    ? []
    : [
        { account: countyAccount('images_issued', 'IMG'), amount: -images },
        { account: imagesOf(account), amount: images },
      ]),
];

/** A month's fee of an account. Cents, above 0. */
export const monthlyFeeLines = (funding: 'ESCROW' | 'INVOICE', account: string, fee: bigint): Line[] => [
  { account: funding === 'ESCROW' ? escrowOf(account) : invoicesOf(account), amount: -fee },
  usd('revenue_monthly', fee),
];
