import { Injectable } from '@nestjs/common';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import { CountyDays } from '../live-index/county-days.js';
import { LiveIndexes, type LiveIndex } from '../live-index/live-indexes.js';
import { foldName } from '../matching/name.rules.js';
import { platAsked, platFault } from '../plats/plat.rules.js';
import { PlatsRepository } from '../plats/plats.repository.js';
import type { Asked } from './asked.js';
import { HitOrder } from './hit-order.js';
import type { RecordTable } from './record-table.js';

/** Collects what determines the hits of a search, besides its criteria. */
@Injectable()
export class HitFinder {
  constructor(
    private readonly indexes: LiveIndexes,
    private readonly days: CountyDays,
    private readonly plats: PlatsRepository,
  ) {}

  /** The live index of a county; undefined when the county has no import yet. */
  find(county: string): Promise<LiveIndex | undefined> {
    return this.indexes.find(county);
  }

  /** Faults of the plat that a search names, by field (B1-064, B1-099, B1-100); undefined for other searches. */
  async platFault(index: LiveIndex, criteria: object): Promise<Record<string, string> | undefined> {
    const asked = platAsked(criteria);
    return asked && platFault(asked, await this.plats.find(index.generation, foldName(asked.plat)));
  }

  asked(county: string, index: LiveIndex, records: RecordTable, paging: SearchPaging): Asked {
    return {
      index,
      order: new HitOrder(records, paging.sortKey, paging.sortDirection),
      hotPrefix: (prefix) => this.indexes.hotPrefix(county, index, prefix),
      commonWords: () => this.indexes.commonWords(county, index),
      today: () => this.days.today(county),
    };
  }
}
