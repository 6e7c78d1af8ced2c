import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openConnection, type Redis } from '@portal/infra/redis';

/**
 * The Redis server of hit lists and histories. It may lose its data at any time. Commands that are issued at the same
 * time are sent together, so that a search needs few round trips.
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
