import type { Config } from '@portal/infra/config';
import { bodyLimit } from './limits.js';
import { readableAddress } from './readable-address.js';

/** Longer than any command may take: who takes nothing of an answer for so long, or twice so long, is cut off. */
const IDLE_MS = 90_000;

/** How the HTTP server treats its connections. @param idleMs time in which nothing passes in either direction */
export const serverOptions = ({ trustedProxies }: Pick<Config, 'trustedProxies'>, idleMs = IDLE_MS) => ({
  bodyLimit,
  trustProxy: [...trustedProxies],
  requestTimeout: 60_000,
  connectionTimeout: idleMs,
  rewriteUrl: readableAddress,
  // each route parses its parameters; what the router refuses itself has neither headers nor envelope
  routerOptions: { maxParamLength: 16_384 },
});
