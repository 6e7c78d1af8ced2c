import * as z from 'zod/mini';
import { searchType } from '../http/search-types.js';
import { balance } from './balance.js';
import { rpc } from './contract.js';

/**
 * Cents. The schema accepts negative amounts, so that the caller gets the error message of the specification instead of
 * a parse error.
 */
const typedCents = z.int().check(z.minimum(-100_000_000), z.maximum(100_000_000));

export const communicator = z.object({
  /**
   * Our page that the provider's frame embeds (web/DESIGN.md#payment-frame); an absolute URL that the gateway builds
   * from the county's origin.
   */
  communicatorUrl: z.url().check(z.maxLength(500)),
});

/**
 * Data for the browser's card frame: a hidden form posts `token` to `formAction`, and the answer appears in the frame.
 */
export const cardSession = z.object({
  attemptId: z.uuid(),
  token: z.string(),
  formAction: z.string(),
  frameOrigin: z.string(),
  expiresAt: z.iso.datetime(),
  /** The credited or authorized amount, in cents. */
  amount: z.int(),
  /** The surcharge, in cents. */
  surcharge: z.int(),
  /** Amount and surcharge together, in cents. */
  total: z.int(),
});
export type CardSession = z.infer<typeof cardSession>;

/** A county's terms for escrow deposits by card, in cents; `max` is null without an upper bound. */
export const depositBounds = z.object({
  min: z.int(),
  max: z.nullable(z.int()),
  surchargeMethod: z.nullable(z.enum(['dollars', 'percent'])),
  /** Cents if the method is `dollars`, basis points if it is `percent`; 0 without a surcharge. */
  surchargeRate: z.int(),
});
export type DepositBounds = z.infer<typeof depositBounds>;

/** The terms of one deposit; amounts in cents. */
const depositTerms = z.extend(depositBounds, {
  amount: z.int(),
  surcharge: z.int(),
  total: z.int(),
  beginning: z.int(),
  ending: z.int(),
});
export type DepositTerms = z.infer<typeof depositTerms>;

