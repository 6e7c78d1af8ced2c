import { expect, test } from '@jest/globals';
import { askRaw, connectFrom, parseReply, readToEnd, type RawReply } from './raw-requests.js';

const host = `localhost:${Number(process.env.PORTAL_PORT)}`;

const say = (text: string): Promise<RawReply> => {
  const socket = connectFrom();
  socket.write(text);
  return readToEnd(socket).then(parseReply);
};

const secured = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-correlation-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
};

const last = 'connection: close\r\n\r\n';

test.each([
  ['what is not HTTP', 400, 'GARBAGE\r\n\r\n'],
  ['a header without a name', 400, `GET / HTTP/1.1\r\nhost: ${host}\r\n: x\r\n\r\n`],
  ['two lengths', 400, `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`],
  [
    'a length and chunks',
    400,
    `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
  ],
  [
    'a chunk without a size',
    400,
    `POST /LandShark/api/auth/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  ],
  ['a head of 20 KB', 431, `GET / HTTP/1.1\r\nhost: ${host}\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an expectation', 417, `GET / HTTP/1.1\r\nhost: ${host}\r\nexpect: tea\r\n${last}`],
  ['no host', 400, `GET / HTTP/1.1\r\n${last}`],
  ['a method that nobody has', 404, `PROPFIND /LandShark/api/home/all HTTP/1.1\r\nhost: ${host}\r\n${last}`],
  ['a trace', 404, `TRACE /LandShark/api/home/all HTTP/1.1\r\nhost: ${host}\r\n${last}`],
])('S34 %s is answered %i with the security headers', async (_what, status, text) => {
  const reply = await say(text);
  expect([reply.status, reply.headers]).toEqual([status, expect.objectContaining(secured)]);
});

test.each([
  ['two hosts', `host: ${host}\r\nhost: evil.test`],
  ['a host with the address of another one', `host: ${host.replace(/:\d+$/, '')}:80@evil.test`],
  ['two hosts that are the same', `host: ${host}\r\nHost: ${host}`],
])('S35 a request with %s is refused', async (_what, lines) => {
  for (const path of [
    '/',
    '/LandShark/',
    '/LandShark/api/auth/loginPageLinks',
    '/LandShark/assets/none.js',
  ]) {
    const reply = await say(`GET ${path} HTTP/1.1\r\n${lines}\r\n${last}`);
    expect([path, reply.status, reply.headers]).toEqual([path, 400, expect.objectContaining(secured)]);
  }
});

test.each(['99999', 'http'])('S35 a request with the port %s in its host is refused', async (port) => {
  const cookie = `portal-visit=${'A'.repeat(43)}`;
  const head = `host: localhost:${port}\r\ncookie: ${cookie}\r\n${last}`;
  const paths = ['/LandShark/', '/LandShark/api/auth/provider/callback?code=x&state=y'];
  const replies = await Promise.all(paths.map((path) => say(`GET ${path} HTTP/1.1\r\n${head}`)));
  expect(replies.map(({ status }) => status)).toEqual([400, 400]);
});

test('a request with a single Host header is served', async () => {
  expect((await askRaw({ method: 'GET', target: '/LandShark/api/auth/loginPageLinks' })).status).toBe(200);
});
