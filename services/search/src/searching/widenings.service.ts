import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { everySearch, type CriteriaOf } from '@portal/proto/criteria/every-search';
import type { Widening } from '@portal/proto/criteria/definition';
import type { SearchType } from '@portal/proto/http/search-types';
import type { Asked } from './asked.js';
import { findHits, type TypedSearch } from './every-hits.js';
import type { Hits } from './hit-statement.js';
import type { RecordTable } from './record-table.js';
import { SearchRepository } from './search.repository.js';

/**
 * The number of records that a search finds when one of its criteria is left out; `label` is the catalog key of that
 * criterion.
 */
export interface CountedWidening {
  readonly label: string;
  readonly total: number;
}

/** Time limit for all counts of an answer together. */
const allowedMs = 300;
const log = openLog('search');

/** Finds the criteria that keep a search from finding anything, by counting the results without each criterion. */
@Injectable()
export class Widenings {
  constructor(private readonly repository: SearchRepository) {}

  /**
   * Each count stops at 1000. Widenings without results, or without time to count, are left out. If no connection is
   * free or counting fails, the answer neither waits nor fails.
   */
  async count(
    county: string,
    search: TypedSearch,
    asked: Asked,
    records: RecordTable,
  ): Promise<CountedWidening[]> {
    const totals = new Map<string, number>();
    const counting = this.countInto(totals, county, search, asked, records).catch((error: unknown) =>
      log.warn({ err: error }, 'wider criteria were not counted'),
    );
    await Promise.race([counting, sleep(allowedMs, undefined, { ref: false })]);
    return [...totals].filter(([, total]) => total > 0).map(([label, total]) => ({ label, total }));
  }

  private async countInto(
    totals: Map<string, number>,
    county: string,
    search: TypedSearch,
    asked: Asked,
    records: RecordTable,
  ): Promise<void> {
    const until = performance.now() + allowedMs;
    const wider: { label: string; hits: Hits }[] = [];
    for (const { label, without } of wideningsOf(search)) {
      // a search with some criteria emptied is still of the same kind, so the cast is safe
      const less = { ...search, criteria: { ...search.criteria, ...without } } as TypedSearch;
      const hits = await findHits(less, asked);
      if (hits) wider.push({ label, hits });
    }
    if (wider.length === 0) return;
    const target = { generation: asked.index.generation, records };
    const list = wider.map(({ hits }) => hits);
    await this.repository.countInTurn(county, target, list, until, (nth, total) => {
      const label = wider[nth]?.label;
      if (label !== undefined) totals.set(label, total);
    });
  }
}

type WideningsOf<T extends SearchType> = (criteria: CriteriaOf<T>) => Widening<CriteriaOf<T>>[];
const definitions: { readonly [T in SearchType]: { readonly widenings: WideningsOf<T> } } = everySearch;

const wideningsOf = <T extends SearchType>({ type, criteria }: TypedSearch<T>): Widening<CriteriaOf<T>>[] =>
  definitions[type].widenings(criteria);
