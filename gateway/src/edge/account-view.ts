import { shownViewHeader } from '@portal/proto/http/envelope';
import type { Session } from '@portal/proto/rpc/identity';
import type { FastifyRequest } from 'fastify';
import type { SessionReader } from '../session/session-reader.js';
import { apiPath } from './matched-route.js';
import { onlyReads } from './moving-county.js';

const pathsOf = (routes: readonly string[]): ReadonlySet<string> =>
  new Set(routes.map((route) => apiPath + route));

/**
 * Routes that stay open in an account view although they are not pure reads: routes that end the view or the session
 * (a new sign-in ends the browser's former session), the route that selects pages, and the route that computes the
 * price of pages. In a view, the price is not stored.
 */
export const viewRoutes: readonly string[] = [
  ...['currentUser/leaveView', 'auth/login', 'auth/logout', 'auth/logoutEverywhere'],
  ...['imaging/updateImagePreviewSettings', 'imaging/computeDownloadOrder'],
];

/**
 * Routes that `onlyReads` accepts but that are closed in an account view: they return a file that can be kept, return
 * the data of a person, or end sessions.
 */
export const closedInView: readonly string[] = [
  ...['imaging/download/:imageStateGuid', 'report/jobs/file/:job', 'efile/document/:imageId/:copy'],
  ...['purchases/receipt', 'purchases/spendingCsv', 'home/transactionReport'],
  ...['currentUser/profile', 'currentUser/secondFactor', 'auth/provider/logout'],
];

const loginStatus = 'currentUser/loginStatus';

/** Routes that a page may call whatever view it shows: the sign-in status, and routes that begin or end a session. */
const openToAnyView: readonly string[] = [
  ...[loginStatus, 'auth/login', 'auth/logout', 'auth/logoutEverywhere', 'auth/provider/logout'],
];

const open = pathsOf(viewRoutes);
const closed = pathsOf(closedInView);
const openToAny = pathsOf(openToAnyView);
const leaveView = `${apiPath}currentUser/leaveView`;

/** True if a member of staff must not send this request in an account view (DECISIONS.md#panel-89). */
export const isClosedInView = (request: FastifyRequest): boolean => {
  const { url = '' } = request.routeOptions;
  return closed.has(url) || !(open.has(url) || onlyReads(request));
};

/**
 * True if the page that sends the request shows a view that the session is not in. Possible reasons: the view is over;
 * another tab has begun another view; the session comes from an earlier version of the identity service, which does not
 * know views.
 */
const showsOtherView = (
  { headers, routeOptions: { url = '' } }: FastifyRequest,
  session: Session,
): boolean => {
  const shown = headers[shownViewHeader];
  const { id, view } = session.user;
  if (shown === undefined || openToAny.has(url) || (view && shown === id)) return false;
  // a page may leave a view that is already over: this changes nothing
  return view !== undefined || url !== leaveView;
};

/**
 * Why a request is refused: VIEW_OVER if its page shows a view that the session is not in, and VIEW_ONLY if a request
 * of this kind is not allowed in a view.
 */
export const refusedInView = (
  request: FastifyRequest,
  session: Session | null,
): 'VIEW_ONLY' | 'VIEW_OVER' | undefined => {
  if (!session) return undefined;
  if (showsOtherView(request, session)) return 'VIEW_OVER';
  return session.user.view && isClosedInView(request) ? 'VIEW_ONLY' : undefined;
};

/**
 * If the browser asks who is signed in, drops this process's copy of the session, because the copy may be from before a
 * view began or ended.
 */
export function dropOldCopy(
  request: FastifyRequest,
  sessions: Pick<SessionReader, 'forget'>,
  tokenHash: string,
): void {
  if (request.routeOptions.url === apiPath + loginStatus) sessions.forget(tokenHash);
}

/**
 * Reads the session of a request, usually from this process's copy. If a request would be refused on the basis of the
 * copy, the session is read again.
 */
export async function readSession(
  request: FastifyRequest,
  sessions: Pick<SessionReader, 'read' | 'forget'>,
  { county, tokenHash }: { county: string; tokenHash: string },
): Promise<Session | null> {
  const session = await sessions.read(county, tokenHash);
  if (!refusedInView(request, session)) return session;
  sessions.forget(tokenHash);
  return sessions.read(county, tokenHash);
}
