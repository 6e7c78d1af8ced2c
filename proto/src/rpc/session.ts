import * as z from 'zod/mini';
import { searchType } from '../http/search-types.js';
import { language, role } from '../roles.js';
import { accountTerms, actor } from './actor.js';

/** The data that signed-in people may see about themselves. */
const signedInUser = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  language,
  account: z.nullable(z.object({ id: z.string(), name: z.string() })),
  terms: z.nullable(accountTerms),
  /** Kinds of search that both county and account allow. */
  searchList: z.array(searchType),
  /**
   * Set while a member of staff sees the portal as a user of `account` would. Then `id` and `role` belong to this view,
   * not to the member of staff.
   */
  view: z.optional(z.object({ until: z.iso.datetime() })),
});

/** A live session. `token` is opaque, has 256 bits and is returned only once; the row has its hash. */
export const session = z.object({
  actor,
  user: signedInUser,
  expiresAt: z.iso.datetime(),
  /** Time of the last typed password or code: at the sign-in, or for a step that requires it again (S38). */
  provedAt: z.iso.datetime(),
  /**
   * True if the session began at the county's identity provider. If a change requires a new proof that the user is
   * present (S38), the user also gives it there.
   */
  byProvider: z._default(z.boolean(), false),
});
export type Session = z.infer<typeof session>;
