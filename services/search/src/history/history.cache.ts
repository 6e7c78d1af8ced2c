import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
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

interface Copy {
  readonly list: readonly RememberedSearch[];
  readonly until: number;
}

const keptSeconds = 3_600;
/**
 * This process trusts its copy only for this long, because another process may have answered the same user meanwhile.
 */
const believedMs = 1_000;
const writtenAfterMs = 100;
const mostCopies = 5_000;
const log = openLog('search');

/**
 * The histories of users who are searching now. A search is written to the database with a delay, but every answer must
 * show it at once (B2-03). Answers use this process's copy; the changes of all users go to the cache server in one
 * write a moment later.
 */
@Injectable()
export class HistoryCache implements BeforeApplicationShutdown {
  private readonly copies = new Map<string, Copy>();
  private changed = new Map<string, readonly RememberedSearch[]>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: CacheServer) {}

  async find(county: string, user: string): Promise<readonly RememberedSearch[] | undefined> {
    const copy = this.copyOf(county, user);
    if (copy) return copy;
    const key = this.key(county, user);
    const text = await this.server.redis.get(key).catch(noted);
    // a search may have been stored while the server was asked
    const newer = this.copyOf(county, user);
    if (newer) return newer;
    const read = text ? kept.safeParse(JSON.parse(text)) : undefined;
    if (!read?.success) return undefined;
    this.believe(key, read.data);
    return read.data;
  }

  /** This process's copy of the history; undefined if there is none or it is too old to be trusted. */
  copyOf(county: string, user: string): readonly RememberedSearch[] | undefined {
    const copy = this.copies.get(this.key(county, user));
    return copy && copy.until > performance.now() ? copy.list : undefined;
  }

  /** Stores the list as the newest history of the user. */
  put(county: string, user: string, list: readonly RememberedSearch[]): void {
    const key = this.key(county, user);
    this.believe(key, list);
    this.changed.set(key, list);
    this.timer ??= setTimeout(() => void this.write(), writtenAfterMs).unref();
  }

  /** Runs while the cache server is still connected. */
  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  private believe(key: string, list: readonly RememberedSearch[]): void {
    if (this.copies.size >= mostCopies) this.copies.clear();
    this.copies.set(key, { list, until: performance.now() + believedMs });
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const changed = this.changed;
    this.changed = new Map();
    const writes = [...changed].map(([key, list]) =>
      this.server.redis.set(key, JSON.stringify(list), 'EX', keptSeconds).catch(noted),
    );
    await Promise.all(writes);
  }

  private readonly key = (county: string, user: string): string =>
    `${this.server.namespace}:search-history:${county}:${user}`;
}

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of histories is away');
}
