import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '@portal/infra/config';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { isOfApi } from './matched-route.js';

/**
 * The content policy (web/DESIGN.md#content-policy): no inline scripts or styles, and nothing from other origins
 * except the payment frame.
 */
const policy = (paymentOrigin: string): Record<string, string[]> => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': [paymentOrigin],
  'form-action': ["'self'", paymentOrigin],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
});

/**
 * Computes the headers once. They do not depend on the request, and computing them again would take a quarter of the
 * time of a refused sign-in.
 */
const headersOf = (protect: ReturnType<typeof helmet>): Map<string, string> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  let failed: unknown;
  protect(request, response, (error?: unknown) => (failed = error));
  if (failed) throw failed;
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
};

/** The security headers of every answer, by name. */
export const securityHeaders = (paymentOrigin: string): Map<string, string> =>
  headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: policy(paymentOrigin) },
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
    }),
  );

/** Sends the security headers with every answer, including errors and unknown paths (S34). */
export const addSecurityHeaders = (server: FastifyInstance, config: Config): void => {
  const always = Object.fromEntries(securityHeaders(config.paymentOrigin));
  server.addHook('onRequest', (_request, reply, done) => {
    // the headers are not set on the raw answer, because Node writes a head more slowly if it has to merge headers
    void reply.headers(always);
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isOfApi(request) && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
};
