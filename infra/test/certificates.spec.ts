import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { certificateEnd } from '@portal/infra/metrics';

let server: Server;
afterEach(() => void server.close());

test.each([true, false])(
  'reading a certificate fails at once if the server closes the connection when asked for TLS (PostgreSQL: %s)',
  async (asks) => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(certificateEnd({ host: '127.0.0.1', port, asks })).rejects.toThrow(/disconnected|hung up/);
  },
);
