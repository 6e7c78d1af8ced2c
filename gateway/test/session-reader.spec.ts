import { randomBytes } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Handle, startServiceInProcess, type RpcClient, type RunningService } from '@portal/infra/rpc';
import { SessionCache } from '@portal/infra/session-cache';
import { TestClock, testClient, testConfig } from '@portal/infra/testing';
import { ok } from '@portal/proto/result';
import { openSession } from '@portal/proto/rpc/identity';
import { SessionReader } from '../src/session/session-reader.js';

const coded = (code: string): Error => Object.assign(new Error('no answer'), { code });
const faults: Record<string, Error> = {
  ended: coded('57P01'),
  standby: coded('25006'),
  late: coded('57014'),
  locked: coded('55P03'),
  lost: new Error('Connection terminated unexpectedly'),
  defect: new TypeError('undefined is not a function'),
};

@Controller()
class FailingIdentity {
  @Handle(openSession)
  async open({ tokenHash }: { tokenHash: string }) {
    const fault = faults[tokenHash];
    if (fault) throw fault;
    return ok(null);
  }
}

@Module({ controllers: [FailingIdentity] })
class IdentityModule {}

const config = testConfig({ redisNamespace: `session-reader-${randomBytes(6).toString('hex')}` });
let cache: SessionCache;
let rpc: RpcClient;
let identity: RunningService | undefined;
let reader: SessionReader;

beforeAll(async () => {
  cache = new SessionCache(config.redisUrl, config.redisNamespace, config.keys);
  rpc = await testClient(config);
  await cache.ready();
  identity = await startServiceInProcess('identity', IdentityModule, { config, contracts: [openSession] });
  reader = new SessionReader(rpc, cache, new TestClock('2026-03-01T18:00:00Z'));
});
afterAll(async () => {
  cache.onApplicationShutdown();
  await rpc.onApplicationShutdown();
  await identity?.close();
});

test('a token that the identity service does not know belongs to no session', async () => {
  expect(await reader.read('lake', 'unknown')).toBeNull();
});

test.each([
  ['ended', 'SERVICE_UNAVAILABLE'],
  ['standby', 'SERVICE_UNAVAILABLE'],
  ['lost', 'SERVICE_UNAVAILABLE'],
  ['late', 'SERVICE_TIMEOUT'],
  ['locked', 'SERVICE_BUSY'],
  ['defect', 'UNEXPECTED'],
])(
  'if the identity service cannot look up a session (%s), the answer is %s and the user stays signed in',
  async (fault, code) => {
    await expect(reader.read('lake', fault)).rejects.toMatchObject({ failure: { code } });
    // the failure was not cached as a missing session
    delete faults[fault];
    expect(await reader.read('lake', fault)).toBeNull();
  },
);

test('while Redis cannot be reached, reading a session fails, so nobody is signed out', async () => {
  const away = new SessionCache('redis://127.0.0.1:1', config.redisNamespace, config.keys);
  const alone = new SessionReader(rpc, away, new TestClock('2026-03-01T18:00:00Z'));
  await expect(alone.read('lake', 'unknown')).rejects.toMatchObject({
    failure: { code: 'SERVICE_UNAVAILABLE' },
  });
  away.onApplicationShutdown();
});

test('while the identity service does not answer, reading a session throws instead of finding no session, so nobody is signed out', async () => {
  await identity?.close();
  identity = undefined;
  await expect(reader.read('lake', 'nobody answers')).rejects.toMatchObject({
    failure: { code: expect.stringMatching(/^SERVICE_(TIMEOUT|UNAVAILABLE)$/) },
  });
}, 15_000);
