import { Injectable } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import { resultKindOf } from '@portal/proto/http/search-types';
import { fail, type Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SearchInput } from '@portal/proto/rpc/search';
import { SearchHistory } from '../history/search-history.js';
import type { LiveIndex } from '../live-index/live-indexes.js';
import { answerText, type Answer } from './answer-text.js';
import { findHits, typedSearch } from './every-hits.js';
import { ExecutedSearches } from './executed-searches.js';
import { HitFinder } from './hit-finder.js';
import { hitStatement } from './hit-statement.js';
import { recordTables, type RecordTable } from './record-table.js';
import { SearchRepository } from './search.repository.js';
import { searchDigest, type ReadTimestamp, type Searcher } from './timestamp.rules.js';
import { Widenings } from './widenings.service.js';
import { windowOf } from './window.rules.js';

type SearchFailure = Failure<'INVALID_TIMESTAMP' | 'COUNTY_NOT_INDEXED'>;

/** A search of one county and user against its live index. */
interface Asking {
  readonly input: SearchInput;
  readonly searcher: Searcher;
  readonly index: LiveIndex;
  readonly records: RecordTable;
  readonly digest: string;
}

/** Searches of every kind: by criteria, or by the hit list that a timestamp names (search.md 10 to 13). */
@Injectable()
export class SearchService {
  constructor(
    private readonly finder: HitFinder,
    private readonly repository: SearchRepository,
    private readonly executed: ExecutedSearches,
    private readonly widenings: Widenings,
    private readonly history: SearchHistory,
  ) {}

  async search(input: SearchInput, actor: Actor): Promise<RawJson | SearchFailure> {
    const index = await this.finder.find(actor.county);
    if (!index) return fail('COUNTY_NOT_INDEXED');
    const { type, criteria, paging } = input;
    const searcher = { county: actor.county, user: actor.user ?? '' };
    const digest = searchDigest([type, criteria, paging.sortKey, paging.sortDirection]);
    const asking = { input, searcher, index, digest, records: recordTables[resultKindOf(type)] };
    let answer: Answer | undefined;
    if (paging.timestamp !== '') {
      const made = this.executed.read(searcher, paging.timestamp);
      if (!made) return fail('INVALID_TIMESTAMP');
      answer = made.digest === digest ? await this.continue(made, asking) : undefined;
    }
    answer ??= await this.searchAnew(asking);
    const [history] = await Promise.all([this.history.remember(actor, input, answer.total), answer.kept]);
    return new RawJson(answerText(answer, history));
  }

  /** Undefined when the hit list has expired. */
  private async continue(made: ReadTimestamp, asking: Asking): Promise<Answer | undefined> {
    const { index, records, input } = asking;
    const list = await this.executed.find(made, index, records);
    if (!list) return undefined;
    const { offset, rows } = windowOf(input.paging);
    const target = { generation: list.generation, records };
    const page = await this.repository.getRows(target, list.ids.slice(offset, offset + rows));
    return { ...page, total: list.ids.length, timestamp: input.paging.timestamp };
  }

  private async searchAnew({ input, searcher, index, records, digest }: Asking): Promise<Answer> {
    const { paging } = input;
    const { generation, sealings } = index;
    const asked = this.finder.asked(searcher.county, index, records, paging);
    const search = typedSearch(input);
    const hits = await findHits(search, asked);
    const statement = hits && hitStatement({ generation, records }, asked.order, hits, windowOf(paging));
    const found = statement ? await this.repository.search(statement) : { ids: '', rows: '', amount: 0 };
    const ids = found.ids === '' ? [] : found.ids.split(',');
    const more = ids.length > windowOf(paging).rows;
    const executed = this.executed.add(searcher, digest, { generation, sealings, ids }, more);
    const widenings =
      ids.length > 0 ? [] : await this.widenings.count(searcher.county, search, asked, records);
    return { rows: found.rows, amount: found.amount, total: ids.length, ...executed, widenings };
  }
}
