import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { County } from '@portal/proto/rpc/admin-config';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { controllers } from '../src/app.module.js';
import { Forwarding, forwardedHeader, mostOfNetwork } from '../src/edge/forwarding.js';
import { apiPath } from '../src/edge/matched-route.js';
import { readingPosts, waitsForMove } from '../src/edge/moving-county.js';
import { listRoutes } from '../src/session/access.check.js';

/** Ignores the error of an incomplete request, because some tests disconnect a client early. */
const ignoreLeaving = (): void => undefined;
const forwarding = new Forwarding();
const moveKey = 'key of the move';
let gateway: FastifyInstance;
let other: Server;
/** How the other installation answers. */
let answer: (request: IncomingMessage, body: string) => { status: number; headers?: object; body: string };
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  other = createServer((request, response) => {
    void text(request).then((body) => {
      const { status, headers, body: answered } = answer(request, body);
      response.writeHead(status, { ...headers }).end(answered);
    }, ignoreLeaving);
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  gateway = Fastify({ trustProxy: ['127.0.0.1'] });
  gateway.addHook('onRequest', async (request, reply) => {
    const to = request.headers['x-to'] ?? `http://127.0.0.1:${portOf(other)}`;
    const failure = await forwarding.forward(request, reply, { to: String(to), key: moveKey });
    if (failure) void reply.status(503).send(failure.code);
    return reply;
  });
  await gateway.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  forwarding.onApplicationShutdown();
  await gateway.close();
  other.close();
});
afterEach(() => {
  answer = () => ({ status: 200, body: '' });
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function send({ method = 'GET', path = '/LandShark/', headers = {}, body }: Asked) {
  const asked = ask({ port: portOf(gateway.server), host: '127.0.0.1', method, path, headers, agent: false });
  asked.end(body);
  const [got] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: got.statusCode, headers: got.headers, body: await text(got) };
}

test('a request for a moved county arrives with its host, path, cookie and body, and the answer comes back whole', async () => {
  let seen: unknown;
  answer = ({ method, url, headers: { host, cookie } }, body) => {
    seen = { method, url, host, cookie, body };
    return { status: 418, headers: { 'set-cookie': ['a=1', 'b=2'], etag: '"x"' }, body: 'a pot' };
  };
  const headers = { host: 'lake.example', cookie: 'portal=1' };
  const got = await send({ method: 'POST', path: '/LandShark/api/x?y=%20', headers, body: '{"a":1}' });
  expect(seen).toEqual({
    ...{
      method: 'POST',
      url: '/LandShark/api/x?y=%20',
      host: 'lake.example',
      cookie: 'portal=1',
      body: '{"a":1}',
    },
  });
  expect([got.status, got.body, got.headers['set-cookie'], got.headers.etag]).toEqual([
    ...[418, 'a pot', ['a=1', 'b=2'], '"x"'],
  ]);
});

test('the other installation gets the real IP address of the client, whatever the client’s own headers claim', async () => {
  let seen: Record<string, unknown> = {};
  answer = ({ headers }) => {
    seen = headers;
    return { status: 200, body: '' };
  };
  await send({
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'h' },
  });
  expect([seen['x-forwarded-for'], seen['x-forwarded-proto'], seen['x-forwarded-host']]).toEqual([
    ...['203.0.113.9', 'https', undefined],
  ]);
  await send({ headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
  expect(seen['x-forwarded-for']).toBe('203.0.113.9');
});

test('a forwarded request contains the key of the move in a header', async () => {
  const seen: unknown[] = [];
  answer = ({ headers }) => {
    seen.push(headers[forwardedHeader]);
    return { status: 200, body: '' };
  };
  await send({});
  expect(seen).toEqual([moveKey]);
});

test('a forwarded request is not forwarded again', async () => {
  expect(await send({ headers: { [forwardedHeader]: '1' } })).toMatchObject({
    status: 503,
    body: 'SERVICE_UNAVAILABLE',
  });
});

test('a request fails with SERVICE_UNAVAILABLE if the other installation cannot be reached', async () => {
  expect(await send({ headers: { 'x-to': 'http://127.0.0.1:1' } })).toMatchObject({
    status: 503,
    body: 'SERVICE_UNAVAILABLE',
  });
});

test('headers that concern only one connection are not forwarded, nor are those that the Connection header names', async () => {
  let seen: Record<string, unknown> = {};
  answer = ({ headers }) => {
    seen = headers;
    return { status: 200, headers: { connection: 'close, x-hop', 'x-hop': '2', 'x-kept': '3' }, body: '' };
  };
  const headers = { connection: 'close, X-Hop', 'x-hop': '1', te: 'trailers', 'x-kept': '4' };
  const got = await send({ headers });
  expect([seen['x-hop'], seen['te'], seen['x-kept']]).toEqual([undefined, undefined, '4']);
  expect([got.headers['x-hop'], got.headers['x-kept']]).toEqual([undefined, '3']);
});

test.each(['GET', 'DELETE', 'POST'])(
  'the body of a %s is not read as a second request, even if the Connection header names Content-Length',
  async (method) => {
    const seen: unknown[] = [];
    answer = ({ url }, body) => {
      seen.push([url, body]);
      return { status: 200, body: 'ok' };
    };
    const body = 'GET /hidden HTTP/1.1\r\nhost: lake.example\r\n\r\n';
    const headers = { connection: 'content-length', 'content-length': String(body.length) };
    await send({ method, path: '/first', headers, body });
    await send({ path: '/next' });
    expect(seen).toEqual([
      ['/first', body],
      ['/next', ''],
    ]);
  },
);

test('a body of unknown length arrives whole', async () => {
  let seen = '';
  answer = (_request, body) => {
    seen = body;
    return { status: 200, body: 'ok' };
  };
  const asked = ask({ port: portOf(gateway.server), method: 'POST', agent: false });
  asked.write('first ');
  asked.end('second');
  const [got] = (await once(asked, 'response')) as [IncomingMessage];
  expect([await text(got), seen]).toEqual(['ok', 'first second']);
});

test('when a client disconnects, its request at the other installation ends too', async () => {
  const arrived = once(other, 'request') as Promise<[IncomingMessage]>;
  const client = connect(portOf(gateway.server), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: lake.example\r\ncontent-length: 100\r\n\r\nhalf');
  const [request] = await arrived;
  const closed = new Promise((resolve) => request.once('close', resolve));
  client.destroy();
  await closed;
  expect(request.complete).toBe(false);
});

test('a network whose requests never end cannot take all connections to the other installation', async () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  let seen = 0;
  const count = (): void => void (seen += 1);
  other.on('request', count);
  const clients = Array.from({ length: mostOfNetwork }, () => {
    const client = connect(portOf(gateway.server), '127.0.0.1');
    client.write(
      'POST / HTTP/1.1\r\nhost: lake\r\nx-forwarded-for: 203.0.113.9\r\ncontent-length: 100\r\n\r\nhalf',
    );
    return client;
  });
  while (seen < mostOfNetwork) await once(other, 'request');
  other.off('request', count);
  expect(await send(from('203.0.113.9'))).toMatchObject({ status: 503, body: 'SERVICE_BUSY' });
  expect(await send(from('198.51.100.1'))).toMatchObject({ status: 200 });
  for (const client of clients) client.destroy();
  for (;;) if ((await send(from('203.0.113.9'))).status === 200) break;
});

test('a gateway that shuts down still completes the requests that it has begun to forward', async () => {
  let tell = ignoreLeaving;
  const ending = new Promise<void>((resolve) => (tell = resolve));
  const told = { provide: 'told', useValue: { beforeApplicationShutdown: () => tell() } };
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: class Ending {}, providers: [Forwarding, told] },
    new FastifyAdapter({ forceCloseConnections: false }),
    { logger: false },
  );
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', async (request, reply) => {
    const there = { to: `http://127.0.0.1:${portOf(other)}`, key: moveKey };
    const failure = await app.get(Forwarding).forward(request, reply, there);
    if (failure) void reply.status(503).send(failure.code);
    return reply;
  });
  await app.listen(0, '127.0.0.1');
  answer = (_request, body) => ({ status: 200, body });
  const arrived = once(other, 'request');
  const asked = ask({ port: portOf(server.server), host: '127.0.0.1', method: 'POST', agent: false });
  asked.write('paid ');
  await arrived;
  const closed = app.close();
  await ending;
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  asked.end('once');
  const [got] = await answered;
  expect([got.statusCode, await text(got)]).toEqual([200, 'paid once']);
  await closed;
});

