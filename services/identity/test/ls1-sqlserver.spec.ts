import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Ls1Address } from '@portal/proto/http/ls1';
import { SourceFault } from '../src/ls1-migrations/former-database.js';
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

/** Starts a local server that handles each connection with the given function. */
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
/** Resolves only the address that the user entered, and refuses all others. */
const onlyTyped = (host: string): Promise<string> =>
  host === '127.0.0.1' ? Promise.resolve(host) : Promise.reject(new SourceFault('HOST_NOT_ALLOWED'));
const opened = (address: Ls1Address) =>
  openSqlServerSource(address, '127.0.0.1', login, { addressOf: onlyTyped, connectMs: 1_000 });

const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** Makes a message of one packet, in the format that a server sends (MS-TDS 2.2.3). */
const packet = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length + 8;
  return Buffer.concat([Buffer.from([4, 1, length >> 8, length & 255, 0, 0, 1, 0]), body]);
};
const token = (kind: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([kind]), u16(body.length), body]);
};
/** The answer to PRELOGIN: version, and no encryption. */
const preLogin = packet(
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255]),
  Buffer.from([16, 0, 0, 0, 0, 0]),
  Buffer.from([2]),
);
/** Makes the answer to LOGIN7: the sign-in is accepted, and the client is redirected to another server. */
const sentOn = (host: string, port: number): Buffer => {
  const target = Buffer.concat([Buffer.from([0]), u16(port), u16(host.length), ucs2(host)]);
  const acknowledged = [Buffer.from([1, 0x74, 0, 0, 4, 3]), ucs2('LS1'), Buffer.from([16, 0, 0, 0])];
  return packet(
    token(0xad, ...acknowledged),
    token(0xe3, Buffer.from([20]), u16(target.length), target, u16(0)),
    Buffer.from([0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  );
};
/** Starts a stand-in for SQL Server that accepts every sign-in and redirects the client. */
const sendingOn = (target: () => { host: string; port: number }) =>
  listening((socket) =>
    socket.on('data', (data: Buffer) => {
      const { host, port } = target();
      socket.write(data[0] === 0x12 ? preLogin : sentOn(host, port));
    }),
  );

describe('a connection to SQL Server', () => {
  test('is reported as unreachable if it is not accepted', async () => {
    const address = await listening(() => undefined);
    for (const { server } of servers.splice(0)) {
      server.close();
      await once(server, 'close');
    }
    await expect(opened(address)).rejects.toThrow('LS1: NOT_REACHED');
  });

  test('ends at its deadline if it is accepted but never answered', async () => {
    await expect(opened(await listening(() => undefined))).rejects.toThrow('LS1: TIMEOUT');
  });

  test('is reported without the server’s text if it is closed at once, or if another program answers', async () => {
    for (const treat of [
      (socket: Socket) => void socket.destroy(),
      (socket: Socket) => void socket.end('HTTP/1.1 400 reader secret\r\n\r\n'),
    ])
      await expect(opened(await listening(treat))).rejects.toThrow(/^LS1: (BROKEN_OFF|NOT_REACHED|TIMEOUT)$/);
  });
});

describe('S27 a redirect by SQL Server', () => {
  test('is not followed to an internal server', async () => {
    let reached = 0;
    const inside = await listening(() => (reached += 1));
    const outside = await sendingOn(() => ({ host: 'localhost', port: inside.port }));
    await expect(opened(outside)).rejects.toThrow('LS1: HOST_NOT_ALLOWED');
    expect(reached).toBe(0);
  });

  test('is followed to a server that the operator allows', async () => {
    let reached = 0;
    const replica = await listening((socket) => {
      reached += 1;
      socket.destroy();
    });
    await expect(opened(await sendingOn(() => ({ host: '127.0.0.1', port: replica.port })))).rejects.toThrow(
      /^LS1: (BROKEN_OFF|NOT_REACHED)$/,
    );
    expect(reached).toBeGreaterThan(0);
  });

  test('is not followed any further if it always leads to the same server again', async () => {
    let own = 0;
    const circle = await sendingOn(() => ({ host: '127.0.0.1', port: own }));
    own = circle.port;
    await expect(opened(circle)).rejects.toThrow('LS1: NOT_REACHED');
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
])('an error of SQL Server is reported as a fault, without its text: %j', (error, fault) => {
  expect(sqlServerFault(error)).toMatchObject({ fault, message: `LS1: ${fault}` });
});
