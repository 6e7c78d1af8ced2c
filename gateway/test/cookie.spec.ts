import { fastifyCookie } from '@fastify/cookie';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { giveToken, readToken } from '../src/session/cookie.js';

const token = 'A'.repeat(43);

/** Starts a server that sets and reads a token, behind a proxy that reports the browser's protocol. */
const openServer = async () => {
  const server = Fastify({ trustProxy: true });
  await server.register(fastifyCookie);
  server.get('/give', (request, reply) => {
    giveToken(request, reply, token);
    return reply.send('');
  });
  server.get('/read', (request) => ({ token: readToken(request) ?? null }));
  return server;
};

test('S11 over TLS the cookie is bound to the host, and a cookie of another name is ignored', async () => {
  const server = await openServer();
  const headers = { 'x-forwarded-proto': 'https' };
  const given = await server.inject({ url: '/give', headers });
  expect(given.headers['set-cookie']).toBe(`__Host-portal=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`);
  const read = async (cookie: string) =>
    (await server.inject({ url: '/read', headers: { ...headers, cookie } })).json<{ token: string | null }>();
  expect(await read(`__Host-portal=${token}`)).toEqual({ token });
  expect(await read(`portal=${token}`)).toEqual({ token: null });
  expect(await read(`__Host-portal=${token}x`)).toEqual({ token: null });
  await server.close();
});
