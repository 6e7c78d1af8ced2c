import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf, userOf } from '../payers/standing.rules.js';

/** The purchases that an actor sees: those of an account, of one user, or of one session of a shared user. */
export interface Buyer {
  readonly accountId: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** Returns the actor as a buyer; undefined for an actor who pays nothing and so has no purchases. */
export function buyerOf(actor: Actor): Buyer | undefined {
  const nobody = { accountId: null, userId: null, sessionId: null };
  const { isAdministrator, isMember, isGuest } = standingOf(actor);
  if (isAdministrator) return actor.account === null ? undefined : { ...nobody, accountId: actor.account };
  if (isMember) return { ...nobody, userId: userOf(actor) };
  return isGuest ? { ...nobody, userId: userOf(actor), sessionId: actor.session } : undefined;
}

/** Returns a client reference in the form in which it is stored: one line, single spaces. */
export const tidyReference = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
