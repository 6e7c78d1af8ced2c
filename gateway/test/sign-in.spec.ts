import { fastifyCookie } from '@fastify/cookie';
import { describe, expect, test } from '@jest/globals';
import type { RpcClient } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import Fastify from 'fastify';
import type { SignInEnd } from '../src/edge/sign-in-door.js';
import { AuthController } from '../src/http/auth.controller.js';
import type { CurrentUserWriter } from '../src/http/current-user.js';
import type { SessionReader } from '../src/session/session-reader.js';
import type { Visit } from '../src/session/visit.js';

/**
 * Signs in through a server whose identity service gives this answer.
 * @returns the steps of the sign-in, including the outcome that was recorded for the limits
 */
async function signInWith(answer: Result<object>): Promise<(SignInEnd | 'write' | undefined)[]> {
  const steps: (SignInEnd | 'write' | undefined)[] = [];
  const controller = new AuthController(
    { call: () => Promise.resolve(answer) } as unknown as RpcClient,
    { forget: () => undefined } as unknown as SessionReader,
    { write: async () => void steps.push('write') } as unknown as CurrentUserWriter,
  );
  const visit = { county: { id: 'lake' }, tokenHash: '' } as unknown as Visit;
  const server = Fastify();
  await server.register(fastifyCookie);
  server.post('/login', (request, reply) => {
    request.leaveDoor = () => void steps.push(request.signInEnd);
    return controller.login(request.body, visit, request, reply);
  });
  const payload = { username: 'demo.escrow', password: 'x', language: 'ENGLISH' };
  await server.inject({ method: 'POST', url: '/login', payload });
  await server.close();
  return steps;
}

describe('S14 the slot of a sign-in', () => {
  test('S14 is free again before the gateway asks other services about the user', async () => {
    const answer = ok({ token: 'A'.repeat(43), session: {} });
    expect(await signInWith(answer)).toEqual(['ANSWERED', 'write']);
  });

  test.each([
    ['WRONG_CREDENTIALS', 'WRONG'],
    ['USER_INACTIVE', 'ANSWERED'],
    ['SERVICE_UNAVAILABLE', 'UNANSWERED'],
    ['SERVICE_TIMEOUT', 'UNANSWERED'],
  ] as const)('S14 is returned when a sign-in ends with %s, which counts as %s', async (code, end) => {
    expect(await signInWith(fail(code))).toEqual([end]);
  });

  test('S14 is returned, and no password guess is counted, if the identity service was too busy to check the password', async () => {
    const refused = fail('TOO_MANY_REQUESTS', { seconds: 1, busy: 1 });
    expect(await signInWith(refused)).toEqual(['UNANSWERED']);
    expect(await signInWith(fail('TOO_MANY_REQUESTS', { seconds: 900 }))).toEqual(['WRONG']);
  });
});
