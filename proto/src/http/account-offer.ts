import * as z from 'zod/mini';
import { paymentMethod } from '../roles.js';

const price = z.object({ code: z.string(), cents: z.int() });

/**
 * GET auth/accountOffer: the prices of a self-registered account, in cents, and its payment method. `prices` is null
 * where the county hides them. `searches` has the kinds of search that the county offers, by type, and `details` the
 * details with a price, by `chargedDetails`. `someDiffer`: some kinds of documents have special rates for pages.
 * `cardFee`: what an order of pages costs in addition, in cents or basis points of its price.
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
      cardFee: z._default(
        z.nullable(z.object({ method: z.enum(['dollars', 'percent']), rate: z.int() })),
        null,
      ),
    }),
  ),
});
export type AccountOffer = z.infer<typeof accountOffer>;
