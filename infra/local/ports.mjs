import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Resolves to undefined when `port` can be listened on, else to the system's reason ('EADDRINUSE', 'EACCES' …). */
export function whyPortIsTaken(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/** True if anything accepts connections on `port` of 127.0.0.1. */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** The port on which a server listens. */
export function portOf(server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return port;
}

/**
 * The range in which free ports are looked for. It ends below the ports that systems give to outgoing connections
 * (Linux: from 32768), so that no outgoing connection takes the chosen port before the server listens on it. The range
 * begins above the ports that browsers refuse.
 */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** A port of 127.0.0.1 that is free at this moment. */
export async function freePort() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await whyPortIsTaken(port, '127.0.0.1')) === undefined) return port;
  }
  throw new Error(`found no free port between ${LOWEST} and ${HIGHEST}`);
}

/** The first of `count` consecutive free ports (the portal, the payment sandbox, the mail page). */
export async function freePortRange(count) {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = await freePort();
    const others = Array.from({ length: count - 1 }, (_, n) => whyPortIsTaken(first + n + 1));
    if ((await Promise.all(others)).every((reason) => reason === undefined)) return first;
  }
  throw new Error(`found no ${count} neighboring free ports`);
}
