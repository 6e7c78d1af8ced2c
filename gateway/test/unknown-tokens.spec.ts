import { randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { expect, test } from '@jest/globals';
import { hashToken } from '@portal/infra/session-cache';
import { testConfig } from '@portal/infra/testing';
import type { Failure } from '@portal/proto/result';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../src/answers/refusal.js';
import { requestsPerMinute } from '../src/edge/limits.js';
import { VisitHook } from '../src/edge/visit.hook.js';
import type { SessionReader } from '../src/session/session-reader.js';

const userToken = 'u'.repeat(43);
const user = { id: 'user', role: 'USER' };

const answer = (code: string, reply: FastifyReply): void =>
  void reply.status(code === 'TOO_MANY_REQUESTS' ? 429 : 500).send(code);

/** A gateway in front of an identity service that knows one token. `asked` counts the questions about other tokens. */
async function start() {
  const told = { asked: 0 };
  const sessions: Pick<SessionReader, 'read' | 'forget' | 'knows'> = {
    read: async (_county, tokenHash) => {
      if (tokenHash === hashToken(userToken)) return { user, actor: { county: 'lake' } } as never;
      told.asked += 1;
      return null;
    },
    knows: async (tokenHash) => tokenHash === hashToken(userToken),
    forget: () => undefined,
  };
  const hook = new VisitHook(
    { findCountyByHost: async () => ({ id: 'lake' }) } as never,
    sessions as SessionReader,
    { inPlace: async () => false } as never,
    {
      answer: ({ code }: Failure, _request: FastifyRequest, reply: FastifyReply) => answer(code, reply),
      refuse: (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
        answer(error instanceof Refusal ? error.failure.code : String(error), reply),
    } as never,
    {} as never,
    testConfig(),
  );
  const server = fastify();
  await server.register(fastifyCookie);
  hook.register(server);
  server.get('/LandShark/api/home', () => 'home');
  await server.ready();
  const visit = async (token: string): Promise<number> => {
    const { statusCode } = await server.inject({ url: '/LandShark/api/home', cookies: { portal: token } });
    return statusCode;
  };
  return { told, visit, close: () => server.close() };
}

test('S14 a network that has used up its limit cannot make the identity service look up invented tokens', async () => {
  const { told, visit, close } = await start();
  const invented = (): string => randomBytes(32).toString('base64url');
  for (let at = 0; at < requestsPerMinute.address; at += 1) expect(await visit(invented())).toBe(200);
  expect(told.asked).toBe(requestsPerMinute.address);
  for (let at = 0; at < 20; at += 1) expect(await visit(invented())).toBe(429);
  expect(told.asked).toBe(requestsPerMinute.address);
  // a signed-in user of the same network is not refused
  expect(await visit(userToken)).toBe(200);
  await close();
});
