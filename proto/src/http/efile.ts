import * as z from 'zod/mini';
import { efileTypeCodes } from '../efile.js';
import { cardFrame } from './card-payments.js';
import { personTexts } from './person-fields.js';

/** The sender of a document (B10-02). The shared rules for personal data apply (DECISIONS.md#efile-3). */
export const efileContact = {
  name: personTexts.name,
  email: personTexts.email,
  address1: personTexts.address,
  address2: personTexts.optionalAddress,
  city: personTexts.city,
  state: personTexts.state,
  zip: personTexts.zip,
};

/**
 * GET efile/offer, our addition: the county's note, and its statement if users must tick a checkbox to accept it
 * (B10-03).
 */
export const efileOffer = z.object({ countyNote: z.string(), statement: z.string() });
export type EfileOffer = z.infer<typeof efileOffer>;

const form = {
  efileType: z._default(z.enum(efileTypeCodes), 'LR'),
  ...efileContact,
  address2: z._default(efileContact.address2, ''),
  /** The checkbox beside the county's statement (B10-16). */
  acknowledged: z._default(z.boolean(), false),
  /** The earlier submission that this one replaces, because the office sent it back or wants it corrected. */
  corrects: z._default(z.nullable(z.uuid()), null),
};

/** The `json` part of POST efile/image (B10-19). */
export const efileImageRequest = z.object(form);
export type EfileForm = z.infer<typeof efileImageRequest>;

/** Cents as the specification shows them: dollars with two decimals. */
const dollars = z.string();

export const lowResolution = z.object({ page: z.int(), dpi: z.int() });

/** The answer of POST efile/image (B10-20); amounts are texts that are ready to show. */
export const efileImageAnswer = z.object({
  imageId: z.string(),
  numberOfPages: z.int(),
  firstPageCharge: dollars,
  additionalPagesCharge: dollars,
  /** '' if there is none (B10-22). */
  surcharge: z.string(),
  totalCharge: dollars,
  paymentMethod: z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD', 'FREE']),
  /** Pages with fewer dots per inch than recommended. */
  lowResolution: z.array(lowResolution),
  /**
   * The number of the caller's earlier submission of the same file, if it waits or is recorded; '' if there is none.
   */
  sentBefore: z.string(),
  /** True if the balance is lower than the fee. */
  insufficient: z.boolean(),
  /** True if this submission corrects an earlier one whose card payment covers the fee. */
  paid: z.boolean(),
});
export type EfileImageAnswer = z.infer<typeof efileImageAnswer>;

/**
 * POST efile/submission (B10-09, B10-10, B10-29). The server keeps pages, charges and the payment's number under
 * `imageId`. The browser's copies of them are accepted but not used (payments/DESIGN.md#card-payments).
 */
export const efileSubmission = z.object({
  ...form,
  imageId: z.uuid(),
  paymentTransactionId: z._default(z.union([z.string().check(z.maxLength(64)), z.number()]), '0'),
});

export const efileSubmitted = z.object({
  transactionNumber: z.string(),
  usageBalance: z.string(),
});
export type EfileSubmitted = z.infer<typeof efileSubmitted>;

/** POST creditcard/efileCapture (B10-25). The server knows the fee and refuses any other amount. */
export const efileCaptureRequest = z.object({
  amount: z._default(z.union([z.string().check(z.maxLength(20)), z.number()]), ''),
  /** The filing to pay for; null means the filing that was priced last in the session. */
  imageId: z._default(z.nullable(z.uuid()), null),
});
export const efileCaptureAnswer = z.object({ tokenResults: cardFrame });

/** POST creditcard/efileAuthAndCaptureResponse (B10-26). */
export const efileCardAnswer = z.object({
  completed: z.boolean(),
  pending: z.boolean(),
  message: z.string(),
});
export type EfileCardAnswer = z.infer<typeof efileCardAnswer>;
