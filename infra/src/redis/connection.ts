import { Redis, ReplyError, type RedisOptions } from 'ioredis';

const CONNECT_MS = 1_000;
const LONGEST_RETRY_MS = 100;
/** Greeting, password and the question whether the server has loaded its data. */
const GREETING_MS = 3_000;
const PROBE_EVERY_MS = 1_000;
/** More than any blocking read waits (1 s), behind which a probe stands. */
const SILENT_MS = 3_000;
/** A connection that is given up says goodbye for so long: nobody may be there to answer. */
const GOODBYE_MS = 300;

/**
 * A connection for requests: a command fails at once while Redis is away (no queue, no resend), and the connection
 * itself comes back by its own. Its errors are the callers' to report; the listener keeps Node from exiting.
 *
 * A connection that is open but silent is dropped within 5 s, whatever it waits for: a network that swallows packets
 * tells nobody, and the kernel would wait for hours. Blocking reads on it wait for a second at most.
 */
export function openConnection(redisUrl: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(redisUrl, {
    connectTimeout: CONNECT_MS,
    disconnectTimeout: GOODBYE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 25, LONGEST_RETRY_MS),
    ...options,
  });
  redis.on('error', () => undefined);
  boundGreeting(redis);
  const stop = watchConnection(redis, PROBE_EVERY_MS, () => redis.ping(), SILENT_MS);
  redis.once('end', stop);
  return redis;
}

/** Between the connection and 'ready' the client waits for answers without end. */
function boundGreeting(redis: Redis): void {
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(timer);
    timer = setTimeout(() => redis.status !== 'ready' && redis.disconnect(true), GREETING_MS);
    timer.unref();
  });
  for (const heard of ['ready', 'close', 'end']) redis.on(heard, () => clearTimeout(timer));
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

/**
 * Drops a connection that is open but silent, so that it is made anew. Returns the way to stop watching.
 * @param silentMs how long one probe waits for its answer
 */
export function watchConnection(
  redis: Redis,
  everyMs: number,
  probe: () => Promise<unknown>,
  silentMs = everyMs,
): () => void {
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking || redis.status !== 'ready') return;
    asking = true;
    try {
      await within(silentMs, probe());
    } catch (error) {
      // whoever refuses has answered
      if (redis.status === 'ready' && !(error instanceof ReplyError)) redis.disconnect(true);
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
