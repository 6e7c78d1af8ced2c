import type { Config } from '../config/index.js';
import { openConnection, redisUsers, whenReady } from '../redis/index.js';

/**
 * A configuration with which one process reaches Redis as in a deployment: as the process's own user, whose rules apply
 * to the test's namespace.
 */
export async function asRedisUser(config: Config, name: string): Promise<Config> {
  const rules = redisUsers(config.redisNamespace).find((user) => user.name === name)?.rules;
  if (!rules) return config;
  const user = `${config.redisNamespace}.${name}`;
  const admin = openConnection(config.redisUrl);
  await whenReady(admin);
  await admin.call('ACL', 'SETUSER', user, 'reset', 'on', `>${user}`, ...rules);
  admin.disconnect();
  const url = new URL(config.redisUrl);
  url.username = user;
  url.password = user;
  return { ...config, redisUrl: url.href, cacheRedisUrl: url.href };
}
