import * as z from 'zod/mini';
import { centsOfText } from '../amounts.js';

/**
 * Data for the browser's card frame: a hidden form posts `token` to `formAction`, and the answer appears in the frame
 * (A8-11). The amounts are only texts to show. The amount that the provider charges was fixed when the server requested
 * the token.
 */
export const cardFrame = z.object({
  attemptId: z.string(),
  token: z.string(),
  formAction: z.string(),
  frameOrigin: z.string(),
  expiresAt: z.string(),
  amount: z.string(),
  /** '' without a surcharge. */
  surcharge: z.string(),
  total: z.string(),
});
export type CardFrame = z.infer<typeof cardFrame>;

/** Typed dollars as cents. A negative amount gets the specification's message, not the one for invalid text. */
export const dollarAmount = z.pipe(
  z.string('forms:invalidAmount').check(
    z.maxLength(20, 'forms:tooLong'),
    z.refine((text) => centsOfText(text) !== undefined, 'forms:invalidAmount'),
  ),
  z.transform((text: string) => centsOfText(text) ?? 0),
);

/**
 * POST escrowDeposit/initiateDeposit (A8-09). Our addition, escrowDeposit/quoteDeposit, takes the same body and returns
 * the prices of the deposit.
 */
export const depositRequest = z.object({ amount: dollarAmount });
export const depositStart = z.object({ tokenResults: cardFrame });

const described = z.object({ description: z.string(), value: z.string() });

/**
 * The prices of a deposit. `min` and `max` are '' without such a bound. The lines describe the requested amount; there
 * are none for the amount '0'.
 */
export const depositQuote = z.object({
  min: z.string(),
  max: z.string(),
  /** A message if the amount is above `max`, otherwise ''. Gateways of earlier versions do not send this field. */
  tooLarge: z.optional(z.string()),
  surchargeMessage: z.string(),
  lines: z.array(described),
  beginningBalance: described,
  endingBalance: described,
});
export type DepositQuote = z.infer<typeof depositQuote>;

const toldByFrame = z.object({
  attemptId: z._default(z.nullable(z.uuid()), null),
  transactionResponse: z.looseObject({ transId: z.string().check(z.maxLength(64, 'forms:tooLong')) }),
});

/**
 * The answer of the provider's frame: the provider's response itself (A8-17), or the response as `transactionResponse`
 * together with the attempt that the frame belonged to. The server reads only `transId` and asks the provider
 * (payments/DESIGN.md#card-payments). Without `attemptId`, the answer belongs to the session's newest attempt.
 */
export const frameResponse = z.pipe(
  z.transform((body: unknown) =>
    typeof body === 'object' && body !== null && 'transId' in body && !('transactionResponse' in body)
      ? { transactionResponse: body }
      : body,
  ),
  toldByFrame,
);

/** POST escrowDeposit/completeDeposit (A8-17). `message` is ready to show. */
export const depositCompletion = z.object({
  completed: z.boolean(),
  pending: z.boolean(),
  message: z.string(),
  usageBalance: z.string(),
});
export type DepositCompletion = z.infer<typeof depositCompletion>;

/** POST creditcard/authorize (A11-27, B9-03): returns the data for the card frame, which include the `token`. */
export const authorizationStart = cardFrame;

/** POST creditcard/authorizationResponse (A11-28). `status` ERROR closes the dialogs without a message (B9-13). */
export const authorizationAnswer = z.object({
  authorizationOkay: z.boolean(),
  status: z.enum(['OK', 'DECLINED', 'PENDING', 'ERROR']),
  message: z.string(),
});
export type AuthorizationAnswer = z.infer<typeof authorizationAnswer>;

/** POST creditcard/getAuthorization, our addition: the texts of the dialogs before the frame (B9-06 to B9-10). */
export const authorizationTerms = z.object({
  maxAmount: z.string(),
  surchargeMessage: z.string(),
  /** '' without an authorization. */
  remaining: z.string(),
});
export type AuthorizationTerms = z.infer<typeof authorizationTerms>;

const addOnOption = z.object({ text: z.string(), value: z.string() });

/**
 * POST flatFee/getAddOnOptions (A11-01). The call opens an image state and returns its guid. `cancelImageState` ends
 * this image state by its guid, as it ends the image state of an order.
 */
export const addOnOptions = z.object({
  guid: z.string(),
  hasBuyOptions: z.boolean(),
  purchaseOptions: z.object({
    flatFeeOptions: z.object({ title: z.string(), options: z.array(addOnOption) }),
    escrowOptions: z.null(),
    creditCardOptions: z.null(),
  }),
});

/** POST flatFee/getUserAddOnConfirmation (A11-06). */
export const addOnRequest = z.object({
  option: z
    .string('forms:required')
    .check(z.minLength(1, 'forms:required'), z.maxLength(20, 'forms:tooLong')),
  imageStateReference: z.object({ imageStateGuid: z.uuid() }),
});

/** The confirmation of a bundle (A11-07). */
export const addOnConfirmation = z.object({
  ok: z.boolean(),
  errorMessage: z.string(),
  headers: z.array(z.string()),
  accountMessage: z.string(),
  beginningBalance: z.nullable(described),
  endingBalance: z.nullable(described),
  purchaseMessage: z.string(),
  purchase: z.nullable(described),
  insufficientBalance: z.boolean(),
});
export type AddOnConfirmation = z.infer<typeof addOnConfirmation>;

/** POST flatFee/userAddOn (A11-16). */
export const addOnPurchase = z.object({ ok: z.boolean(), message: z.string(), usageBalance: z.string() });
