import type { Actor } from '@portal/proto/rpc/actor';
import { userOf } from '../orders/visit.rules.js';

/** Whose purchases somebody sees: all of an account, one user's, or those of a session of a shared user. */
export interface Buyer {
  readonly accountId: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** undefined: somebody who pays for nothing, and has bought nothing. */
export function buyerOf(actor: Actor): Buyer | undefined {
  const nobody = { accountId: null, userId: null, sessionId: null };
  switch (actor.role) {
    case 'ACCOUNT':
      return actor.account === null ? undefined : { ...nobody, accountId: actor.account };
    case 'USER':
      return { ...nobody, userId: userOf(actor) };
    case 'GUEST':
      return { ...nobody, userId: userOf(actor), sessionId: actor.session };
    default:
      return undefined;
  }
}

/** A reference as it is kept: one line, single spaces. */
export const tidyReference = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