const amountErrors = ['AMOUNT_NOT_POSITIVE', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'] as const;
export const openErrors = ['CARD_NOT_OFFERED', 'CARD_PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const;

/** Bounds, surcharge and balances of an escrow deposit. `amount` 0 requests only the bounds. Charges nothing. */
export const quoteDeposit = rpc('payments.quote-deposit.v1', {
  input: z.object({ amount: typedCents }),
  output: depositTerms,
  errors: ['CARD_NOT_OFFERED'],
  lane: 'must',
});

/**
 * A8-09: returns a token for the card frame. Only this command sets amount, surcharge and purpose
 * (payments/DESIGN.md#card-payments rule 10).
 */
export const openDeposit = rpc('payments.open-deposit.v1', {
  input: z.extend(communicator, { amount: typedCents }),
  output: cardSession,
  errors: [...amountErrors, ...openErrors],
  lane: 'must',
  deadlineMs: 20_000,
});

/** A11-27: returns a token to preauthorize the county's `maxAmount`. */
export const openPreauthorization = rpc('payments.open-preauthorization.v1', {
  input: communicator,
  output: cardSession,
  errors: openErrors,
  lane: 'must',
  deadlineMs: 20_000,
});

const paymentOutcome = z.enum([
  'CREDITED',
  'AUTHORIZED',
  'DECLINED',
  'HELD_FOR_REVIEW',
  'REFUSED',
  'PENDING',
]);
export type PaymentOutcome = z.infer<typeof paymentOutcome>;

/**
 * Reports that the browser's frame has finished (A8-17, A11-28). The report is only a hint: the payments service asks
 * the card provider, whose answer counts. An `attemptId` of null means the newest attempt of this purpose in the
 * caller's session. REFUSED: the transaction does not belong to this attempt. PENDING: the provider does not answer,
 * and the sweeper asks again.
 */
export const reportPayment = rpc('payments.report-payment.v1', {
  input: z.object({
    attemptId: z.nullable(z.uuid()),
    purpose: z.enum(['DEPOSIT', 'PREAUTH', 'EFILE']),
    transId: z.string().check(z.maxLength(64)),
  }),
  output: z.object({ outcome: paymentOutcome, balance: z.nullable(balance) }),
  errors: ['PAYMENT_NOT_FOUND'],
  lane: 'must',
  deadlineMs: 20_000,
});

/** The number of base64 characters that encode 64 KB. */
const RAW_LENGTH = Math.ceil((64 * 1024) / 3) * 4;

/**
 * A notification of the provider for the actor's county (payments/DESIGN.md#notifications). The signature is checked
 * over the raw bytes before they are parsed, and the answer follows once the notification is stored. A repetition has
 * no effect.
 */
export const receiveWebhook = rpc('payments.receive-webhook.v1', {
  input: z.object({
    /** Base64 of the received body, at most 64 KB. */
    raw: z.string().check(z.maxLength(RAW_LENGTH)),
    /** Every `X-ANET-Signature` header; exactly one is accepted. */
    signatures: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(10)),
  }),
  output: z.object({}),
  errors: ['WEBHOOK_NOT_SIGNED', 'WEBHOOK_NOT_CONFIGURED', 'INVALID_INPUT'],
  lane: 'must',
  deadlineMs: 5_000,
});

/**
 * A session's card authorization in cents: the authorized amount, the part that was used, and the part that remains.
 */
const cardAuthorization = z.object({ authorized: z.int(), used: z.int(), remaining: z.int() });

export const getCardAuthorization = rpc('payments.get-card-authorization.v1', {
  input: z.object({}),
  output: z.object({
    /** The amount that the county preauthorizes at a time (B9-10); 0 when the county offers no preauthorization. */
    maxAmount: z.int(),
    surchargeMessage: z.string(),
    authorization: z.nullable(cardAuthorization),
  }),
  errors: [],
  lane: 'must',
});

/**
 * Charges a search that has found something, or a view of details (payments/DESIGN.md#searches-and-details). `key`
 * identifies the session and the search. Batches, page turns and repetitions have the same key, so they are charged
 * once. The price is the county's, not the caller's.
 */
export const chargeSearch = rpc('payments.charge-search.v1', {
  input: z.object({
    item: z.union([searchType, z.literal('documentDetails'), z.literal('taxLienDetails')]),
    key: z.string().check(z.minLength(8), z.maxLength(200)),
  }),
  output: z.object({
    outcome: z.enum(['CHARGED', 'FREE', 'INSUFFICIENT_FUNDS', 'PAYMENT_NEEDED', 'PAYMENT_NEEDED_AGAIN']),
    /** Cents. */
    price: z.int(),
  }),
  errors: [],
  lane: 'must',
  callers: ['search'],
});

const addOnReference = z.object({ imageStateGuid: z.uuid() });
export const addOnOption = z.object({
  value: z.string(),
  /** Images of the bundle; null if unlimited until the end of the month. */
  images: z.nullable(z.int()),
  /** Cents. */
  cost: z.int(),
});

/**
 * A11-01: the county's flat-fee bundles. The list has a guid of its own. `cancelImageState` cancels this guid like the
 * guid of an order.
 */
export const listAddOns = rpc('payments.list-add-ons.v1', {
  input: z.object({}),
  output: z.object({ imageStateGuid: z.string(), options: z.array(addOnOption) }),
  errors: ['ADD_ON_NOT_OFFERED'],
  lane: 'must',
});

export const addOnConfirmation = z.object({
  option: addOnOption,
  funding: z.enum(['ESCROW', 'INVOICE']),
  /** The image balance before and after the purchase; a balance is null while images are unlimited. */
  images: z.object({ beginning: z.nullable(z.int()), ending: z.nullable(z.int()) }),
  /** The escrow balance before and after the purchase, in cents; null for an account that pays by invoice. */
  escrow: z.nullable(z.object({ beginning: z.int(), ending: z.int() })),
  insufficient: z.boolean(),
});
export type AddOnConfirmation = z.infer<typeof addOnConfirmation>;

/** A11-06: sets the option and the price for the list's guid. ADD_ON_WITHDRAWN: the option is no longer offered. */
export const confirmAddOn = rpc('payments.confirm-add-on.v1', {
  input: z.extend(addOnReference, { option: z.string().check(z.maxLength(20)) }),
  output: addOnConfirmation,
  errors: ['ADD_ON_NOT_OFFERED', 'ADD_ON_NOT_FOUND', 'ADD_ON_WITHDRAWN'],
  lane: 'must',
});

/** A11-16: buys the confirmed bundle. A repetition returns the same answer and posts nothing. */
export const buyAddOn = rpc('payments.buy-add-on.v1', {
  input: addOnReference,
  output: z.object({ images: balance }),
  errors: ['ADD_ON_NOT_FOUND', 'ADD_ON_NOT_CONFIRMED', 'INSUFFICIENT_FUNDS'],
  lane: 'must',
});

export const cardContracts = [
  quoteDeposit,
  openDeposit,
  openPreauthorization,
  reportPayment,
  receiveWebhook,
  getCardAuthorization,
  chargeSearch,
  listAddOns,
  confirmAddOn,
  buyAddOn,
] as const;
