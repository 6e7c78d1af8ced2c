import * as z from 'zod/mini';

/** USD in cents, IMG in images of a bundle (L1). */
export const asset = z.enum(['USD', 'IMG']);
export type Asset = z.infer<typeof asset>;

/** Who pays, and from what (A10-32 'Prices and who pays'). */
export const funding = z.enum(['ESCROW', 'INVOICE', 'FLAT_FEE', 'CREDIT_CARD', 'FREE']);
export type Funding = z.infer<typeof funding>;

/** What an account has left. `available` = posted less held; null where nothing is kept ahead (invoice, staff). */
export const balance = z.object({ asset, available: z.nullable(z.int()), unlimited: z.boolean() });
export type Balance = z.infer<typeof balance>;
