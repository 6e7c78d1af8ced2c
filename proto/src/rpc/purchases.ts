import * as z from 'zod/mini';
import { asset, funding } from './balance.js';
import { rpc } from './contract.js';

/** The kinds of purchases: images of a document, money for escrow, a bundle of images. */
export const purchaseKind = z.enum(['ORDER', 'DEPOSIT', 'BUNDLE']);
export type PurchaseKind = z.infer<typeof purchaseKind>;

export const purchase = z.object({
  kind: purchaseKind,
  id: z.uuid(),
  at: z.iso.datetime(),
  userId: z.string(),
  /** The document of an order. */
  document: z.nullable(
    z.object({ documentKey: z.string(), displayDocNumber: z.string(), instrumentDescription: z.string() }),
  ),
  /** The delivered pages. */
  pages: z.array(z.int()),
  /** The delivered pages that the account had bought before this purchase. */
  alreadyPurchased: z.array(z.int()),
  /**
   * The number of images in a bundle; null if the bundle is unlimited until the end of its month, and for other kinds
   * of purchases.
   */
  images: z.nullable(z.int()),
  funding,
  asset,
  /** The charge without the surcharge, in cents or in images of a bundle, depending on `asset`. */
  charged: z.int(),
  /** The surcharge on the card, in cents. */
  surcharge: z.int(),
  /** The provider's transaction number of a deposit. */
  cardTransaction: z.nullable(z.string()),
  /** The guid of an order, for calls about its PDF and its client reference; null for other kinds of purchases. */
  imageStateGuid: z.nullable(z.uuid()),
  clientReference: z.string(),
});
export type Purchase = z.infer<typeof purchase>;

export const purchasesAtOnce = 25;

/**
 * The actor's purchases, newest first. An ACCOUNT user sees those of the account, a guest those of the session.
 * `reference` (any case) returns only orders with this reference. Staff buy nothing, so their list is empty.
 */
export const listPurchases = rpc('payments.list-purchases.v1', {
  inView: 'READS',
  input: z.object({
    page: z.int().check(z.minimum(1), z.maximum(100_000)),
    reference: z.nullable(z.string().check(z.maxLength(60))),
  }),
  output: z.object({ total: z.int(), purchases: z.array(purchase) }),
  errors: [],
});

/** One purchase with the data of its receipt. */
export const getPurchase = rpc('payments.get-purchase.v1', {
  input: z.object({ kind: purchaseKind, id: z.uuid() }),
  output: purchase,
  errors: ['ORDER_NOT_FOUND'],
  callers: ['reports'],
});

/**
 * Sets the client for whom an order is bought, before or after payment; '' removes the client. ORDER_NOT_FOUND: the
 * order belongs to another user. An account's administrator can set the client of any order of the account.
 */
export const setClientReference = rpc('payments.set-client-reference.v1', {
  input: z.object({ imageStateGuid: z.uuid(), clientReference: z.string().check(z.maxLength(60)) }),
  output: z.object({ clientReference: z.string() }),
  errors: ['ORDER_NOT_FOUND'],
  lane: 'must',
});

const spending = z.object({
  /** '' for orders without a reference. */
  reference: z.string(),
  orders: z.int(),
  pages: z.int(),
  /** Cents. */
  charged: z.int(),
  /** Images of bundles. */
  images: z.int(),
});
export type Spending = z.infer<typeof spending>;

/** What images cost, by client reference, and what searches cost, between two days of the county, both included. */
export const listSpending = rpc('payments.list-spending.v1', {
  inView: 'READS',
  input: z.object({ from: z.iso.date(), to: z.iso.date() }),
  output: z.object({
    spending: z.array(spending),
    searches: z.object({ count: z.int(), charged: z.int() }),
  }),
  errors: [],
  deadlineMs: 5_000,
  callers: ['gateway', 'reports'],
});

export const lastPurchasesShown = 5;

/** The newest purchases of an account of the county, for staff alone; for anybody else the answer is NOT_FOUND. */
export const listAccountPurchases = rpc('payments.list-account-purchases.v1', {
  reads: true,
  input: z.object({ account: z.uuid() }),
  output: z.object({ purchases: z.array(purchase) }),
  errors: ['NOT_FOUND'],
});

/**
 * For staff only, like `listAccountPurchases`: whether the county has sold images of a document, and whether it has
 * keys of a card merchant. The keys are not sent.
 */
export const getSalesSetup = rpc('payments.get-sales-setup.v1', {
  reads: true,
  input: z.object({}),
  output: z.object({ hasSold: z.boolean(), hasCardKeys: z.boolean() }),
  errors: ['NOT_FOUND'],
});

export const purchaseContracts = [
  listPurchases,
  getPurchase,
  setClientReference,
  listSpending,
  listAccountPurchases,
  getSalesSetup,
] as const;
