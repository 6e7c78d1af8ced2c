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

/**
 * Returns the lines of an escrow deposit that was paid by card. The card was charged the deposit and the surcharge;
 * both are in cents, and the surcharge may be 0.
 */
export const depositLines = (account: string, deposit: bigint, surcharge: bigint): Line[] => [
  usd('cash_clearing', -(deposit + surcharge)),
  { account: escrowOf(account), amount: deposit },
  ...(surcharge === 0n ? [] : [usd('revenue_surcharge', surcharge)]),
];

/**
 * Returns the lines of a purchase that is paid from a card authorization. The capture of the authorization clears the
 * receivable later.
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

/** Returns the lines for the capture of an authorization; each authorization is captured at most once. */
export const captureLines = (authorization: string, amount: bigint): Line[] => [
  usd('cash_clearing', -amount),
  { account: receivableOf(authorization), amount },
];

/**
 * Returns the lines that post a difference between provider and ledger to the suspense account. The amount is above
 * zero when the provider has more than the ledger has posted.
 */
export const suspenseLines = (amount: bigint): Line[] => [
  usd('cash_clearing', -amount),
  usd('suspense', amount),
];

/** Returns the lines of a search or a details view that an account pays for from escrow or by invoice. */
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

/** Returns the lines of a flat-fee bundle; one entry has both the money and the images. */
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

/** Returns the lines of an account's monthly fee. The amount is in cents, above 0. */
export const monthlyFeeLines = (funding: 'ESCROW' | 'INVOICE', account: string, fee: bigint): Line[] => [
  { account: funding === 'ESCROW' ? escrowOf(account) : invoicesOf(account), amount: -fee },
  usd('revenue_monthly', fee),
];
