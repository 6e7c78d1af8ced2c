import * as z from 'zod/mini';
import { efileTypeCodes } from '../efile.js';
import { balance } from './balance.js';
import { cardSession, communicator, openErrors } from './card-payments.js';
import { rpc } from './contract.js';

/** How a filing is paid: by the payment method of the account, whatever the account's type; staff pays nothing. */
export const filingFunding = z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD', 'FREE']);
export type FilingFunding = z.infer<typeof filingFunding>;

/** The fee of a filing in cents. `additionalPages` is the fee of all further pages together. */
export const filingCharges = z.object({
  funding: filingFunding,
  firstPage: z.int(),
  additionalPages: z.int(),
  surcharge: z.int(),
  total: z.int(),
  /** True if the payer has less than the fee. */
  insufficient: z.boolean(),
  /** True if this filing corrects an earlier one whose card payment covers the fee. */
  paid: z.optional(z.boolean()),
});
export type FilingCharges = z.infer<typeof filingCharges>;

const filing = z.object({ filing: z.uuid() });
/**
 * The earlier filing that this one replaces, because the office wants a correction. The fee is charged only once for
 * both (payments/DESIGN.md#filings).
 */
const replaces = z._default(z.nullable(z.uuid()), null);

/**
 * Sets the fee of an uploaded document and stores it under the filing's id. A repeat for the same document returns the
 * same fee. Charges nothing.
 */
export const priceFiling = rpc('payments.price-filing.v1', {
  input: z.extend(filing, {
    efileType: z.enum(efileTypeCodes),
    pages: z.int().check(z.minimum(1)),
    replaces,
  }),
  output: filingCharges,
  errors: ['NOT_FOUND'],
  lane: 'must',
  callers: ['imaging'],
});

/**
 * B10-25: returns a token to pay a filing by card. If `filing` is null, the filing that was priced last in the session
 * is paid. The amount is the priced fee; if `amount` is given, it must be equal to this fee.
 */
export const openFilingCard = rpc('payments.open-filing-card.v1', {
  input: z.extend(communicator, { filing: z.nullable(z.uuid()), amount: z.nullable(z.int()) }),
  output: cardSession,
  errors: ['NOT_FOUND', 'PRICE_CHANGED', 'FILING_CLOSED', ...openErrors],
  lane: 'must',
  deadlineMs: 20_000,
});

/**
 * Sets aside the fee of a filing that is being submitted, or takes the fee at once if the county charges at submission
 * (payments/DESIGN.md#filings). A card payment counts only when the provider confirms it. If the filing replaces an
 * earlier one, the fee of the earlier one is given back in the same transaction. A repeat changes nothing. `sending`
 * counts how often the sender has begun to send the filing: after a refusal, each request with the same or a lower
 * count gets the same refusal.
 */
export const holdFiling = rpc('payments.hold-filing.v1', {
  input: z.extend(filing, { replaces, sending: z.optional(z.int()) }),
  output: z.object({ balance: z.nullable(balance) }),
  errors: ['NOT_FOUND', 'INSUFFICIENT_FUNDS', 'PAYMENT_NEEDED', 'FILING_CLOSED'],
  lane: 'must',
  callers: ['imaging'],
  system: ['imaging'],
});

/**
 * Settles a fee that was set aside: takes the fee when the office has recorded the document, and releases the fee when
 * the document was sent back or withdrawn. If the fee to be released was already taken, by card or at submission, it is
 * refunded. A repeat changes nothing.
 */
export const settleFiling = rpc('payments.settle-filing.v1', {
  input: z.extend(filing, { taken: z.boolean() }),
  output: z.object({}),
  errors: ['NOT_FOUND', 'FILING_CLOSED'],
  lane: 'must',
  callers: [],
  system: ['imaging'],
});

export const filingPaymentContracts = [priceFiling, openFilingCard, holdFiling, settleFiling] as const;
