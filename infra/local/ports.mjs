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

/** The port that a listening server has. */
export function portOf(server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return port;
}

/** A port of 127.0.0.1 that is free at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const port = portOf(probe);
      probe.close(() => resolve(port));
    });
  });
}

/** The first of `count` consecutive free ports (the portal, the payment sandbox, the mail page). */
export async function freePortRange(count) {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = await freePort();
    const others = Array.from({ length: count - 1 }, (_, n) => whyPortIsTaken(first + n + 1));
    if (first + count < 65536 && (await Promise.all(others)).every((reason) => reason === undefined))
      return first;
  }
  throw new Error(`found no ${count} neighboring free ports`);
}
