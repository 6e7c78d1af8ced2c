import { type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import type { LiveIndex } from '../live-index/live-indexes.js';
import { HitListStore, idsOf, type HitList } from './hit-list.store.js';
import type { RecordTable } from './record-table.js';
import { SearchRepository } from './search.repository.js';
import { readTimestamp, writeTimestamp, type ReadTimestamp, type Searcher } from './timestamp.rules.js';

/** A new executed search. */
export interface Executed {
  readonly timestamp: string;
  /**
   * Settles when the hit list is stored; undefined when the hit list is not stored, because no further request could
   * use it.
   */
  readonly kept?: Promise<void>;
}

/**
 * The executed searches of the last ten minutes: their timestamps and hit lists
 * (search/DESIGN.md#timestamps-and-hit-lists).
 */
@Injectable()
export class ExecutedSearches {
  /** The first key signs new timestamps. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly hitLists: HitListStore,
    private readonly repository: SearchRepository,
  ) {
    this.keys = config.keys.own('search', 'search timestamps');
  }

  /**
   * @param more whether hits remain for another batch or page; if not, the list is not stored, because no further
   *   request could use it
   */
  add(searcher: Searcher, digest: string, list: HitList, more: boolean): Executed {
    const id = randomBytes(16).toString('base64url');
    const timestamp = writeTimestamp(this.keys[0], searcher, { id, generation: list.generation, digest });
    return { timestamp, ...(more && { kept: this.hitLists.put(id, list) }) };
  }

  /** Reads a timestamp; undefined when it was forged or belongs to someone else. */
  read(searcher: Searcher, timestamp: string): ReadTimestamp | undefined {
    return readTimestamp(this.keys, searcher, timestamp);
  }

  /**
   * The hit list of a timestamp, without records that were sealed after the search; undefined when the hit list has
   * expired. A list of another generation counts as expired, because only the rows of the live generation show what a
   * full import has sealed.
   */
  async find(made: ReadTimestamp, index: LiveIndex, records: RecordTable): Promise<HitList | undefined> {
    const found = await this.hitLists.find(made.id);
    if (!found || found.generation !== made.generation || found.generation !== index.generation)
      return undefined;
    return found.sealings === index.sealings ? found : this.withoutSealed(made.id, found, index, records);
  }

  /**
   * Removes records that were sealed after the search, so that the list and its total shrink as if these records had
   * never been there (search/DESIGN.md#sealed-documents).
   */
  private async withoutSealed(
    id: string,
    list: HitList,
    { sealings }: LiveIndex,
    records: RecordTable,
  ): Promise<HitList> {
    const target = { generation: list.generation, records };
    const ids = await this.repository.listVisible(target, idsOf(list.ids));
    const shrunk = { ...list, ids, sealings };
    await this.hitLists.replace(id, shrunk);
    return shrunk;
  }
}
