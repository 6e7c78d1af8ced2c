import type { FastifyRequest } from 'fastify';

/**
 * The GET routes that change state (S13); all other changes use POST. The identity provider's callback also changes
 * state but is not listed, because the identity provider's site sends the browser there by design. The callback is
 * protected by the `state` parameter, which must match the browser's own cookie. The identity provider's back channel
 * is a POST from a server, which sends no origin.
 */
const changingGets = new Set([
  '/LandShark/api/auth/logout',
  '/LandShark/api/auth/provider/signIn',
  '/LandShark/api/auth/provider/prove',
  '/LandShark/api/controlPanel/countyConfig/endUserSessions',
]);

const changesState = (request: FastifyRequest): boolean =>
  !['GET', 'HEAD'].includes(request.method) || changingGets.has(request.routeOptions.url ?? '');

/**
 * True if another site's page sent this request (ARCHITECTURE.md#http). Browsers report the site in `Sec-Fetch-Site`,
 * and older browsers in `Origin`. Other clients send neither header, and they have no cookie that a page could abuse.
 */
export const isForged = (request: FastifyRequest): boolean => {
  if (!changesState(request)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    // A request from the address bar or a bookmark has the value `none`, and it can only be a GET.
    return site !== 'same-origin' && !(site === 'none' && request.method === 'GET');
  }
  const { origin } = request.headers;
  return origin !== undefined && origin !== `${request.protocol}://${request.host}`;
};
