import { randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { TestClock, testActor, testConfig } from '@portal/infra/testing';
import { ok, type Failure } from '@portal/proto/result';
import type { Session } from '@portal/proto/rpc/identity';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../src/answers/refusal.js';
import { requestsPerMinute } from '../src/edge/limits.js';
import { VisitHook } from '../src/edge/visit.hook.js';
import { SessionReader } from '../src/session/session-reader.js';

const { redisUrl, redisNamespace, keys } = testConfig({
  redisNamespace: `unknown-tokens-${randomBytes(6).toString('hex')}`,
});
let cache: SessionCache;
beforeAll(async () => {
  cache = new SessionCache(redisUrl, redisNamespace, keys);
  await cache.ready();
});
afterAll(() => cache.onApplicationShutdown());

const user = { id: 'user', role: 'USER' };
const actor = testActor({ county: 'lake' });
const copied: Session = {
  actor,
  user: {
    ...{ id: actor.user ?? '', username: actor.username, firstName: 'Jane', lastName: 'Doe', role: 'USER' },
    ...{ language: actor.language, terms: actor.terms, searchList: ['searchByName'] },
    account: { id: actor.account ?? '', name: 'Account' },
  },
  expiresAt: '2026-03-01T18:30:00.000Z',
  provedAt: '2026-03-01T17:30:00.000Z',
  byProvider: false,
};

const answer = (code: string, reply: FastifyReply): void =>
  void reply.status(code === 'TOO_MANY_REQUESTS' ? 429 : 500).send(code);

/** An identity service with the sessions of some tokens; `asked` has the hashes of the tokens that it has looked up. */
const identityWith = (tokens: readonly string[]) => {
  const hashes = tokens.map(hashToken);
  const asked: string[] = [];
  const call = async (_contract: unknown, { tokenHash }: { tokenHash: string }) => {
    asked.push(tokenHash);
    return ok(hashes.includes(tokenHash) ? { user, actor: { county: 'lake' } } : null);
  };
  return { asked, call };
};

async function startGateway({ call }: ReturnType<typeof identityWith>) {
  const hook = new VisitHook(
    { findCountyByHost: async () => ({ id: 'lake' }) } as never,
    new SessionReader({ call } as never, cache, new TestClock('2026-03-01T18:00:00Z')),
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
  for (const route of ['home', 'currentUser/loginStatus']) server.get(`/LandShark/api/${route}`, () => route);
  await server.ready();
  const visit = async (token?: string, route = 'home'): Promise<number> => {
    const cookies: Record<string, string> = token === undefined ? {} : { portal: token };
    const { statusCode } = await server.inject({ url: `/LandShark/api/${route}`, cookies });
    return statusCode;
  };
  return { visit, close: () => server.close() };
}

const invented = (): string => randomBytes(32).toString('base64url');

/** Sends requests without a session until the network has used up its limit at this gateway. */
const useUp = async ({ visit }: Awaited<ReturnType<typeof startGateway>>): Promise<void> => {
  let status = 200;
  for (let at = 0; at <= requestsPerMinute.address && status === 200; at += 1) status = await visit();
  expect(status).toBe(429);
};

test('S14 a network that has used up its limit cannot make the identity service look up invented tokens', async () => {
  const identity = identityWith([]);
  const gateway = await startGateway(identity);
  expect(await gateway.visit(invented())).toBe(200);
  expect(identity.asked).toHaveLength(1);
  await useUp(gateway);
  // each mark is computed from the rest of its token, so the mark of another token is not valid here
  const marked = Buffer.from(cache.newToken(), 'base64url');
  const forged = Buffer.concat([randomBytes(24), marked.subarray(24)]).toString('base64url');
  for (const token of [forged, ...Array.from({ length: 20 }, invented)])
    expect(await gateway.visit(token)).toBe(429);
  expect(identity.asked).toHaveLength(1);
  await gateway.close();
});

test('S14 people of a network that has used up its limit stay signed in at every gateway, even at one that has read no session yet', async () => {
  const people = Array.from({ length: 3 }, () => cache.newToken());
  const identity = identityWith(people);
  const gateways = await Promise.all([startGateway(identity), startGateway(identity)]);
  for (const gateway of gateways) await useUp(gateway);
  for (const gateway of gateways) for (const token of people) expect(await gateway.visit(token)).toBe(200);
  // each gateway has looked up each session once
  expect(identity.asked.toSorted()).toEqual([...people, ...people].map(hashToken).toSorted());
  for (const gateway of gateways) await gateway.close();
});

test('S14 a network that has used up its limit cannot make the identity service look up ever more tokens of ended sessions', async () => {
  const person = cache.newToken();
  const [before, after] = [cache.newToken(), cache.newToken()];
  const identity = identityWith([person, before, after]);
  const gateway = await startGateway(identity);
  await useUp(gateway);
  for (const token of [person, before]) expect(await gateway.visit(token)).toBe(200);
  await cache.keep(hashToken(person), copied, 60, performance.now());
  // the limit on look-ups also holds when all requests come at once
  const ended = Array.from({ length: requestsPerMinute.vainLookUp + 20 }, () => cache.newToken());
  const answers = await Promise.all(ended.map((token) => gateway.visit(token)));
  expect(answers.filter((status) => status !== 429)).toEqual([]);
  expect(identity.asked).toHaveLength(requestsPerMinute.vainLookUp + 2);
  // after that, a signed-in user is accepted if Redis has a copy of the session, and is refused otherwise
  expect(await gateway.visit(person)).toBe(200);
  expect(await gateway.visit(after)).toBe(429);
  await gateway.close();
});

test('S14 a network that has used up its limit cannot make the identity service look up one token again and again', async () => {
  const identity = identityWith([]);
  const gateway = await startGateway(identity);
  await useUp(gateway);
  const token = cache.newToken();
  for (let at = 0; at < requestsPerMinute.vainLookUp + 20; at += 1)
    expect(await gateway.visit(token, 'currentUser/loginStatus')).toBe(429);
  expect(identity.asked).toHaveLength(requestsPerMinute.vainLookUp);
  await gateway.close();
});

test('S14 for a network that has used up its limit, a session whose token has no mark of the identity service is read only from its copy in Redis', async () => {
  const token = invented();
  const identity = identityWith([token]);
  const gateway = await startGateway(identity);
  await useUp(gateway);
  expect(await gateway.visit(token)).toBe(429);
  await cache.keep(hashToken(token), copied, 60, performance.now());
  expect(await gateway.visit(token)).toBe(200);
  expect(identity.asked).toEqual([]);
  await gateway.close();
});
