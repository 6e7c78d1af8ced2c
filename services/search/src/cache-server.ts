import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openConnection, type Redis } from '@portal/infra/redis';

/**
 * The Redis of hit lists and histories, which may lose anything at any time. A search stores its data in as few writes
 * as possible: commands that are issued at the same time are sent together.
 */
@Injectable()
export class CacheServer implements OnApplicationShutdown {
  readonly redis: Redis;
  /** Prefix of every key. */
  readonly namespace: string;

  constructor(@Inject(CONFIG) { cacheRedisUrl, redisNamespace }: Config) {
    this.redis = openConnection(cacheRedisUrl, { enableAutoPipelining: true });
    this.namespace = redisNamespace;
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
