import * as z from 'zod/mini';
import { asset, funding } from './balance.js';
import { rpc } from './contract.js';

/** What somebody paid for: images of a document, money for escrow, a bundle of images. */
export const purchaseKind = z.enum(['ORDER', 'DEPOSIT', 'BUNDLE']);
export type PurchaseKind = z.infer<typeof purchaseKind>;

export const purchase = z.object({
  kind: purchaseKind,
  id: z.uuid(),
  at: z.iso.datetime(),
  userId: z.string(),
  /** Of an order. */
  document: z.nullable(
    z.object({ documentKey: z.string(), displayDocNumber: z.string(), instrumentDescription: z.string() }),
  ),
  /** Pages that were delivered, and those of them that the account had before. */
  pages: z.array(z.int()),
  alreadyPurchased: z.array(z.int()),
  /** Images of a bundle; null for one without an end until its month is over, and for other kinds. */
  images: z.nullable(z.int()),
  funding,
  asset,
  /** Cents, or images of a bundle, by `asset`; without the surcharge. */
  charged: z.int(),
  /** Cents that the card was charged on top. */
  surcharge: z.int(),
  /** The provider's number of a deposit's payment. */
  cardTransaction: z.nullable(z.string()),
  /** Fetches the PDF again and names the order for its reference; null for other kinds. */
  imageStateGuid: z.nullable(z.uuid()),
  clientReference: z.string(),
});
export type Purchase = z.infer<typeof purchase>;

export const purchasesAtOnce = 25;

/**
 * What the actor has paid for, newest first; an ACCOUNT sees those of its account, a guest those of the session.
 * `reference` (any case) shows its orders only. Staff pays nothing and has none.
 */
export const listPurchases = rpc('payments.list-purchases.v1', {
  input: z.object({
    page: z.int().check(z.minimum(1), z.maximum(100_000)),
    reference: z.nullable(z.string().check(z.maxLength(60))),
  }),
  output: z.object({ total: z.int(), purchases: z.array(purchase) }),
  errors: [],
});

/** One of them, with what its receipt says. */
export const getPurchase = rpc('payments.get-purchase.v1', {
  input: z.object({ kind: purchaseKind, id: z.uuid() }),
  output: purchase,
  errors: ['ORDER_NOT_FOUND'],
  callers: ['reports'],
});

/**
 * Names an order for the client it was bought for, at the order or later; '' takes the reference away. Another user's
 * order is not there, but for the account's administrator, who names what the account has paid.
 */
export const setClientReference = rpc('payments.set-client-reference.v1', {
  input: z.object({ imageStateGuid: z.uuid(), clientReference: z.string().check(z.maxLength(60)) }),
  output: z.object({ clientReference: z.string() }),
  errors: ['ORDER_NOT_FOUND'],
  lane: 'must',
});

const spending = z.object({
  /** '' for what has none. */
  reference: z.string(),
  orders: z.int(),
  pages: z.int(),
  /** Cents. */
  charged: z.int(),
  /** Images of bundles. */
  images: z.int(),
});
export type Spending = z.infer<typeof spending>;

/** What was paid for images by client reference, and for searches, between two days of the county, both included. */
export const listSpending = rpc('payments.list-spending.v1', {
  input: z.object({ from: z.iso.date(), to: z.iso.date() }),
  output: z.object({
    spending: z.array(spending),
    searches: z.object({ count: z.int(), charged: z.int() }),
  }),
  errors: [],
  deadlineMs: 5_000,
  callers: ['gateway', 'reports'],
});

export const purchaseContracts = [listPurchases, getPurchase, setClientReference, listSpending] as const;
