import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf, userOf } from '../payers/standing.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';

/** A visit to the purchase windows belongs to a user and the session that opened it, because guests share one user. */
export const isOwn = (visit: ImageState, actor: Actor): boolean =>
  visit.userId === userOf(actor) && visit.sessionId === actor.session;

/**
 * A user other than a guest may fetch a paid download again after another sign-in. The administrator of the paying
 * account may fetch it too, because the pages belong to the account.
 */
export function mayFetch(visit: ImageState, actor: Actor): boolean {
  if (standingOf(actor).isGuest) return isOwn(visit, actor);
  if (visit.userId === userOf(actor)) return true;
  const paid = visit.state === 'CONSUMED' && visit.accountId !== null;
  return standingOf(actor).isAdministrator && paid && visit.accountId === actor.account;
}

/** Why a visit accepts no more orders; undefined while its price holds. */
export function refusalOf(
  { state, expiresAt }: ImageState,
  now: Date,
): 'ORDER_EXPIRED' | 'ORDER_CLOSED' | undefined {
  if (state === 'CONSUMED' || state === 'CANCELLED') return 'ORDER_CLOSED';
  return state === 'EXPIRED' || expiresAt <= now ? 'ORDER_EXPIRED' : undefined;
}

/** The file name of the PDF: the document key, reduced to characters that every file system accepts. */
export const fileNameOf = ({ documentKey }: Pick<DownloadOrder, 'documentKey'>): string =>
  `${documentKey.replace(/[^A-Za-z0-9.-]/g, '_').replace(/^\.+/, '')}.pdf`;
