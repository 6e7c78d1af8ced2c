import type { Actor } from '@portal/proto/rpc/actor';
import { standingOf, userOf } from '../payers/standing.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';

/** True if the visit belongs to the actor: to the same user in the same session, because guests share one user. */
export const isOwn = (visit: ImageState, actor: Actor): boolean =>
  visit.userId === userOf(actor) && visit.sessionId === actor.session;

/**
 * True if the actor may fetch the paid download again. A user other than a guest may do so in any later session. The
 * administrator of the paying account may fetch it too, because the pages belong to the account.
 */
export function mayFetch(visit: ImageState, actor: Actor): boolean {
  if (standingOf(actor).isGuest) return isOwn(visit, actor);
  if (visit.userId === userOf(actor)) return true;
  const paid = visit.state === 'CONSUMED' && visit.accountId !== null;
  return standingOf(actor).isAdministrator && paid && visit.accountId === actor.account;
}

/** Returns why a visit accepts no more orders; undefined while its price is valid. */
export function refusalOf(
  { state, expiresAt }: ImageState,
  now: Date,
): 'ORDER_EXPIRED' | 'ORDER_CLOSED' | undefined {
  if (state === 'CONSUMED' || state === 'CANCELLED') return 'ORDER_CLOSED';
  return state === 'EXPIRED' || expiresAt <= now ? 'ORDER_EXPIRED' : undefined;
}

/** Makes the file name of the PDF from the document key: only characters that every file system accepts are kept. */
export const fileNameOf = ({ documentKey }: Pick<DownloadOrder, 'documentKey'>): string =>
  `${documentKey.replace(/[^A-Za-z0-9.-]/g, '_').replace(/^\.+/, '')}.pdf`;
