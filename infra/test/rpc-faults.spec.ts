import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { RpcClient } from '../src/rpc/index.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { PrivateRedis } from './private-redis.js';
import { charge, echo, pause, rawRows, RpcBench, Runs } from './rpc-fixture.js';

describe('when Redis fails', () => {
  let redis: PrivateRedis;
  let bench: RpcBench;
  let runs: Runs;
  let client: RpcClient;

  beforeEach(async () => {
    redis = await PrivateRedis.start();
    bench = new RpcBench(testConfig({ redisUrl: redis.url }));
    runs = new Runs();
    client = await bench.client();
  });
  afterEach(async () => {
    await bench.close();
    await redis.close();
  });

  const timed = async (text = 'x'): Promise<{ code: string; ms: number }> => {
    const asked = performance.now();
    const reply = await client.call(echo, { text }, { actor: bench.actor });
    return { code: reply.ok ? 'ok' : reply.code, ms: performance.now() - asked };
  };

  test('calls get SERVICE_UNAVAILABLE within 500 ms, and succeed again when Redis comes back empty', async () => {
    await bench.replica('a', runs);
    expect((await timed()).code).toBe('ok');
    redis.kill();
    for (let n = 0; n < 3; n++) {
      const { code, ms } = await timed();
      expect(code).toBe('SERVICE_UNAVAILABLE');
      expect(ms).toBeLessThan(500);
    }
    await redis.bringBack();
    await eventually(async () => expect((await timed()).code).toBe('ok'));
    expect((await timed()).code).toBe('ok');
  });

  test('the caller of a running command learns of the failure within 500 ms', async () => {
    await bench.replica('a', runs);
    const called = client.call(charge, { ms: 1_500 }, { actor: bench.actor });
    await eventually(() => expect(runs.names).toEqual(['a']));
    redis.kill();
    const killed = performance.now();
    expect(await called).toEqual({ ok: false, code: 'SERVICE_UNAVAILABLE' });
    expect(performance.now() - killed).toBeLessThan(500);
    await redis.bringBack();
  });

  test('calls get SERVICE_UNAVAILABLE within 500 ms even if connections stay open, and succeed when Redis answers again', async () => {
    await bench.replica('a', runs);
    expect((await timed()).code).toBe('ok');
    redis.beSilent(true);
    const { code, ms } = await timed();
    expect(code).toBe('SERVICE_UNAVAILABLE');
    expect(ms).toBeLessThan(500);
    redis.beSilent(false);
    await eventually(async () => expect((await timed()).code).toBe('ok'));
  });

  test('the reply waits in Redis for a caller that was cut off, and the command does not run twice', async () => {
    await bench.replica('a', runs, {}, redis.directUrl);
    const patient = await bench.client({ graceMs: 5_000 });
    const called = patient.call(charge, { ms: 300 }, { actor: bench.actor });
    await eventually(() => expect(runs.names).toEqual(['a']));
    // Redis answers in order: after the answer to a later command, the caller knows that Redis has the first command
    await patient.call(rawRows, {}, { actor: bench.actor });
    redis.cut(400);
    expect(await called).toEqual({ ok: true, value: { by: 'a' } });
    expect(runs.names).toEqual(['a']);
  });

  test('the caller sends its command again under the same id if Redis has lost the stream', async () => {
    const direct = new Redis(redis.directUrl);
    const patient = await bench.client({ graceMs: 5_000 });
    const called = patient.call(echo, { text: 'again' }, { actor: bench.actor });
    await eventually(async () => expect(await direct.dbsize()).toBe(1));
    redis.cut(50);
    await direct.flushall();
    await bench.replica('a', runs);
    expect(await called).toMatchObject({ ok: true, value: { text: 'again' } });
    direct.disconnect();
  });
});

describe('when a replica ends', () => {
  let bench: RpcBench;
  let runs: Runs;
  let redis: Redis;
  let stream: string;

  beforeEach(async () => {
    bench = new RpcBench();
    runs = new Runs();
    redis = new Redis(bench.config.redisUrl);
    stream = `${bench.config.redisNamespace}:rpc:search:must`;
    await redis.xgroup('CREATE', stream, 'service', '0', 'MKSTREAM');
  });
  afterEach(async () => {
    redis.disconnect();
    await bench.close();
  });

  const dieWith = (): Promise<unknown> =>
    eventually(async () => {
      const taken = await redis.xreadgroup('GROUP', 'service', 'dead-1', 'COUNT', 1, 'STREAMS', stream, '>');
      expect(taken).not.toBeNull();
      return taken;
    });

  test('another replica takes over the command of a replica that crashed, and reports a second delivery', async () => {
    const client = await bench.client();
    const called = client.call(charge, { ms: 0 }, { actor: bench.actor });
    await dieWith();
    const replica = await bench.replica('b', runs, { reclaimMs: 200 });
    expect(await called).toEqual({ ok: true, value: { by: 'b' } });
    expect(replica.server.stats.reclaimed).toBe(1);
    await eventually(async () => expect(await redis.xlen(stream)).toBe(0));
  });

  test('a command whose third delivery ends in a crash becomes a dead letter, and its caller gets UNEXPECTED', async () => {
    const client = await bench.client();
    const called = client.call(charge, { ms: 0 }, { actor: bench.actor });
    await dieWith();
    const [[id = '']] = (await redis.xrange(stream, '-', '+')) as [[string, string[]]];
    await redis.xclaim(stream, 'service', 'dead-1', 0, id, 'RETRYCOUNT', 3);
    await bench.replica('b', runs, { reclaimMs: 200 });
    expect(await called).toEqual({ ok: false, code: 'UNEXPECTED' });
    expect(runs.names).toEqual([]);
    const dead = await redis.xrange(`${bench.config.redisNamespace}:rpc:dead:search`, '-', '+');
    expect(dead.map(([, fields]) => fields[1])).toEqual(['delivered 3 times without an end']);
    expect((await client.call(charge, { ms: 0 }, { actor: bench.actor })).ok).toBe(true);
  });

  test('an orderly stop removes the consumer of the replica from the group', async () => {
    const client = await bench.client();
    const replica = await bench.replica('b', runs);
    await client.call(charge, { ms: 0 }, { actor: bench.actor });
    await replica.close();
    await pause(20);
    expect(await redis.xinfo('CONSUMERS', stream, 'service')).toEqual([]);
  });
});
