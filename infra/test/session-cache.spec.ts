import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openConnection, whenReady } from '@portal/infra/redis';
import { hashToken, newToken, SessionCache } from '@portal/infra/session-cache';
import { ProcessKeys, readConfig } from '@portal/infra/config';
import { testActor, testConfig, testKeys } from '@portal/infra/testing';
import type { Session } from '@portal/proto/rpc/identity';

const { redisUrl, redisNamespace, keys } = testConfig();
const now = new Date('2026-03-02T15:00:00Z');
const redis = openConnection(redisUrl);
let cache: SessionCache;

beforeAll(async () => {
  cache = new SessionCache(redisUrl, redisNamespace, keys);
  await Promise.all([cache.ready(), whenReady(redis)]);
});
afterAll(() => {
  cache.onApplicationShutdown();
  redis.disconnect();
});

const { user, username, account, terms, language } = testActor();
const session: Session = {
  actor: testActor(),
  user: {
    ...{ id: user ?? '', username, firstName: 'Jane', lastName: 'Doe', role: 'USER', language, terms },
    ...{ account: { id: account ?? '', name: 'Account' }, searchList: ['searchByName'] },
  },
  expiresAt: '2026-03-02T15:30:00.000Z',
  provedAt: '2026-03-02T14:30:00.000Z',
  byProvider: false,
};
const keyOf = (hash: string): string => `${redisNamespace}:session:${hash}`;

const sealing = testConfig().sealingPublicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const keysOf = (...names: string[]) =>
  readConfig({ ...testKeys(...names), REDIS_URL: redisUrl, SEALING_PUBLIC_KEY: sealing }, []).keys;

test('a token has 256 bits, and its hash is SHA-256, which does not reveal the token', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  // the token cannot be computed from its hash
  expect(hashToken(token)).toBe(createHash('sha256').update(token).digest('base64url'));
});

test('S14 only the identity service can issue a session token, and the gateway recognizes it', () => {
  const [issuer, gateway, other] = ['identity', 'gateway', 'search'].map(
    (name) => new SessionCache(redisUrl, redisNamespace, keysOf(name)),
  );
  const token = issuer?.newToken() ?? '';
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(issuer?.newToken()).not.toBe(token);
  expect(gateway?.isIssued(token)).toBe(true);
  expect(() => other?.newToken()).toThrow('can prove nothing as identity');
  const bytes = Buffer.from(token, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1);
    expect(gateway?.isIssued(changed.toString('base64url'))).toBe(false);
  }
  for (const others of [newToken(), '', token.slice(1)]) expect(gateway?.isIssued(others)).toBe(false);
  for (const each of [issuer, gateway, other]) each?.onApplicationShutdown();
});

test('S14 while secrets are replaced step by step, the gateway recognizes all session tokens', () => {
  const pairs = () => ({ old: generateKeyPairSync('x25519'), new: generateKeyPairSync('x25519') });
  const both = { identity: pairs(), gateway: pairs() };
  // the keys of each step, the current one first
  const steps = [['old'], ['old', 'new'], ['new', 'old'], ['new']] as const;
  const cacheAt = (name: keyof typeof both, step: (typeof steps)[number]) => {
    const known = Object.entries(both).map(
      ([each, keys]) => [each, step.map((at) => keys[at].publicKey)] as const,
    );
    const held = new Map([[name, step.map((at) => both[name][at].privateKey)]]);
    return new SessionCache(redisUrl, redisNamespace, new ProcessKeys(held, new Map(known)));
  };
  const issuers = steps.map((step) => cacheAt('identity', step));
  const gateways = steps.map((step) => cacheAt('gateway', step));
  const recognized = issuers.map((issuer) => {
    const token = issuer.newToken();
    return gateways.map((gateway) => gateway.isIssued(token));
  });
  for (const each of [...issuers, ...gateways]) each.onApplicationShutdown();
  // rows are the steps of the identity service, columns those of the gateway; the two are at most one step apart, and
  // then every token is recognized
  expect(recognized).toEqual([
    [true, true, true, false],
    [true, true, true, false],
    [false, true, true, true],
    [false, true, true, true],
  ]);
});

