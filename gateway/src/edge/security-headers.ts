import type { Config } from '@portal/infra/config';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** web.md 4: no inline script or style, nothing from elsewhere but the payment frame. */
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

/** Security headers on every answer, errors and unknown paths included (S34). */
export const addSecurityHeaders = (server: FastifyInstance, config: Config): void => {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy(config.paymentOrigin) },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  server.addHook('onRequest', (request, reply, done) => {
    protect(request.raw, reply.raw, (error?: unknown) => done(error instanceof Error ? error : undefined));
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/LandShark/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
};
