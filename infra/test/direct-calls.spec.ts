import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { RpcClient } from '../src/rpc/index.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { charge, echo, RpcBench, Runs, wait } from './rpc-fixture.js';

let bench: RpcBench;
let runs: Runs;
let client: RpcClient;
let redis: Redis;

beforeEach(async () => {
  bench = new RpcBench(testConfig({ oneProcess: true, redisNamespace: `direct-${randomUUID()}` }));
  runs = new Runs();
  client = await bench.client();
  redis = new Redis(bench.config.redisUrl);
});
afterEach(async () => {
  await bench.close();
  redis.disconnect();
});

/** How many commands were ever added to a lane's stream; 0 before the first one. */
async function sentTo(lane: string): Promise<number> {
  const key = `${bench.config.redisNamespace}:rpc:search:${lane}`;
  const info = await redis.xinfo('STREAM', key).catch(() => []);
  const fields: unknown[] = Array.isArray(info) ? info : [];
  return Number(fields[fields.indexOf('entries-added') + 1] ?? 0);
}

const askedInTime = { deadlineMs: 10_000 };

test('a read within the same process bypasses Redis, and a change goes over Redis', async () => {
  await bench.replica('a', runs);
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  expect(await sentTo('must')).toBe(1);
  expect((await client.call(echo, { text: 'x' }, { actor: bench.actor })).ok).toBe(true);
  expect(await sentTo('fast')).toBe(0);
  expect(runs.names).toHaveLength(2);
});

test('a read from another process goes over Redis', async () => {
  await bench.replica('a', runs);
  const apart = await bench.client({ oneProcess: false });
  expect((await apart.call(echo, { text: 'x' }, { actor: bench.actor })).ok).toBe(true);
  expect(await sentTo('fast')).toBe(1);
});

test('a read without a free slot waits in the process, so no more reads run than there are slots', async () => {
  await bench.replica('a', runs);
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  runs.names.length = 0;
  const calls = ['1', '2', '3'].map((key) =>
    client.call(wait, { ms: 400, key }, { actor: bench.actor, ...askedInTime }),
  );
  // the lane `fast` still answers while both slots of the lane `slow` are taken
  expect((await client.call(echo, { text: 'x' }, { actor: bench.actor })).ok).toBe(true);
  expect(runs.names).toHaveLength(3);
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(runs.names).toHaveLength(4);
  expect(await sentTo('slow')).toBe(0);
});

test('a read that waited longer than its deadline for a slot is answered SERVICE_TIMEOUT and does not run', async () => {
  const { server } = await bench.replica('a', runs);
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  runs.names.length = 0;
  const running = ['1', '2'].map((key) =>
    client.call(wait, { ms: 400, key }, { actor: bench.actor, ...askedInTime }),
  );
  const late = await client.call(wait, { ms: 0, key: 'late' }, { actor: bench.actor, deadlineMs: 100 });
  expect(late).toEqual({ ok: false, code: 'SERVICE_TIMEOUT' });
  await Promise.all(running);
  await eventually(() => expect(server.stats.expired).toBe(1));
  expect(runs.names).toHaveLength(2);
});

test('a command of another process gets its turn even while reads of this process hold every slot', async () => {
  // with this reclaim time, the reader waits for entries for 100 ms at a time
  await bench.replica('a', runs, { reclaimMs: 200 });
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  const apart = await bench.client({ oneProcess: false });
  const ended: string[] = [];
  const read = async (from: RpcClient, key: string): Promise<void> => {
    await from.call(wait, { ms: 150, key }, { actor: bench.actor, ...askedInTime });
    ended.push(key);
  };
  const oneAfterAnother = async (): Promise<void> => {
    for (let nth = 0; nth < 10; nth += 1) await read(client, 'here');
  };
  const here = Array.from({ length: 4 }, oneAfterAnother);
  await eventually(() => expect(ended.length).toBeGreaterThan(2));
  await Promise.all([...here, read(apart, 'apart')]);
  expect(ended.indexOf('apart')).toBeLessThan(30);
});

test('a read past its deadline is answered SERVICE_TIMEOUT', async () => {
  await bench.replica('a', runs);
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  const late = await client.call(wait, { ms: 600, key: 'x' }, { actor: bench.actor, deadlineMs: 100 });
  expect(late).toEqual({ ok: false, code: 'SERVICE_TIMEOUT' });
});

test('when a service stops, it finishes its direct reads and accepts no new ones', async () => {
  const replica = await bench.replica('a', runs);
  await client.call(charge, { ms: 0 }, { actor: bench.actor });
  const running = client.call(wait, { ms: 400, key: 'x' }, { actor: bench.actor, ...askedInTime });
  const closed = replica.close();
  const refused = await client.call(echo, { text: 'x' }, { actor: bench.actor, deadlineMs: 100 });
  expect(refused).toEqual({ ok: false, code: 'SERVICE_TIMEOUT' });
  await closed;
  expect(await running).toEqual({ ok: true, value: { key: 'x' } });
});
