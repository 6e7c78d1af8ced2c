import * as z from 'zod/mini';
import { paymentMethod } from '../roles.js';

const price = z.object({ code: z.string(), cents: z.int() });

/**
 * GET auth/accountOffer: what an account that somebody registers pays, in cents, and how. `prices` is null where the
 * county hides them. Its `searches` are the kinds that the county offers, by their type, and its `details` the views of
 * records, by `chargedDetails`; `someDiffer`: pages of some kinds of documents have special rates.
 */
export const accountOffer = z.object({
  paysBy: paymentMethod,
  otherWays: z.array(paymentMethod),
  prices: z.nullable(
    z.object({
      searches: z.array(price),
      details: z.array(price),
      firstPage: z.int(),
      additionalPages: z.int(),
      someDiffer: z.boolean(),
    }),
  ),
});
export type AccountOffer = z.infer<typeof accountOffer>;
