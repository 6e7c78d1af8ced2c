import * as z from 'zod/mini';
import { accountType, chargeMethod, language, paymentMethod, role } from '../roles.js';

/** What the account may see and how it pays; a copy of identity's row, renewed within a second of a change. */
export const accountTerms = z.object({
  accountType,
  paymentMethod,
  imageChargeMethod: chargeMethod,
  certificateChargeMethod: chargeMethod,
  imageRetrieval: z.boolean(),
  previewRetrieval: z.boolean(),
  certificateRetrieval: z.boolean(),
  certificatePreviewRetrieval: z.boolean(),
  /** Users of a flat-fee account may buy bundles themselves (C2-53); accounts that were saved before say nothing of it. */
  userReload: z._default(z.boolean(), false),
});
export type AccountTerms = z.infer<typeof accountTerms>;

/**
 * Who asks, in which county. Travels signed in every frame (infra/DESIGN.md#actors-and-vouchers), so that a service
 * believes no field of the body about it. Calls without a person (jobs, start-up) carry a system actor.
 */
export const actor = z.object({
  county: z.string(),
  user: z.nullable(z.string()),
  username: z.string(),
  account: z.nullable(z.string()),
  role: z.union([role, z.literal('SYSTEM'), z.literal('ANONYMOUS')]),
  session: z.nullable(z.string()),
  language,
  terms: z.nullable(accountTerms),
  /** Identity's word for a signed-in person, which services pass on as it is; without it no service believes the rest. */
  voucher: z.optional(z.string()),
});
export type Actor = z.infer<typeof actor>;
