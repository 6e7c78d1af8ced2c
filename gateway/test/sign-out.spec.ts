import { fastifyCookie } from '@fastify/cookie';
import { expect, test } from '@jest/globals';
import type { RpcClient } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { fail, ok, type Result } from '@portal/proto/result';
import Fastify from 'fastify';
import { AuthController } from '../src/http/auth.controller.js';
import type { CurrentUserWriter } from '../src/http/current-user.js';
import type { SessionReader } from '../src/session/session-reader.js';
import type { Visit } from '../src/session/visit.js';

/** Signs out through a server whose identity service gives this answer. */
async function signOutWith(answer: Result<object, 'SERVICE_UNAVAILABLE' | 'SERVICE_TIMEOUT'>) {
  const forgotten: string[] = [];
  const controller = new AuthController(
    { call: () => Promise.resolve(answer) } as unknown as RpcClient,
    { forget: (hash: string) => void forgotten.push(hash) } as unknown as SessionReader,
    {} as CurrentUserWriter,
  );
  const visit = { session: { actor: testActor() }, tokenHash: 'hash' } as unknown as Visit;
  const server = Fastify();
  await server.register(fastifyCookie);
  server.get('/logout', (request, reply) => controller.logout(visit, request, reply));
  const { headers } = await server.inject({ url: '/logout', cookies: { portal: 'A'.repeat(43) } });
  await server.close();
  return { cookie: headers['set-cookie'], storage: headers['clear-site-data'], forgotten };
}

test('A5-04 S12 a sign-out that the identity service confirms removes the cookie and clears what the browser stored', async () => {
  const { cookie, storage, forgotten } = await signOutWith(ok({}));
  expect(cookie).toMatch(/^portal=;/);
  expect([storage, forgotten]).toEqual(['"storage"', ['hash']]);
});

test.each(['SERVICE_UNAVAILABLE', 'SERVICE_TIMEOUT'] as const)(
  'A5-06 S12 a sign-out that ends with %s keeps the cookie, because the session may still exist; the user can try again',
  async (code) => {
    expect(await signOutWith(fail(code))).toEqual({ cookie: undefined, storage: undefined, forgotten: [] });
  },
);