const lake: County = {
  ...{ id: 'lake', name: 'Lake County', hosts: ['localhost'], origin: 'http://localhost' },
  ...{ timeZone: 'America/Chicago', state: 'MN' },
};
const leaving: County = { ...lake, move: { standing: 'LEAVING', until: '2026-11-28T22:00:30.000Z' } };
const now = new Date('2026-11-28T22:00:00Z');
const requestOf = (method: string, route: string, more: Partial<FastifyRequest> = {}) =>
  ({ method, headers: {}, routeOptions: { url: apiPath + route }, ...more }) as unknown as FastifyRequest;
const waits = (method: string, route: string, county = leaving): boolean =>
  waitsForMove(requestOf(method, route), county, now);

test('while a county leaves, people can search and read, and changes must wait', () => {
  expect(waits('GET', 'home/all')).toBe(false);
  expect(waits('POST', 'search/searchByName')).toBe(false);
  expect(waits('POST', 'search/documentDetails')).toBe(false);
  expect(waits('POST', 'auth/login')).toBe(true);
  expect(waits('GET', 'auth/logout')).toBe(true);
  expect(waits('GET', 'controlPanel/countyConfig/endUserSessions')).toBe(true);
  expect(waits('POST', 'imaging/payDownloadOrder')).toBe(true);
});

