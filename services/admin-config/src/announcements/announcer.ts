import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { announce, type Announcement } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';

const log = openLog('admin-config');

/** Tells every process to drop its copy of what has just been committed. */
@Injectable()
export class Announcer implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.redis = openConnection(config.redisUrl);
  }

  onModuleInit(): Promise<void> {
    return whenReady(this.redis);
  }

  /** Does not fail: the change stands already, and copies are 30 s old at most. */
  async announce(change: Announcement): Promise<void> {
    try {
      await announce(this.redis, this.config.redisNamespace, change);
    } catch (error) {
      log.warn({ err: error, section: change.section }, 'a change could not be announced');
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
