import type { IncomingMessage } from 'node:http';
import type { Config } from '@portal/infra/config';
import { bodyLimit } from './limits.js';
import { answerBadClients } from './raw-answers.js';
import { readableAddress } from './readable-address.js';

/** Longer than any command may take: who takes nothing of an answer for so long, or twice so long, is cut off. */
const IDLE_MS = 90_000;
/** Milliseconds in which the head of a request must have arrived. */
const headersDeadlineMs = 10_000;
/** The largest picture on a slow line; all other bodies have a deadline of their own (arriving-bodies.ts). */
const requestDeadlineMs = 60_000;
/** How often the server looks for connections past their deadlines. */
const lookEveryMs = 1_000;

/** How the HTTP server treats its connections. @param idleMs time in which nothing passes in either direction */
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
    // a request without a host, or with two, is refused by our own hook
    requireHostHeader: false,
  },
  clientErrorHandler: answerBadClients(paymentOrigin),
  // what comes while the server closes is refused by our own hook, in the envelope and with Retry-After
  return503OnClosing: false,
  rewriteUrl: (request: IncomingMessage) => readableAddress(request),
  // each route parses its parameters; what the router refuses itself has neither headers nor envelope
  routerOptions: { maxParamLength: 16_384 },
});
