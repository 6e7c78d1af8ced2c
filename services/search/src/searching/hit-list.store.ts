import { Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { cacheReads } from '@portal/infra/metrics';
import { CacheServer } from '../cache-server.js';

/** The ordered hits of an executed search. */
export interface HitList {
  readonly generation: number;
  /** The county's count of sealings when the list was made or last checked. */
  readonly sealings: number;
  /**
   * Ordinals of the records in the order of the results, at most 1000, separated by commas. The text stays as
   * PostgreSQL returned it and is not split, because most lists are stored but never read.
   */
  readonly ids: string;
}

/** @param ids the text of a hit list */
export const idsOf = (ids: string): string[] => (ids === '' ? [] : ids.split(','));

/** How many ordinals a hit list has, without splitting the text. */
export function lengthOf(ids: string): number {
  if (ids === '') return 0;
  let length = 1;
  for (let at = ids.indexOf(','); at >= 0; at = ids.indexOf(',', at + 1)) length += 1;
  return length;
}

const keptSeconds = 600;
const log = openLog('search');

/** Hit lists on the cache server, kept for ten minutes; a lost list is made again by repeating the search. */
@Injectable()
export class HitListStore {
  constructor(private readonly server: CacheServer) {}

  /** Stores a hit list. A failure is only logged, because without the list a later page just costs a new search. */
  async put(id: string, list: HitList): Promise<void> {
    await this.server.redis.set(this.keyOf(id), textOf(list), 'EX', keptSeconds).catch(noted);
  }

  /** Replaces a hit list without extending its lifetime; an expired hit list is not stored again. */
  async replace(id: string, list: HitList): Promise<void> {
    await this.server.redis.set(this.keyOf(id), textOf(list), 'KEEPTTL', 'XX').catch(noted);
  }

  async find(id: string): Promise<HitList | undefined> {
    const text = await this.server.redis.get(this.keyOf(id)).catch(noted);
    cacheReads.inc({ cache: 'hit lists', outcome: text ? 'hit' : 'miss' });
    const [generation, sealings, ids] = text?.split('|') ?? [];
    if (generation === undefined || ids === undefined) return undefined;
    return { generation: Number(generation), sealings: Number(sealings), ids };
  }

  private keyOf(id: string): string {
    return `${this.server.namespace}:hits:${id}`;
  }
}

const textOf = ({ generation, sealings, ids }: HitList): string => [generation, sealings, ids].join('|');

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of hit lists is away');
}
