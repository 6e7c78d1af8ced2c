import * as z from 'zod/mini';
import { documentKey } from '../document-key.js';
import { pageSelectionMethod } from './imaging.js';

/** POST imaging/computeDownloadOrder (A10-05). The server does not trust `instrumentCode` and `pageCount`. */
export const downloadRequest = z.object({
  documentKey,
  instrumentCode: z._default(z.string().check(z.maxLength(40)), ''),
  pageSelectionMethod,
  pagesSelected: z._default(z.string().check(z.maxLength(10_000, 'forms:tooLong')), ''),
  pageCount: z._default(z.int(), 0),
});
export type DownloadRequest = z.infer<typeof downloadRequest>;

export const imageStateReference = z.object({ imageStateGuid: z.uuid() });
export type ImageStateReference = z.infer<typeof imageStateReference>;

const described = z.object({ description: z.string(), value: z.string() });

/** The image state of an order (A10-10). */
export const imageState = z.object({
  guid: z.string(),
  hasBuyOptions: z.boolean(),
  purchaseOptions: z.object({
    flatFeeOptions: z.nullable(
      z.object({ title: z.string(), options: z.array(z.object({ text: z.string(), value: z.string() })) }),
    ),
    escrowOptions: z.nullable(
      z.object({
        accountMessage: z.string(),
        beginningBalance: described,
        lowBalanceMessage: z.string(),
        depositAmountMessage: z.string(),
        surchargeMessage: z.string(),
        endingBalance: described,
      }),
    ),
    creditCardOptions: z.nullable(z.object({ authorizationInfo: z.object({ authorized: z.boolean() }) })),
  }),
});

/** Texts in the session's language, ready to show (A10-11 to A10-13). A missing part is null, a missing text is ''. */
export const feeSchedule = z.object({
  insufficientBalance: z.boolean(),
  beginningBalance: z.nullable(described),
  endingBalance: z.nullable(described),
  purchaseMessage: z.string(),
  singleItemPurchase: z.nullable(z.object({ item: described })),
  multipleItemPurchase: z.nullable(
    z.object({ itemHeaderDescription: z.string(), items: z.array(described), total: described }),
  ),
  alreadyPurchasedMessage: z.string(),
  insufficientBalanceMessage: z.string(),
  noPurchasingOptionsAvailableMessage: z.string(),
  downloadButtonText: z.string(),
});

export const downloadOrder = z.object({ imageState, feeSchedule });
export type DownloadOrder = z.infer<typeof downloadOrder>;

/** The answer to the payment of an order (A10-08). `usageBalanceResult` is display text. */
export const paymentAnswer = z.object({
  status: z.enum(['PAID', 'INSUFFICIENT_FUNDS']),
  usageBalanceResult: z.object({ usageBalance: z.string() }),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

/** The PDF of a paid order (A10-09). For a large file the web client streams GET imaging/download/{guid} instead. */
export const imageAnswer = z.object({
  preview: z.boolean(),
  pdf: z.string(),
  header: z.object({ uiSaveAsImageName: z.string() }),
});
export type ImageAnswer = z.infer<typeof imageAnswer>;
