import type { Socket } from 'node:net';
import { Redis, ReplyError, type RedisOptions } from 'ioredis';
import { redisOptions } from './address.js';

const CONNECT_MS = 1_000;
const LONGEST_RETRY_MS = 100;
/** Time for the handshake: the greeting, the password and the check that the server has loaded its data. */
const GREETING_MS = 3_000;
const PROBE_EVERY_MS = 1_000;
/**
 * How long a probe may wait for its answer. The probe may queue behind a blocking read, so this time is longer than
 * the longest blocking read (1 s).
 */
const SILENT_MS = 3_000;
/** How long closing a dropped connection waits for the server, which may not answer at all. */
const GOODBYE_MS = 300;

/**
 * A connection for requests. The address has the form that `redisOptions` reads. Commands fail at once while Redis is
 * unavailable (no queue, no resend), and the connection restores itself. Callers report the errors of their commands;
 * the listener here only keeps Node from exiting.
 *
 * A connection that is open but silent is dropped within 5 s, because a network that drops packets reports nothing, and
 * the kernel would wait for hours. A blocking read may wait at most a second, because the connection's probe queues
 * behind the read.
 */
export function openConnection(redisUrl: string, options: RedisOptions = {}): Redis {
  const redis = new Redis({
    ...redisOptions(redisUrl),
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
  boundCopies(redis);
  const stop = watchConnection(redis, PROBE_EVERY_MS, () => redis.ping(), SILENT_MS);
  redis.once('end', stop);
  return redis;
}

/** Limits the time of the handshake. Without a limit, a client that has connected would wait forever for 'ready'. */
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
 * Limits the handshake of copies. BullMQ's workers read through copies of the connection, and while the network drops
 * packets, a copy would wait for its handshake forever. A copy is not probed, because the probe would wait behind the
 * copy's blocking read. BullMQ itself limits that read.
 */
function boundCopies(redis: Redis): void {
  redis.duplicate = (override) => {
    const copy = Redis.prototype.duplicate.call(redis, override);
    boundGreeting(copy);
    endBetweenTries(copy);
    return copy;
  };
}

/**
 * Makes `disconnect` emit 'end' in every case, because BullMQ waits for this event when it closes. By itself, ioredis
 * emits no 'end' if `disconnect` is called between two attempts to connect.
 */
function endBetweenTries(redis: Redis): void {
  redis.disconnect = (reconnect) => {
    const hasSocket = redis.status !== 'reconnecting';
    Redis.prototype.disconnect.call(redis, reconnect);
    if (hasSocket || reconnect) return;
    redis.status = 'end';
    redis.emit('end');
  };
}

/**
 * Settles like the command, or rejects after `ms`. Time in which the event loop stalls does not count: if an answer
 * waits in the socket when the timer fires, the answer is read first.
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
 * Drops a connection that is open but silent, so that the client connects again. Returns a function that stops the
 * watch. A connection that received anything since the last check needs no probe. Most connections wait in blocking
 * reads, which are answered every second.
 * @param silentMs how long one probe waits for its answer
 */
export function watchConnection(
  redis: Redis,
  everyMs: number,
  probe: () => Promise<unknown>,
  silentMs = everyMs,
): () => void {
  let asking = false;
  let received = 0;
  const ask = async (): Promise<void> => {
    if (asking || redis.status !== 'ready') return;
    const before = received;
    received = (redis.stream as Socket).bytesRead;
    if (received !== before) return;
    asking = true;
    try {
      await within(silentMs, probe());
    } catch (error) {
      // a refusal shows that the server answers
      if (redis.status === 'ready' && !(error instanceof ReplyError)) redis.disconnect(true);
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
