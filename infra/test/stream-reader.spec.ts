import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { StreamReader } from '../src/redis/index.js';
import { eventually, testRedisUrl } from '../src/testing/index.js';

const group = 'service';
const RECLAIM_MS = 60_000;
/**
 * XAUTOCLAIM examines ten entries for each entry that it may return, so a reader with one slot examines ten at a time.
 */
const SEEN_AT_ONCE = 10;

let stream: string;
let redis: Redis;
let undo: (() => unknown)[];

beforeEach(async () => {
  stream = `trial:${randomUUID()}`;
  redis = new Redis(testRedisUrl());
  undo = [() => redis.disconnect(), () => redis.del(stream)];
  await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

/** Adds entries that the consumer has taken, and has neither finished nor touched for `idleMs`. */
const pending = async (consumer: string, count: number, idleMs: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await redis.xadd(stream, '*', 'of', consumer)) ?? '');
  await redis.xreadgroup('GROUP', group, consumer, 'COUNT', count, 'STREAMS', stream, '>');
  await redis.xclaim(stream, group, consumer, 0, ...ids, 'IDLE', idleMs);
  return ids;
};

/** Starts a reader with one slot. */
const reading = async (serve: (id: string) => void): Promise<void> => {
  const [reader, commands] = [redis.duplicate(), redis.duplicate()];
  const started = new StreamReader({
    ...{ stream, group, consumer: 'next', slots: 1, reclaimMs: RECLAIM_MS, heartBeat: true, deletes: true },
    ...{ reader, commands },
    serve: (entry) => Promise.resolve(serve(entry.id)),
    onFault: () => undefined,
  });
  started.start();
  undo.push(
    () => commands.disconnect(),
    () => started.leave(),
    () => started.stop(),
  );
};

describe('a reader that starts', () => {
  test('takes over an abandoned entry at once, however many entries of other readers come before it', async () => {
    await pending('alive', 5 * SEEN_AT_ONCE, 0);
    const abandoned = await pending('dead', 1, 2 * RECLAIM_MS);
    const served: string[] = [];
    await reading((id) => served.push(id));
    await eventually(() => expect(served).toEqual(abandoned));
  });

  test('takes over all entries of a dead process one after the other, without waiting in between', async () => {
    const abandoned = await pending('dead', 3 * SEEN_AT_ONCE, 2 * RECLAIM_MS);
    const served: string[] = [];
    await reading((id) => served.push(id));
    await eventually(() => expect(served).toEqual(abandoned));
  });
});
