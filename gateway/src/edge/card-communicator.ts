import type { Config } from '@portal/infra/config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readPage } from './web-page.js';

const path = '/LandShark/card-communicator.html';
const file = 'card-communicator.html';

/**
 * The URL of the page through which the card provider's frame talks to the portal's page (web/DESIGN.md#payment-frame).
 * The URL has the origin of the portal's page, because that page accepts messages only from its own origin. The host
 * name is taken from the request; the county hook has already checked it.
 */
export const communicatorUrlOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}${path}`;

/**
 * The content policy of the communicator page, the only page that another site may frame. The provider's page frames
 * it, and the portal's page frames the provider's page. Browsers check every ancestor, so the policy allows both
 * origins.
 */
const policyFor = (paymentOrigin: string): string =>
  [
    ...["default-src 'none'", "script-src 'self'", `frame-ancestors 'self' ${paymentOrigin}`],
    ...["base-uri 'none'", "form-action 'none'", "object-src 'none'"],
  ].join('; ');

/** Describes the communicator page, both for the route that serves it and for the page check. */
export const communicatorPage = (origin: string) => {
  const paymentOrigin = new URL(origin).origin;
  return { path, file, paymentOrigin, policy: policyFor(paymentOrigin) };
};

/**
 * Serves the communicator page. It shows nothing and works without a cookie, because browsers send no cookie for a
 * frame in another site's page.
 */
export const serveCommunicator = (server: FastifyInstance, config: Config): void => {
  const { paymentOrigin, policy } = communicatorPage(config.paymentOrigin);
  server.get(path, async (_request, reply) => {
    const page = await readPage(file, { paymentOrigin });
    reply.removeHeader('x-frame-options');
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
};
