import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Ls1Address } from '@portal/proto/http/ls1';
import { openSqlServerSource, sqlServerFault } from '../src/ls1-migrations/sqlserver-source.js';

const login = { name: 'ls1', username: 'reader', password: 'secret' };
const servers: { server: Server; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  }
});

/** A server of this machine that treats each connection in its way. */
async function listening(treat: (socket: Socket) => void): Promise<Ls1Address> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    treat(socket);
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { kind: 'sqlserver', host: 'ls1.example', port, tls: 'disable' };
}
const opened = (address: Ls1Address) => openSqlServerSource(address, '127.0.0.1', login, 1_000);

describe('a connection to SQL Server', () => {
  test('that nobody takes is told as not reached', async () => {
    const address = await listening(() => undefined);
    for (const { server } of servers.splice(0)) {
      server.close();
      await once(server, 'close');
    }
    await expect(opened(address)).rejects.toThrow('LS1: NOT_REACHED');
  });

  test('that is taken and never answered ends in time', async () => {
    await expect(opened(await listening(() => undefined))).rejects.toThrow('LS1: TIMEOUT');
  });

  test('that is closed at once, or answered by something else, is told without what the server said', async () => {
    for (const treat of [
      (socket: Socket) => void socket.destroy(),
      (socket: Socket) => void socket.end('HTTP/1.1 400 reader secret\r\n\r\n'),
    ])
      await expect(opened(await listening(treat))).rejects.toThrow(/^LS1: (BROKEN_OFF|NOT_REACHED|TIMEOUT)$/);
  });
});

test.each([
  [{ code: 'ELOGIN', message: "Login failed for user 'reader'." }, 'SIGN_IN_REFUSED'],
  [{ code: 'ELOGIN', message: 'Cannot open database "ls1" requested by the login.' }, 'NO_DATABASE'],
  [{ code: 'EREQUEST', number: 208, message: "Invalid object name 'ls1_user'." }, 'NO_VIEW'],
  [{ code: 'EREQUEST', number: 207, message: "Invalid column name 'email'." }, 'NO_VIEW'],
  [{ code: 'EREQUEST', number: 229, message: 'The SELECT permission was denied.' }, 'READ_REFUSED'],
  [{ code: 'EREQUEST', number: 245, message: 'Conversion failed.' }, 'READ_REFUSED'],
  [{ code: 'EREQUEST', number: 1222, message: 'Lock request time out period exceeded.' }, 'TIMEOUT'],
  [{ code: 'ETIMEOUT', message: 'Timeout: Request failed to complete in 60000ms' }, 'TIMEOUT'],
  [{ code: 'ESOCKET', message: 'Failed to connect', originalError: { code: 'ECONNREFUSED' } }, 'NOT_REACHED'],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'NO_TLS'],
  [{ code: 'ECONNCLOSED', message: 'Connection is closed.' }, 'BROKEN_OFF'],
  [{ code: 'ESOCKET', message: 'socket hang up' }, 'BROKEN_OFF'],
])('an error of SQL Server tells its fault and nothing of what it says: %j', (error, fault) => {
  expect(sqlServerFault(error)).toMatchObject({ fault, message: `LS1: ${fault}` });
});
