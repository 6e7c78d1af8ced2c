import type { FastifyRequest } from 'fastify';
import { apiPath } from './matched-route.js';
import { onlyReads } from './moving-county.js';

const pathsOf = (routes: readonly string[]): ReadonlySet<string> =>
  new Set(routes.map((route) => apiPath + route));

/**
 * Routes that stay open in an account view although they may change something otherwise: those that end the view or the
 * session (a new sign-in ends the browser's former session), the choice of pages, and the price of pages, which is then computed but not kept.
 */
export const viewRoutes: readonly string[] = [
  ...['currentUser/leaveView', 'auth/login', 'auth/logout', 'auth/logoutEverywhere'],
  ...['imaging/updateImagePreviewSettings', 'imaging/computeDownloadOrder'],
];

/** Routes that only read but are closed in an account view: files to keep, and what belongs to a person. */
export const closedInView: readonly string[] = [
  ...['imaging/download/:imageStateGuid', 'report/jobs/file/:job', 'efile/document/:imageId/:copy'],
  ...['purchases/receipt', 'purchases/spendingCsv', 'home/transactionReport'],
  ...['currentUser/profile', 'currentUser/secondFactor', 'auth/provider/logout'],
  'controlPanel/countyConfig/endUserSessions',
];

const open = pathsOf(viewRoutes);
const closed = pathsOf(closedInView);

/** True if a member of staff must not send this request in an account view (DECISIONS.md#panel-89). */
export const isClosedInView = (request: FastifyRequest): boolean => {
  const { url = '' } = request.routeOptions;
  return closed.has(url) || !(open.has(url) || onlyReads(request));
};
