// The ACL users of Redis: each process signs in as itself and can use only its own keys (infra/src/redis/users.ts).
import { Redis } from 'ioredis';
import { derive, secretsIn } from './process-keys.mjs';

/** Replaces the client's own timer of 2 s, which would keep this process alive after a connection is closed. */
const GOODBYE_MS = 50;

/** The passwords of one process, the current one first. @param {string} secrets as `secretsIn` takes them */
const redisPasswordsOf = (secrets, name) =>
  secretsIn(secrets).map((secret) => derive(secret, 'redis', name).toString('base64url'));

/** The current password of one process. */
export const redisPasswordOf = (secrets, name) => redisPasswordsOf(secrets, name)[0];

/**
 * The address of Redis for one process, or the shared address if the launcher does not manage the users.
 * @param {Record<string, string>} environment the launcher's
 */
export function redisUrlOf({ REDIS_URL, REDIS_USERS, PROCESS_SECRET }, name) {
  if (REDIS_USERS !== '1') return REDIS_URL;
  const url = new URL(REDIS_URL);
  url.username = name;
  url.password = redisPasswordOf(PROCESS_SECRET, name);
  return url.href;
}

/**
 * Creates the users, or gives existing ones their current rules and passwords. A Redis with a file of users, such as
 * the embedded one, keeps the users over a restart. Replicas get the users too, because Redis does not replicate users
 * and any replica may become the primary.
 * @param {Record<string, string>} environment the launcher's; REDIS_URL is the administrator's, REDIS_USERS 1
 */
export async function makeRedisUsers(environment) {
  if (environment.REDIS_USERS !== '1') return;
  const { redisUsers } = await import('@portal/infra/redis');
  const users = redisUsers(environment.REDIS_NAMESPACE || 'portal').map(({ name, rules }) => {
    const passwords = redisPasswordsOf(environment.PROCESS_SECRET, name).map((password) => `>${password}`);
    return ['SETUSER', name, 'reset', 'on', ...passwords, ...rules];
  });
  for (const place of await redisPlaces(environment.REDIS_URL)) await setUsers(place, users);
}

/**
 * The servers that need the users: the server itself or, behind Sentinels, the primary and each replica.
 * @param {string} redisUrl
 * @returns {Promise<import('ioredis').RedisOptions[]>}
 */
export async function redisPlaces(redisUrl) {
  const { redisOptions } = await import('@portal/infra/redis');
  const primary = redisOptions(redisUrl);
  const { sentinels: _, name: __, reconnectOnError: ___, ...direct } = primary;
  const replicas = await replicasOf(primary);
  return [primary, ...replicas.map((place) => ({ ...direct, ...place }))];
}

async function setUsers(place, users) {
  const admin = new Redis({ ...place, maxRetriesPerRequest: 3, disconnectTimeout: GOODBYE_MS });
  admin.on('error', () => undefined);
  try {
    for (const user of users) await admin.call('ACL', ...user);
    // fails for a Redis that an earlier version of the portal started, because such a Redis has no file of users
    await admin.call('ACL', 'SAVE').catch(() => undefined);
  } finally {
    admin.disconnect();
  }
}

/**
 * The replicas that are alive, according to the first Sentinel that answers.
 * @param {import('ioredis').RedisOptions} primary
 */
async function replicasOf({ sentinels = [], name, sentinelTLS }) {
  for (const sentinel of sentinels) {
    const asked = new Redis({
      ...sentinel,
      tls: sentinelTLS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      disconnectTimeout: GOODBYE_MS,
    });
    asked.on('error', () => undefined);
    try {
      const replicas = /** @type {string[][]} */ (await asked.call('SENTINEL', 'replicas', String(name)));
      return replicas.map(fieldsOf).filter(isUp).map(placeOf);
    } catch {
      // try the next Sentinel
    } finally {
      asked.disconnect();
    }
  }
  return [];
}

/**
 * Converts a list of alternating names and values to an object.
 * @param {string[]} reply
 * @returns {Record<string, string>}
 */
const fieldsOf = (reply) =>
  Object.fromEntries(reply.flatMap((name, n) => (n % 2 === 0 ? [[name, reply[n + 1]]] : [])));
/** @param {Record<string, string>} replica */
const isUp = ({ flags = '' }) => !flags.includes('down') && !flags.includes('disconnected');
/** @param {Record<string, string>} replica */
const placeOf = ({ ip, port }) => ({ host: ip, port: Number(port) });
