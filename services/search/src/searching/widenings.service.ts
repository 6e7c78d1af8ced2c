import { Injectable } from '@nestjs/common';
import { everySearch } from '@portal/proto/criteria/every-search';
import type { Widening } from '@portal/proto/criteria/definition';
import type { Asked } from './asked.js';
import { findHits, type TypedSearch } from './every-hits.js';
import type { RecordTable } from './record-table.js';
import { SearchRepository } from './search.repository.js';

/** How many records there would be without a criterion; `label` is its catalogue key. */
export interface CountedWidening {
  readonly label: string;
  readonly total: number;
}

/** All counts of an answer together take no longer than this. */
const allowedMs = 300;

/** What keeps a search from finding anything: a count without each of its criteria. */
@Injectable()
export class Widenings {
  constructor(private readonly repository: SearchRepository) {}

  /** Counts of at most 1000; those that find nothing either, or that no time was left for, are left out. */
  async count(
    county: string,
    search: TypedSearch,
    asked: Asked,
    records: RecordTable,
  ): Promise<CountedWidening[]> {
    const until = performance.now() + allowedMs;
    const target = { generation: asked.index.generation, records };
    const counted: CountedWidening[] = [];
    for (const { label, without } of wideningsOf(search)) {
      const hits = await findHits(
        { ...search, criteria: { ...search.criteria, ...without } } as TypedSearch,
        asked,
      );
      const leftMs = Math.floor(until - performance.now());
      if (leftMs < 1) break;
      const total = hits ? await this.repository.count(county, target, hits, leftMs) : 0;
      if (total === undefined) break;
      if (total > 0) counted.push({ label, total });
    }
    return counted;
  }
}

/** The two come from one row of the table, which the type system cannot see. */
const wideningsOf = ({ type, criteria }: TypedSearch): Widening<object>[] =>
  (everySearch[type].widenings as (criteria: unknown) => Widening<object>[])(criteria);
