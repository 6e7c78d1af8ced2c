import * as z from 'zod/mini';

/** USD is counted in cents, IMG in images of bundles (L1). */
export const asset = z.enum(['USD', 'IMG']);
export type Asset = z.infer<typeof asset>;

/** How an order is paid (A10-32 'Prices and who pays'). */
export const funding = z.enum(['ESCROW', 'INVOICE', 'FLAT_FEE', 'CREDIT_CARD', 'FREE']);
export type Funding = z.infer<typeof funding>;

/**
 * The remaining balance of an account. `available` is what is posted minus what is held; null where nothing is paid
 * in advance (invoice, staff).
 */
export const balance = z.object({ asset, available: z.nullable(z.int()), unlimited: z.boolean() });
export type Balance = z.infer<typeof balance>;
