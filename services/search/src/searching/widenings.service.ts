import { Injectable } from '@nestjs/common';
import { everySearch } from '@portal/proto/criteria/every-search';
import type { Widening } from '@portal/proto/criteria/definition';
import type { Asked } from './asked.js';
import { findHits, type TypedSearch } from './every-hits.js';
import type { Hits } from './hit-statement.js';
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
    const wider: { label: string; hits: Hits }[] = [];
    for (const { label, without } of wideningsOf(search)) {
      // what is left out stays of its kind
      const less = { ...search, criteria: { ...search.criteria, ...without } } as TypedSearch;
      const hits = await findHits(less, asked);
      if (hits) wider.push({ label, hits });
    }
    if (wider.length === 0) return [];
    const target = { generation: asked.index.generation, records };
    const list = wider.map(({ hits }) => hits);
    const totals = await this.repository.countInTurn(county, target, list, allowedMs);
    return totals.flatMap((total, at) => {
      const label = wider[at]?.label;
      return total > 0 && label !== undefined ? [{ label, total }] : [];
    });
  }
}

/** The two come from one row of the table, which the type system cannot see. */
const wideningsOf = ({ type, criteria }: TypedSearch): Widening<object>[] =>
  (everySearch[type].widenings as (criteria: unknown) => Widening<object>[])(criteria);
