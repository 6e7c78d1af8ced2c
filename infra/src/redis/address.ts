import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
const SENTINEL_MS = 2_000;

/**
 * The options with which a client reaches the Redis of an address: one server, `redis://<user>:<password>@host:6379`,
 * or the primary that Sentinels name, `redis://<user>:<password>@<primary's name>?sentinels=host:26379,host:26379`.
 * With `rediss:` the client uses TLS, to the Sentinels too.
 */
export function redisOptions(redisUrl: string): RedisOptions {
  const url = new URL(redisUrl);
  const sentinels = sentinelsOf(url);
  const tls = url.protocol === 'rediss:';
  return {
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.pathname.length > 1 && { db: Number(url.pathname.slice(1)) }),
    ...(sentinels.length === 0
      ? { host: bare(url.hostname), port: Number(url.port || 6379), ...(tls && { tls: {} }) }
      : {
          sentinels,
          name: url.hostname,
          ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
          sentinelCommandTimeout: SENTINEL_MS,
          // A former primary refuses writes with READONLY; the client then looks for the new primary. The client's own
          // failoverDetector cannot be used, because it may end a connection forever if it notices a failover while
          // the client connects.
          reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
        }),
  };
}

/** The Sentinels that an address names; none for the address of one server. */
export function sentinelsOf(url: URL): { host: string; port: number }[] {
  return (url.searchParams.get('sentinels') ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const { hostname, port } = new URL(`redis://${part.trim()}`);
      return { host: bare(hostname), port: Number(port || SENTINEL_PORT) };
    });
}

/** A host name without the brackets of IPv6. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
