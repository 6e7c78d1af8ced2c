import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_MS = 1_000;
const LONGEST_RETRY_MS = 100;

/**
 * A connection for requests: a command fails at once while Redis is away (no queue, no resend), and the connection
 * itself comes back by its own. Its errors are the callers' to report; the listener keeps Node from exiting.
 */
export function openConnection(redisUrl: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(redisUrl, {
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 25, LONGEST_RETRY_MS),
    ...options,
  });
  redis.on('error', () => undefined);
  return redis;
}

/**
 * Settles like the command, or rejects after `ms`. A stalled event loop alone does not count: an answer that waits in
 * the socket when the timer fires is read first.
 */
export function within<T>(ms: number, command: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => setImmediate(() => reject(new Error(`Redis gave no answer in ${ms} ms`))));
    }, ms);
    command.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Drops a connection that is open but silent, so that it is made anew. Returns the way to stop watching. */
export function watchConnection(redis: Redis, everyMs: number, probe: () => Promise<unknown>): () => void {
  const timer = setInterval(() => {
    if (redis.status !== 'ready') return;
    within(everyMs, probe()).catch(() => redis.status === 'ready' && redis.disconnect(true));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
