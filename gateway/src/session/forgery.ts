import type { FastifyRequest } from 'fastify';

/** GET routes of the specification that change state (S13), as the router knows them; all other changes are POST. */
const changingGets = new Set([
  '/LandShark/api/auth/logout',
  '/LandShark/api/controlPanel/countyConfig/endUserSessions',
]);

const changesState = (request: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(request.method) || changingGets.has(request.routeOptions.url ?? '');

/**
 * Whether another site's page made this request (ARCHITECTURE.md#http). Browsers tell by `Sec-Fetch-Site`,
 * older ones by `Origin`; a client that is no browser sends neither and has no cookie that a page could abuse.
 */
export const isForged = (request: FastifyRequest): boolean => {
  if (!changesState(request)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    // A change by address bar or bookmark is only ever a GET.
    return site !== 'same-origin' && !(site === 'none' && request.method === 'GET');
  }
  const { origin } = request.headers;
  return origin !== undefined && origin !== `${request.protocol}://${request.host}`;
};
