import * as z from 'zod/mini';
import { downloadRequest, imageStateReference } from '../http/orders.js';
import { accountClosingContracts } from './account-closing.js';
import { accountFundsContracts } from './account-funds.js';
import { asset, balance, funding, type Asset, type Balance, type Funding } from './balance.js';
import { chargeAccountTask } from './account-tasks.js';
import { cardKeysContracts } from './card-keys.js';
import { cashierContracts } from './cashier.js';
import { addOnOption, cardContracts, depositBounds } from './card-payments.js';
import { filingPaymentContracts } from './filing-payments.js';
import { landLinkContracts } from './landlink.js';
import { purchaseContracts } from './purchases.js';
import { reconciliationContracts } from './reconciliation.js';
import { documentDescription } from './search.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';
import { transactionContracts } from './transactions.js';
import { ls1PaymentsContracts } from './ls1-migration.js';
import { unsettledAccountsContracts } from './unsettled-accounts.js';

export { asset, balance, funding, type Asset, type Balance, type Funding };
export * from './account-closing.js';
export * from './account-funds.js';
export * from './card-keys.js';
export * from './card-payments.js';
export * from './cashier.js';
export * from './filing-payments.js';
export * from './landlink.js';
export * from './purchases.js';
export * from './reconciliation.js';
export * from './transactions.js';
export * from './unsettled-accounts.js';

const chargeLine = z.object({
  kind: z.enum(['DOCUMENT', 'FIRST_PAGE', 'ADDITIONAL_PAGES', 'IMAGES', 'SURCHARGE', 'SERVICE_FEE']),
  count: z.int(),
  unit: z.int(),
  total: z.int(),
});

/** A priced order. Amounts are cents or images, depending on `asset`; the gateway makes the texts. */
export const quote = z.object({
  imageStateGuid: z.string(),
  expiresAt: z.iso.datetime(),
  document: documentDescription,
  /** The pages to be delivered, in ascending order. */
  pages: z.array(z.int()),
  /** The pages in `pages` that are free, because the account has bought them before. */
  alreadyPurchased: z.array(z.int()),
  funding,
  asset,
  lines: z.array(chargeLine),
  charge: z.int(),
  beginning: z.nullable(z.int()),
  ending: z.nullable(z.int()),
  unlimited: z.boolean(),
  insufficient: z.boolean(),
  /** The ways in which the payer can get more money or images. A way that is not offered is null. */
  options: z.object({
    flatFee: z.nullable(z.object({ bundles: z.array(addOnOption) })),
    escrow: z.nullable(depositBounds),
    creditCard: z.nullable(z.object({ authorized: z.boolean() })),
  }),
});
export type Quote = z.infer<typeof quote>;

const documentErrors = [
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_SEALED',
  'IMAGES_NOT_ALLOWED',
  'NO_PAGES_SELECTED',
  'NO_SUCH_PAGE',
] as const;

/** Prices the selection and keeps the price for 30 minutes (payments/DESIGN.md#buying-pages step 1). */
export const computeOrder = rpc('payments.compute-order.v1', {
  inView: 'READS',
  input: downloadRequest,
  output: quote,
  errors: documentErrors,
  lane: 'must',
  deadlineMs: 5_000,
});

/**
 * Prices the same selection again after the balance or the rates have changed. ORDER_NOT_FOUND: the guid belongs to
 * another user.
 */
export const recomputeOrder = rpc('payments.recompute-order.v1', {
  input: imageStateReference,
  output: quote,
  errors: [...documentErrors, 'ORDER_NOT_FOUND', 'ORDER_EXPIRED', 'ORDER_CLOSED'],
  lane: 'must',
  deadlineMs: 5_000,
});

export const cancelImageState = rpc('payments.cancel-image-state.v1', {
  input: imageStateReference,
  output: z.object({}),
  errors: ['ORDER_NOT_FOUND', 'ORDER_CLOSED'],
  lane: 'must',
});

/**
 * Pays an order: holds the price, renders the PDF, captures the price (payments/DESIGN.md#buying-pages steps 2-4).
 * Paying a paid order again returns PAID and posts nothing.
 */
export const payOrder = rpc('payments.pay-order.v1', {
  input: imageStateReference,
  output: z.object({ status: z.enum(['PAID', 'INSUFFICIENT_FUNDS']), balance: z.nullable(balance) }),
  errors: [
    'ORDER_NOT_FOUND',
    'ORDER_EXPIRED',
    'ORDER_CLOSED',
    'PRICE_CHANGED',
    'DOCUMENT_SEALED',
    'DOCUMENT_NOT_FOUND',
    'PAGE_IMAGE_MISSING',
    'RENDER_FAILED',
    'IMAGES_NOT_ALLOWED',
  ],
  lane: 'must',
  deadlineMs: 20_000,
});

const download = z.object({
  preview: z.boolean(),
  object: z.nullable(z.object({ objectKey: z.string(), sha256: z.string(), size: z.int() })),
  fileName: z.string(),
});

/**
 * Locates the paid PDF. For users who may only preview, `preview` is true and `object` is null. The command never
 * posts anything. It refuses an order that is not PAID or belongs to another user, and a document that was sealed after
 * the purchase (payments/DESIGN.md#buying-pages step 5).
 */
export const openDownload = rpc('payments.open-download.v1', {
  input: imageStateReference,
  output: download,
  errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'DOCUMENT_SEALED', 'DOWNLOAD_NOT_ALLOWED'],
  lane: 'must',
  deadlineMs: 5_000,
});

/**
 * Writes a paid PDF again when its object is missing or its hash differs. The command refuses the same orders as
 * `openDownload`, and posts nothing.
 */
export const renewDownload = rpc('payments.renew-download.v1', {
  input: imageStateReference,
  output: download,
  errors: [...openDownload.errors, 'PAGE_IMAGE_MISSING', 'RENDER_FAILED'],
  lane: 'must',
  deadlineMs: 25_000,
});

/**
 * The balance of the actor's own account; staff can read the balance of any account. Null when there is nothing to
 * show, as for staff themselves.
 */
export const getBalance = rpc('payments.get-balance.v1', {
  reads: true,
  input: z.object({ account: z.nullable(z.string()) }),
  output: z.nullable(balance),
  errors: ['NOT_FOUND'],
});

/**
 * Lets staff (Flat Fee Usage Override) or the system (the demo's opening balances) set an account's balance. Posts a
 * balanced entry for the difference. `key` identifies the entry: a repeat with the same key changes nothing.
 */
export const overrideBalance = rpc('payments.override-balance.v1', {
  input: z.object({
    key: z.string(),
    account: z.uuid(),
    asset,
    balance: z.int().check(z.minimum(0), z.maximum(100_000_000)),
    reason: z.string(),
  }),
  output: balance,
  errors: ['CONFLICT', 'NOT_FOUND'],
  lane: 'must',
  system: ['launcher'],
});

export const paymentsContracts = [
  computeOrder,
  recomputeOrder,
  cancelImageState,
  payOrder,
  openDownload,
  renewDownload,
  getBalance,
  overrideBalance,
  ...accountClosingContracts,
  ...accountFundsContracts,
  ...unsettledAccountsContracts,
  ...ls1PaymentsContracts,
  ...cardContracts,
  ...transactionContracts,
  ...reconciliationContracts,
  ...purchaseContracts,
  ...cashierContracts,
  ...cardKeysContracts,
  ...landLinkContracts,
  chargeAccountTask,
  ...filingPaymentContracts,
  ...deadFactContractsOf('payments'),
] as const;
