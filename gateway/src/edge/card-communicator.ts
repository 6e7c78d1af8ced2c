import type { Config } from '@portal/infra/config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readPage } from './web-page.js';

const path = '/LandShark/card-communicator.html';
const file = 'card-communicator.html';

/**
 * Where the card provider's frame finds the page that it talks to ours through (web/DESIGN.md#payment-frame): on the origin that the
 * browser is on, because our page listens to its own origin only. The county hook has vetted the host.
 */
export const communicatorUrlOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}${path}`;

/** The one page that may be framed: by the provider, whose page is framed by ours. Every ancestor is checked. */
const policyFor = (paymentOrigin: string): string =>
  [
    ...["default-src 'none'", "script-src 'self'", `frame-ancestors 'self' ${paymentOrigin}`],
    ...["base-uri 'none'", "form-action 'none'", "object-src 'none'"],
  ].join('; ');

/** What the check of the pages expects of the communicator page. */
export const communicatorPage = (origin: string) => {
  const paymentOrigin = new URL(origin).origin;
  return { path, file, paymentOrigin, policy: policyFor(paymentOrigin) };
};

/** Serves the communicator page. It shows nothing and needs no cookie: browsers send none into a frame of another site. */
export const serveCommunicator = (server: FastifyInstance, config: Config): void => {
  const { paymentOrigin, policy } = communicatorPage(config.paymentOrigin);
  server.get(path, async (_request, reply) => {
    const page = await readPage(file, { paymentOrigin });
    reply.raw.removeHeader('x-frame-options');
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
};
