import type { Redis } from 'ioredis';

/** Connections for which somebody waits. Calls for the same connection share one listener. */
const awaited = new WeakMap<Redis, Promise<void>>();

/** Settles when the connection is ready, or after `ms`. A command that is sent earlier would fail at once. */
export async function whenReady(redis: Redis, ms = 2_000): Promise<void> {
  if (redis.status === 'ready') return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([nextReady(redis), late]);
  clearTimeout(timer);
}

function nextReady(redis: Redis): Promise<void> {
  const known = awaited.get(redis);
  if (known) return known;
  const next = new Promise<void>((resolve) => {
    redis.once('ready', () => {
      awaited.delete(redis);
      resolve();
    });
  });
  awaited.set(redis, next);
  return next;
}
