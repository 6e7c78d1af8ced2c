import type { IncomingMessage } from 'node:http';
import type { Config } from '@portal/infra/config';
import { bodyLimit } from './limits.js';
import { answerBadClients } from './raw-answers.js';
import { readableAddress } from './readable-address.js';

/**
 * Longer than any command may take. A client that reads nothing of an answer for this time, or up to twice as long, is
 * disconnected.
 */
const IDLE_MS = 90_000;
/** Milliseconds within which the head of a request must arrive. */
const headersDeadlineMs = 10_000;
/**
 * Long enough for an e-filed document on a slow line; all other bodies have their own, shorter deadline
 * (arriving-bodies.ts).
 */
const requestDeadlineMs = 310_000;
/** How often the server checks for connections past their deadlines. */
const lookEveryMs = 1_000;

/**
 * How the HTTP server treats its connections.
 * @param idleMs time without any bytes in either direction
 */
export const serverOptions = (
  { trustedProxies, paymentOrigin }: Pick<Config, 'trustedProxies' | 'paymentOrigin'>,
  idleMs = IDLE_MS,
) => ({
  bodyLimit,
  trustProxy: [...trustedProxies],
  requestTimeout: requestDeadlineMs,
  connectionTimeout: idleMs,
  http: {
    headersTimeout: headersDeadlineMs,
    connectionsCheckingInterval: lookEveryMs,
    // our own hook refuses a request without a host or with two
    requireHostHeader: false,
  },
  clientErrorHandler: answerBadClients(paymentOrigin),
  // our own hook refuses requests while the server closes, in the envelope and with Retry-After
  return503OnClosing: false,
  rewriteUrl: (request: IncomingMessage) => readableAddress(request),
  // each route parses its parameters, because the router's own refusals have neither headers nor envelope
  routerOptions: { maxParamLength: 16_384 },
});
