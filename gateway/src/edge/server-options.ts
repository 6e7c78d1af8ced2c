import type { IncomingMessage } from 'node:http';
import type { Config } from '@portal/infra/config';
import { bodyLimit } from './limits.js';
import { answerBadClients } from './raw-answers.js';
import { readableAddress } from './readable-address.js';

/**
 * The time in milliseconds after which a silent connection is closed; it is longer than any command may take. A client
 * that reads nothing of its answer is disconnected after this time at the earliest and twice this time at the latest.
 */
const IDLE_MS = 90_000;
/** The time within which the head of a request must arrive, in milliseconds. */
const headersDeadlineMs = 10_000;
/**
 * The time within which a whole request must arrive, in milliseconds: long enough for an e-filed document on a slow
 * line. All other bodies have a shorter deadline of their own (arriving-bodies.ts).
 */
const requestDeadlineMs = 310_000;
/** How often the server looks for connections that have passed their deadlines, in milliseconds. */
const lookEveryMs = 1_000;

/**
 * How the HTTP server treats its connections.
 * @param idleMs the time after which a connection without any bytes in either direction is closed
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
    // the portal's own hook refuses a request without a host or with two hosts
    requireHostHeader: false,
  },
  clientErrorHandler: answerBadClients(paymentOrigin),
  // while the server closes, the portal's own hook refuses requests with the envelope and Retry-After
  return503OnClosing: false,
  rewriteUrl: (request: IncomingMessage) => readableAddress(request),
  // each route checks the length of its parameters, because the router's own refusals have neither headers nor
  // envelope
  routerOptions: { maxParamLength: 16_384 },
});
