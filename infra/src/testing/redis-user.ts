import type { Config } from '../config/index.js';
import { openConnection, redisUsers, whenReady } from '../redis/index.js';

/**
 * Returns a configuration with which a process connects to Redis as it does in a deployment, namely as a Redis user of
 * its own. The rules of that user apply to the test's namespace.
 */
export async function asRedisUser(config: Config, name: string): Promise<Config> {
  const rules = redisUsers(config.redisNamespace).find((user) => user.name === name)?.rules;
  if (!rules) return config;
  const user = `${config.redisNamespace}.${name}`;
  const admin = openConnection(config.redisUrl);
  await whenReady(admin, 20_000);
  await admin.call('ACL', 'SETUSER', user, 'reset', 'on', `>${user}`, ...rules);
  admin.disconnect();
  const url = new URL(config.redisUrl);
  url.username = user;
  url.password = user;
  return { ...config, redisUrl: url.href, cacheRedisUrl: url.href };
}
