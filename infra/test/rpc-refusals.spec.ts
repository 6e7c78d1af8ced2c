import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { RpcClient } from '../src/rpc/index.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { PrivateRedis } from './private-redis.js';
import { echo, RpcBench, Runs } from './rpc-fixture.js';

let redis: PrivateRedis;
let bench: RpcBench;
let client: RpcClient;
let operator: Redis;
beforeEach(async () => {
  redis = await PrivateRedis.start();
  bench = new RpcBench(testConfig({ redisUrl: redis.url }));
  client = await bench.client();
  operator = new Redis(redis.directUrl);
});
afterEach(async () => {
  operator.disconnect();
  await bench.close();
  await redis.close();
});

const codeOf = async (): Promise<string> => {
  const reply = await client.call(echo, { text: 'x' }, { actor: bench.actor });
  return reply.ok ? 'ok' : reply.code;
};

const NOWHERE = ['127.0.0.1', '9'] as const;

test.each([
  ['is out of memory', [['config', 'set', 'maxmemory', '1']], [['config', 'set', 'maxmemory', '0']]],
  ['refuses writes', [['replicaof', ...NOWHERE]], [['replicaof', 'no', 'one']]],
  [
    'refuses everything',
    [
      ['config', 'set', 'replica-serve-stale-data', 'no'],
      ['replicaof', ...NOWHERE],
    ],
    [['replicaof', 'no', 'one']],
  ],
])(
  'while Redis answers but %s, calls are refused at once, and they succeed again afterwards',
  async (_, begin, end) => {
    await bench.replica('a', new Runs());
    expect(await codeOf()).toBe('ok');
    for (const [command = '', ...args] of begin) await operator.call(command, ...args);
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      const asked = performance.now();
      expect(await codeOf()).toBe('SERVICE_UNAVAILABLE');
      expect(performance.now() - asked).toBeLessThan(1_000);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    for (const [command = '', ...args] of end) await operator.call(command, ...args);
    await eventually(async () => expect(await codeOf()).toBe('ok'), 5_000);
    for (let n = 0; n < 5; n++) expect(await codeOf()).toBe('ok');
  },
  60_000,
);
