import { Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { searchType, sortDirections } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import { CacheServer } from '../cache-server.js';
import { anySortKey, type RememberedSearch } from './history.rules.js';

const kept = z.array(
  z.object({
    type: searchType,
    criteria: z.string(),
    pageNumber: z.int(),
    sortKey: anySortKey,
    sortDirection: z.enum(sortDirections),
  }),
);
const keptSeconds = 3_600;
const log = openLog('search');

/** The histories of users who search just now: rows are written late, and every answer shows them (B2-03). */
@Injectable()
export class HistoryCache {
  constructor(private readonly server: CacheServer) {}

  async find(county: string, user: string): Promise<RememberedSearch[] | undefined> {
    const text = await this.server.redis.get(this.key(county, user)).catch(noted);
    if (!text) return undefined;
    const read = kept.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  }

  async put(county: string, user: string, list: readonly RememberedSearch[]): Promise<void> {
    await this.server.redis.set(this.key(county, user), JSON.stringify(list), 'EX', keptSeconds).catch(noted);
  }

  private readonly key = (county: string, user: string): string =>
    `${this.server.namespace}:search-history:${county}:${user}`;
}

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of histories is away');
}
