import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { searchType, sortDirections } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import { CacheServer } from '../cache-server.js';
import { anySortKey, keptSearches, remembered, type RememberedSearch } from './history.rules.js';

const kept = z.array(
  z.object({
    type: searchType,
    criteria: z.string(),
    pageNumber: z.int(),
    sortKey: anySortKey,
    sortDirection: z.enum(sortDirections),
  }),
);

/** A history to write, and the searches in it that the cache server does not have yet. */
interface Change {
  readonly list: readonly RememberedSearch[];
  readonly made: readonly RememberedSearch[];
}

interface Copy {
  readonly list: readonly RememberedSearch[];
  readonly until: number;
}

const keptSeconds = 3_600;
/**
 * How long this process trusts its copy of a user's history: another process may have stored a search of the same user
 * in the meantime.
 */
const believedMs = 1_000;
const writtenAfterMs = 100;
const mostCopies = 5_000;
const log = openLog('search');

/**
 * Adds the searches in ARGV[2], oldest first, to the stored history by the rules of `remembered`. It does not overwrite
 * the history, because another process may have stored searches of the same user. Without a stored history, it stores
 * ARGV[1].
 */
const ADD = `
local stored = redis.call('GET', KEYS[1])
local text = ARGV[1]
if stored then
  local list = cjson.decode(stored)
  for _, search in ipairs(cjson.decode(ARGV[2])) do
    local next = { search }
    for _, other in ipairs(list) do
      local same = other.type == search.type and other.criteria == search.criteria
      if not same and #next < tonumber(ARGV[3]) then next[#next + 1] = other end
    end
    list = next
  end
  text = cjson.encode(list)
end
redis.call('SET', KEYS[1], text, 'EX', ARGV[4])`;

/**
 * The histories of users who are searching now. A search is written to the database with a delay, but every answer must
 * show it at once (B2-03). Answers use this process's copy; the changes of all users go to the cache server in one
 * write a moment later.
 */
@Injectable()
export class HistoryCache implements BeforeApplicationShutdown {
  private readonly copies = new Map<string, Copy>();
  private changed = new Map<string, Change>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: CacheServer) {}

  async find(county: string, user: string): Promise<readonly RememberedSearch[] | undefined> {
    const copy = this.copyOf(county, user);
    if (copy) return copy;
    const key = this.key(county, user);
    const list = await this.read(key);
    // this process may have stored a search while it waited for the cache server
    const newer = this.copyOf(county, user);
    if (newer) return newer;
    if (list) this.believe(key, list);
    return list;
  }

  /** This process's copy of the history; undefined if there is none or it is too old to be trusted. */
  copyOf(county: string, user: string): readonly RememberedSearch[] | undefined {
    const copy = this.copies.get(this.key(county, user));
    return copy && copy.until > performance.now() ? copy.list : undefined;
  }

  /** Stores a history that was read from the database, unless another process has stored one in the meantime. */
  fill(county: string, user: string, list: readonly RememberedSearch[]): void {
    this.change(this.key(county, user), { list, made: [] });
  }

  /**
   * Stores a search as the user's newest one.
   * @param before the history without the search, used if this process has no newer copy
   * @returns the history with the search
   */
  add(
    county: string,
    user: string,
    before: readonly RememberedSearch[],
    search: RememberedSearch,
  ): readonly RememberedSearch[] {
    const key = this.key(county, user);
    const list = remembered(this.copyOf(county, user) ?? before, search);
    this.change(key, { list, made: [...(this.changed.get(key)?.made ?? []), search] });
    return list;
  }

  /** Writes the pending changes before the service stops, while the cache server is still connected. */
  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  private change(key: string, change: Change): void {
    this.believe(key, change.list);
    this.changed.set(key, change);
    this.timer ??= setTimeout(() => void this.write(), writtenAfterMs).unref();
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
    await Promise.all([...changed].map(([key, change]) => this.writeOne(key, change).catch(noted)));
  }

  private async writeOne(key: string, { list, made }: Change): Promise<void> {
    const { redis } = this.server;
    const text = JSON.stringify(list);
    if (made.length === 0) await redis.set(key, text, 'EX', keptSeconds, 'NX');
    else await redis.eval(ADD, 1, key, text, JSON.stringify(made), keptSearches, keptSeconds);
  }

  private async read(key: string): Promise<readonly RememberedSearch[] | undefined> {
    const text = await this.server.redis.get(key).catch(noted);
    return text ? kept.safeParse(JSON.parse(text)).data : undefined;
  }

  private readonly key = (county: string, user: string): string =>
    `${this.server.namespace}:search-history:${county}:${user}`;
}

function noted(error: unknown): undefined {
  log.warn({ err: error }, 'the cache server of histories is away');
}
