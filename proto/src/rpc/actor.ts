import * as z from 'zod/mini';
import { accountType, chargeMethod, language, paymentMethod, role } from '../roles.js';

/**
 * The account's rights and terms of payment: a copy of the account's row in the identity service, updated within a
 * second of a change.
 */
export const accountTerms = z.object({
  accountType,
  paymentMethod,
  imageChargeMethod: chargeMethod,
  certificateChargeMethod: chargeMethod,
  imageRetrieval: z.boolean(),
  previewRetrieval: z.boolean(),
  certificateRetrieval: z.boolean(),
  certificatePreviewRetrieval: z.boolean(),
  /**
   * True if users of a flat-fee account may buy bundles themselves (C2-53). Accounts that were saved before this
   * field existed do not have it.
   */
  userReload: z._default(z.boolean(), false),
});
export type AccountTerms = z.infer<typeof accountTerms>;

/**
 * The user who sends a command, and the county. Every frame contains the actor with a signature
 * (infra/DESIGN.md#actors-and-vouchers), so that services need not trust fields of the body. Calls without a person
 * (jobs, start-up) have a system actor.
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
  /**
   * The proof, signed by the identity service, that a person is signed in; other services pass it on unchanged. Without
   * this proof, no service trusts the actor.
   */
  voucher: z.optional(z.string()),
  /**
   * Set while staff sees the portal as a user of an account would (DECISIONS.md#panel-89). `user` is then the id of the
   * account view and not of a person. Services accept from such an actor only the commands whose contracts allow it.
   */
  viewing: z.optional(z.literal(true)),
});
export type Actor = z.infer<typeof actor>;
