import * as z from 'zod/mini';

/**
 * The parts of Authorize.Net's JSON answers that we use (AnetApiSchema.xsd). Numbers are texts, because
 * `parseDecimalJson` keeps every number as text.
 */
export const envelope = z.object({
  messages: z.object({
    resultCode: z.enum(['Ok', 'Error']),
    message: z.array(z.object({ code: z.string(), text: z.string() })).check(z.minLength(1)),
  }),
});

export const hostedPage = z.object({ token: z.string().check(z.minLength(1)) });

/** The merchant's own account. */
export const merchantDetails = z.looseObject({ gatewayId: z.optional(z.string()) });

const order = z.optional(z.object({ invoiceNumber: z.optional(z.string()) }));

const instant = z.pipe(
  z.string(),
  z.transform((text) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)),
);

export const transactionDetails = z.object({
  transaction: z.object({
    transId: z.string(),
    submitTimeUTC: instant,
    transactionType: z.string(),
    transactionStatus: z.string(),
    responseCode: z.string(),
    order,
    refTransId: z.optional(z.string()),
    authAmount: z.string(),
    settleAmount: z.string(),
    payment: z.optional(z.object({ creditCard: z.optional(z.object({ cardNumber: z.string() })) })),
  }),
  transrefId: z.optional(z.string()),
});

const summary = z.object({
  transId: z.string(),
  submitTimeUTC: instant,
  transactionStatus: z.string(),
  invoiceNumber: z.optional(z.string()),
  settleAmount: z.string(),
});
export type TransactionSummary = z.infer<typeof summary>;

/** The provider leaves `transactions` out when there are none. */
export const transactionList = z.object({ transactions: z.optional(z.array(summary)) });

export const batchList = z.object({
  batchList: z.optional(z.array(z.object({ batchId: z.string(), settlementState: z.string() }))),
});

export const transactionAnswer = z.object({
  transactionResponse: z.optional(z.object({ responseCode: z.string(), transId: z.optional(z.string()) })),
});

export const notification = z.object({
  notificationId: z.string().check(z.minLength(1), z.maxLength(100)),
  eventType: z.string(),
  payload: z.optional(z.object({ entityName: z.optional(z.string()), id: z.optional(z.string()) })),
});