test('an arriving county answers only requests that change nothing, and only if its earlier installation forwards them', () => {
  const arriving: County = { ...lake, move: { standing: 'ARRIVING', key: moveKey } };
  expect(waits('GET', 'home/all', arriving)).toBe(true);
  const passedOn = (method: string, route: string, ips = ['10.0.0.7', '203.0.113.9'], key = moveKey) =>
    waitsForMove(requestOf(method, route, { headers: { [forwardedHeader]: key }, ips }), arriving, now);
  expect([passedOn('GET', 'home/all'), passedOn('POST', 'search/searchByName')]).toEqual([false, false]);
  expect(passedOn('POST', 'auth/login')).toBe(true);
  expect(passedOn('GET', 'home/all', ['203.0.113.9'])).toBe(true);
  for (const key of ['1', '', 'undefined']) expect(passedOn('GET', 'home/all', undefined, key)).toBe(true);
  const keyless: County = { ...lake, move: { standing: 'ARRIVING' } };
  for (const key of ['1', '', 'undefined']) {
    const request = requestOf('GET', 'home/all', {
      headers: { [forwardedHeader]: key },
      ips: ['10.0.0.7', '203.0.113.9'],
    });
    expect(waitsForMove(request, keyless, now)).toBe(true);
  }
});

test('changes are accepted at once in a county that does not move, or whose time limit for leaving has passed', () => {
  expect(waits('POST', 'auth/login', lake)).toBe(false);
  const over: County = { ...lake, move: { standing: 'LEAVING', until: '2026-11-28T21:59:59.000Z' } };
  expect(waits('POST', 'auth/login', over)).toBe(false);
});

test('every path in the list of POST routes that only read is the path of a route', () => {
  const posts = new Set(
    listRoutes(controllers).flatMap(({ method, path }) => (method === 'POST' ? [path] : [])),
  );
  expect(readingPosts.filter((route) => !posts.has(route) && !posts.has(`/${route}`))).toEqual([]);
});
