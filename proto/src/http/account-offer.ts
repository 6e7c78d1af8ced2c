import * as z from 'zod/mini';
import { paymentMethod } from '../roles.js';

const price = z.object({ code: z.string(), cents: z.int() });

/**
 * GET auth/accountOffer: the prices of a self-registered account, in cents, and its payment method. `prices` is null
 * where the county hides them. `searches` has the price of each kind of search that the county offers. `details` has
 * the price of each of `chargedDetails`. `someDiffer` is true if some kinds of documents have special rates for pages.
 * `cardFee` is added to an order of pages that is paid by card, in cents or in basis points of the order's price.
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
