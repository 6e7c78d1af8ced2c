import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { openConnection, type Redis } from '@portal/infra/redis';

/** The ordered hits of an executed search. */
export interface HitList {
  readonly generation: number;
  /** The county's count of sealings when the list was made or last checked. */
  readonly sealings: number;
  /** Document ordinals in the order of the results, at most 1000. */
  readonly ids: readonly string[];
}

export const keptSeconds = 600;
const log = openLog('search');

/** Hit lists on the cache server, ten minutes each; a list that is lost is made anew by searching again. */
@Injectable()
export class HitListStore implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.redis = openConnection(config.cacheRedisUrl, { enableAutoPipelining: true });
    this.prefix = `${config.redisNamespace}:hits:`;
  }

  /** Not being kept costs a later page a new search, so a cache server that is away is logged and no failure. */
  async put(id: string, list: HitList): Promise<void> {
    const text = [list.generation, list.sealings, list.ids.join(',')].join('|');
    await this.redis.set(this.prefix + id, text, 'EX', keptSeconds).catch(noted);
  }

  async find(id: string): Promise<HitList | undefined> {
    const text = await this.redis.get(this.prefix + id).catch(noted);
    const [generation, sealings, ids] = text?.split('|') ?? [];
    if (generation === undefined || ids === undefined) return undefined;
    return {
      generation: Number(generation),
      sealings: Number(sealings),
      ids: ids === '' ? [] : ids.split(','),
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of hit lists is away');
}
