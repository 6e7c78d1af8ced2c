// The ACL users of Redis: each process signs in as itself and can use only its own keys (infra/src/redis/users.ts).
import { Redis } from 'ioredis';
import { derive } from './process-keys.mjs';

/** The password of one process. */
export const redisPasswordOf = (secret, name) => derive(secret, 'redis', name).toString('base64url');

/**
 * The address of Redis for one process, or the shared address where the launcher does not manage the users.
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
 * the embedded one, keeps them over a restart.
 * @param {Record<string, string>} environment the launcher's; REDIS_URL is the administrator's, REDIS_USERS 1
 */
export async function makeRedisUsers(environment) {
  if (environment.REDIS_USERS !== '1') return;
  const { redisUsers } = await import('@portal/infra/redis');
  const admin = new Redis(environment.REDIS_URL, { maxRetriesPerRequest: 3 });
  admin.on('error', () => undefined);
  try {
    for (const { name, rules } of redisUsers(environment.REDIS_NAMESPACE || 'portal')) {
      const password = redisPasswordOf(environment.PROCESS_SECRET, name);
      await admin.call('ACL', 'SETUSER', name, 'reset', 'on', `>${password}`, ...rules);
    }
    // a Redis left running by an earlier version has no file of users
    await admin.call('ACL', 'SAVE').catch(() => undefined);
  } finally {
    admin.disconnect();
  }
}
