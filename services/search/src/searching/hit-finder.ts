import { Injectable } from '@nestjs/common';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import { CountyDays } from '../live-index/county-days.js';
import { LiveIndexes, type LiveIndex } from '../live-index/live-indexes.js';
import type { Asked } from './asked.js';
import { HitOrder } from './hit-order.js';
import type { RecordTable } from './record-table.js';

/** Gathers what the hits of a search depend on besides its criteria. */
@Injectable()
export class HitFinder {
  constructor(
    private readonly indexes: LiveIndexes,
    private readonly days: CountyDays,
  ) {}

  /** Undefined when nothing was imported for the county. */
  find(county: string): Promise<LiveIndex | undefined> {
    return this.indexes.find(county);
  }

  asked(county: string, index: LiveIndex, records: RecordTable, paging: SearchPaging): Asked {
    return {
      index,
      order: new HitOrder(records, paging.sortKey, paging.sortDirection),
      isHot: (prefix) => this.indexes.isHot(county, index, prefix),
      today: () => this.days.today(county),
    };
  }
}
