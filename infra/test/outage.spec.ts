import { expect, test } from '@jest/globals';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { isNativeError } from 'node:util/types';
import { Redis } from 'ioredis';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { isTransient } from '../src/events/outage.js';
import { serviceCodeOf, type ServiceCode } from '@portal/infra/log';
import { fail } from '@portal/proto/result';
import { openObjectStore } from '@portal/infra/storage';
import { RpcFailure } from '@portal/infra/rpc';

const s3 = { kind: 's3', accessKey: 'a', secretKey: 'b'.repeat(16), region: 'r', bucket: 'objects' } as const;

const coded = (code: string, message = ''): Error => Object.assign(new Error(message), { code });
const failed = (state: string): Error => new QueryFailedError('SELECT 1', [], coded(state));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * Calls `work` with a port on which the server `treat` listens, and returns the error that `work` throws. Without
 * `treat`, nothing listens on the port.
 */
async function thrownAt(work: (port: number) => Promise<unknown>, treat?: Server): Promise<unknown> {
  const server = treat ?? createServer();
  const port = await listening(server);
  if (!treat) await new Promise((resolve) => server.close(resolve));
  try {
    return await work(port).then(
      () => 'nothing',
      (error: unknown) => error,
    );
  } finally {
    if (treat) await new Promise((resolve) => server.close(resolve));
  }
}

const connect = (port: number): Promise<unknown> =>
  new pg.Client({ host: '127.0.0.1', port, user: 'a', database: 'a' }).connect();

async function pingRedis(port: number): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    return await redis.ping();
  } finally {
    redis.disconnect();
  }
}

const readObject = (port: number): Promise<unknown> =>
  openObjectStore({ ...s3, endpoint: `http://127.0.0.1:${port}` }).get('lake/a');

const hangUp = (): Server => createServer((socket) => socket.destroy());

const halfAnObject = (): Server =>
  createHttpServer((_, response) => {
    response.writeHead(200, { 'content-length': '9', etag: '"e"' });
    response.write('half', () => response.destroy());
  });

const realErrors: [string, () => Promise<unknown>][] = [
  ['PostgreSQL does not listen', () => thrownAt(connect)],
  ['PostgreSQL hangs up', () => thrownAt(connect, hangUp())],
  ['Redis does not listen', () => thrownAt(pingRedis)],
  ['an HTTP server does not listen', () => thrownAt((port) => fetch(`http://127.0.0.1:${port}`))],
  ['the object store does not listen', () => thrownAt(readObject)],
  ['the object store breaks off', () => thrownAt(readObject, halfAnObject())],
];

test.each(realErrors)(
  '%s, so the error counts as an outage and the same work may succeed later',
  async (_, reasonOf) => {
    const reason = await reasonOf();
    expect(isNativeError(reason)).toBe(true);
    expect([reason, serviceCodeOf(reason)]).toEqual([reason, 'SERVICE_UNAVAILABLE']);
    expect(isTransient(reason)).toBe(true);
  },
);

const told: [ServiceCode | undefined, string, Error][] = [
  ['SERVICE_UNAVAILABLE', 'PostgreSQL ends', failed('57P01')],
  ['SERVICE_UNAVAILABLE', 'PostgreSQL crashed', failed('57P02')],
  ['SERVICE_UNAVAILABLE', 'PostgreSQL starts', failed('57P03')],
  ['SERVICE_UNAVAILABLE', 'a standby is asked to write', failed('25006')],
  [
    'SERVICE_UNAVAILABLE',
    'a standby is asked for the position of a primary',
    new QueryFailedError('SELECT 1', [], coded('55000', 'recovery is in progress')),
  ],
  ['SERVICE_UNAVAILABLE', 'the disk of PostgreSQL is full', failed('53100')],
  ['SERVICE_UNAVAILABLE', 'PostgreSQL has too many connections', failed('53300')],
  ['SERVICE_UNAVAILABLE', 'PostgreSQL cannot read its files', failed('58030')],
  ['SERVICE_UNAVAILABLE', 'the connection of a pool ended', new Error('Connection terminated unexpectedly')],
  ['SERVICE_UNAVAILABLE', 'PostgreSQL is silent', coded('ETIMEDOUT', 'PostgreSQL does not answer')],
  ['SERVICE_UNAVAILABLE', 'Redis reads its file', new Error('LOADING Redis is loading the dataset')],
  ['SERVICE_UNAVAILABLE', 'Redis is a replica', new Error(`READONLY You can't write against a read only`)],
  ['SERVICE_UNAVAILABLE', 'Redis has a full disk', new Error('MISCONF Redis is configured to save')],
  ['SERVICE_UNAVAILABLE', 'the folder of objects is full', coded('ENOSPC')],
  ['SERVICE_UNAVAILABLE', 'the certificate of a server has ended', coded('CERT_HAS_EXPIRED')],
  ['SERVICE_UNAVAILABLE', 'a certificate is for another host', coded('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['SERVICE_UNAVAILABLE', 'the reason is wrapped', new Error('no total', { cause: failed('57P01') })],
  ['SERVICE_UNAVAILABLE', 'a service is away', new RpcFailure('a.b', fail('SERVICE_UNAVAILABLE'))],
  ['SERVICE_TIMEOUT', 'a service is late', new RpcFailure('a.b', fail('SERVICE_TIMEOUT'))],
  ['SERVICE_TIMEOUT', 'a statement is canceled at its limit', failed('57014')],
  ['SERVICE_BUSY', 'a row stays locked', failed('55P03')],
  ['SERVICE_BUSY', 'transactions stay in conflict', failed('40001')],
  [undefined, 'Redis knows no such command', new Error('ERR unknown command')],
  [undefined, 'an object is not in the needed state', failed('55000')],
  [undefined, 'a row is there already', failed('23505')],
  [undefined, 'a statement is wrong', failed('42601')],
  [undefined, 'a transaction waits for its own work', failed('25P03')],
  [undefined, 'a service knows no such thing', new RpcFailure('a.b', fail('NOT_FOUND'))],
  [undefined, 'a defect', new TypeError('undefined is not a function')],
  [undefined, 'an object is missing', coded('ENOENT')],
];

test.each(told)('the code for an error is %s: %s', (code, _, error) => {
  expect(serviceCodeOf(error)).toBe(code);
  expect(isTransient(error)).toBe(code !== undefined);
});
