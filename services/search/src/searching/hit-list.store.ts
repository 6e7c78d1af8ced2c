import { Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { CacheServer } from '../cache-server.js';

/** The ordered hits of an executed search. */
export interface HitList {
  readonly generation: number;
  /** The county's count of sealings when the list was made or last checked. */
  readonly sealings: number;
  /** Ordinals of the records in the order of the results, at most 1000. */
  readonly ids: readonly string[];
}

const keptSeconds = 600;
const log = openLog('search');

/** Hit lists on the cache server, ten minutes each; a list that is lost is made anew by searching again. */
@Injectable()
export class HitListStore {
  constructor(private readonly server: CacheServer) {}

  /** Not being kept costs a later page a new search, so a cache server that is away is logged and no failure. */
  async put(id: string, list: HitList): Promise<void> {
    await this.server.redis.set(this.keyOf(id), textOf(list), 'EX', keptSeconds).catch(noted);
  }

  /** For the rest of its time; one that has expired meanwhile stays away. */
  async replace(id: string, list: HitList): Promise<void> {
    await this.server.redis.set(this.keyOf(id), textOf(list), 'KEEPTTL', 'XX').catch(noted);
  }

  async find(id: string): Promise<HitList | undefined> {
    const text = await this.server.redis.get(this.keyOf(id)).catch(noted);
    const [generation, sealings, ids] = text?.split('|') ?? [];
    if (generation === undefined || ids === undefined) return undefined;
    return {
      generation: Number(generation),
      sealings: Number(sealings),
      ids: ids === '' ? [] : ids.split(','),
    };
  }

  private keyOf(id: string): string {
    return `${this.server.namespace}:hits:${id}`;
  }
}

const textOf = ({ generation, sealings, ids }: HitList): string =>
  [generation, sealings, ids.join(',')].join('|');

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of hit lists is away');
}
