import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf, userOf } from '../payers/standing.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';

/** A visit of the purchase windows belongs to a user and the session that opened it: guests share one user. */
export const isOwn = (visit: ImageState, actor: Actor): boolean =>
  visit.userId === userOf(actor) && visit.sessionId === actor.session;

/**
 * A paid download may be fetched again after signing in anew, except by guests; and by the administrator of the account
 * that paid, whose pages they are.
 */
export function mayFetch(visit: ImageState, actor: Actor): boolean {
  if (standingOf(actor).isGuest) return isOwn(visit, actor);
  if (visit.userId === userOf(actor)) return true;
  const paid = visit.state === 'CONSUMED' && visit.accountId !== null;
  return standingOf(actor).isAdministrator && paid && visit.accountId === actor.account;
}

/** Why a visit takes no more orders; undefined while its price holds. */
export function refusalOf(
  { state, expiresAt }: ImageState,
  now: Date,
): 'ORDER_EXPIRED' | 'ORDER_CLOSED' | undefined {
  if (state === 'CONSUMED' || state === 'CANCELLED') return 'ORDER_CLOSED';
  return state === 'EXPIRED' || expiresAt <= now ? 'ORDER_EXPIRED' : undefined;
}

/** Name under which the PDF is saved: the document key, of which only letters that no file system minds are left. */
export const fileNameOf = ({ documentKey }: Pick<DownloadOrder, 'documentKey'>): string =>
  `${documentKey.replace(/[^A-Za-z0-9.-]/g, '_').replace(/^\.+/, '')}.pdf`;
