import * as z from 'zod/mini';
import { role } from '../roles.js';

/** GET controlPanel/signedIn: who is in the portal now. Times are instants. */
export const signedInPeople = z.object({
  /** For each role, how many people are signed in, and how many sessions they have. */
  roles: z.array(z.object({ role, people: z.int(), sessions: z.int() })),
  /** The users who were active most recently. */
  newest: z.array(
    z.object({
      username: z.string(),
      role,
      accountName: z.string(),
      since: z.string(),
      lastSeen: z.string(),
    }),
  ),
});
export type SignedInPeople = z.infer<typeof signedInPeople>;

/** GET and POST controlPanel/countyConfig/endUserSessions (C6-08). */
export const endedSessions = z.object({ ended: z.int() });
