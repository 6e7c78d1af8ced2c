import type { Redis } from 'ioredis';

/** Settles when the connection stands, or after `ms`: commands before that would fail at once. */
export function whenReady(redis: Redis, ms = 2_000): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    redis.once('ready', done);
    function done(): void {
      clearTimeout(timer);
      redis.off('ready', done);
      resolve();
    }
  });
}