test('a cached session is found until it expires, for one minute at most', async () => {
  expect(await cache.find('a', now)).toBeUndefined();
  await cache.keep('a', session, 3600, performance.now());
  const secondsLeft = await redis.ttl(keyOf('a'));
  expect(secondsLeft).toBeGreaterThan(0);
  expect(secondsLeft).toBeLessThanOrEqual(60);
  expect(await cache.find('a', now)).toEqual(session);
  expect(await cache.find('a', new Date('2026-03-02T15:29:59.999Z'))).toEqual(session);
  expect(await cache.find('a', new Date('2026-03-02T15:30:00Z'))).toBeUndefined();
});

test('an ended session stays ended, and a slow reader does not restore it', async () => {
  await cache.keep('b', session, 60, performance.now());
  await cache.markEnded(['b']);
  await cache.keep('b', session, 60, performance.now());
  expect(await cache.find('b', now)).toBeNull();
  expect(await redis.ttl(keyOf('b'))).toBeLessThanOrEqual(5);
});

test('a changed session is requested again, and a slow reader does not restore its old record', async () => {
  await cache.keep('c', session, 60, performance.now());
  await cache.markChanged(['c']);
  await cache.keep('c', session, 60, performance.now());
  expect(await cache.find('c', now)).toBeUndefined();
});

test('a session is not kept if it was read so long ago that the marker of a change may have expired', async () => {
  const keep = (secondsAgo: number) =>
    cache.keep('late', session, 60, performance.now() - secondsAgo * 1_000);
  await keep(4);
  expect(await cache.find('late', now)).toBeUndefined();
  await keep(3);
  expect(await cache.find('late', now)).toEqual(session);
});

test('S41 a session that another service has written into Redis is not trusted', async () => {
  const theirs = new SessionCache(redisUrl, redisNamespace, keysOf('search'));
  await theirs.ready();
  await expect(theirs.keep('e', session, 60, performance.now())).rejects.toThrow(
    'can prove nothing as identity',
  );
  expect(() => theirs.vouchFor(session)).toThrow('can prove nothing as identity');
  theirs.onApplicationShutdown();
  for (const written of [
    JSON.stringify(session),
    `x\n${JSON.stringify({ writtenAt: Date.now(), session })}`,
  ]) {
    await redis.set(keyOf('e'), written);
    expect(await cache.find('e', now)).toBeUndefined();
  }
});

test('S41 a record that was copied from another session, a changed record and an old record are not trusted', async () => {
  await cache.keep('f', session, 60, performance.now());
  const text = (await redis.get(keyOf('f'))) ?? '';
  await redis.set(keyOf('g'), text);
  expect(await cache.find('g', now)).toBeUndefined();
  await redis.set(keyOf('f'), text.replace('"USER"', '"TRIMIN"'));
  expect(await cache.find('f', now)).toBeUndefined();
  await redis.set(keyOf('f'), text);
  expect(await cache.find('f', now)).toEqual(session);
  const realNow = Date.now();
  const later = jest.spyOn(Date, 'now').mockReturnValue(realNow + 120_000);
  expect(await cache.find('f', now)).toBeUndefined();
  later.mockRestore();
});

test('a cached session that lacks a field counts as missing, even with the proof of the identity service', async () => {
  const { provedAt: _, ...older } = session;
  await cache.keep('d', older as Session, 60, performance.now());
  expect(await redis.get(keyOf('d'))).toContain('"Jane"');
  expect(await cache.find('d', now)).toBeUndefined();
});

test('reading a cached session throws an error if Redis cannot be reached', async () => {
  const away = new SessionCache('redis://127.0.0.1:1', redisNamespace, keys);
  await expect(away.find('a', now)).rejects.toThrow();
  away.onApplicationShutdown();
});

test('S41 a trusted record is no longer trusted when one character changes', async () => {
  await cache.keep('proved', session, 60, performance.now());
  expect(await cache.find('proved', now)).toEqual(session);
  const text = (await redis.get(keyOf('proved'))) ?? '';
  await redis.set(keyOf('proved'), text.replace('"Jane"', '"Jana"'));
  expect(await cache.find('proved', now)).toBeUndefined();
  await redis.set(keyOf('proved'), text);
  expect(await cache.find('proved', now)).toEqual(session);
});

test('S12 a trusted record is no longer used when its session has ended', async () => {
  await cache.keep('believed', session, 60, performance.now());
  expect(await cache.find('believed', now)).toEqual(session);
  await cache.markEnded(['believed']);
  expect(await cache.find('believed', now)).toBeNull();
});
