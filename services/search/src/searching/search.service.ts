import { Injectable } from '@nestjs/common';
import { RawJson } from '@portal/infra/rpc';
import { resultKindOf } from '@portal/proto/http/search-types';
import { fail, type Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SearchInput } from '@portal/proto/rpc/search';
import { refusalOf, SearchCharges, type Unpaid } from '../charging/search-charges.js';
import { SearchHistory } from '../history/search-history.js';
import type { LiveIndex } from '../live-index/live-indexes.js';
import type { Asked } from './asked.js';
import { answerText, unpaidText, type Answer } from './answer-text.js';
import { findHits, typedSearch, type TypedSearch } from './every-hits.js';
import { ExecutedSearches } from './executed-searches.js';
import { HitFinder } from './hit-finder.js';
import { idsOf, lengthOf } from './hit-list.store.js';
import { hitStatement } from './hit-statement.js';
import { recordTables, type RecordTable } from './record-table.js';
import { SearchRepository } from './search.repository.js';
import { searchDigest } from '../search-digest.js';
import type { ReadTimestamp, Searcher } from './timestamp.rules.js';
import { Widenings } from './widenings.service.js';
import { windowOf } from './window.rules.js';

type SearchFailure = Failure<
  'INVALID_INPUT' | 'INVALID_TIMESTAMP' | 'COUNTY_NOT_INDEXED' | 'INSUFFICIENT_FUNDS'
>;

/** A search that a user runs in the live index of a county. */
interface Asking {
  readonly actor: Actor;
  readonly input: SearchInput;
  readonly searcher: Searcher;
  readonly index: LiveIndex;
  readonly records: RecordTable;
  readonly digest: string;
}

/** Searches of every kind: by criteria, or by the hit list of a timestamp (search/DESIGN.md). */
@Injectable()
export class SearchService {
  constructor(
    private readonly finder: HitFinder,
    private readonly repository: SearchRepository,
    private readonly executed: ExecutedSearches,
    private readonly widenings: Widenings,
    private readonly charges: SearchCharges,
    private readonly history: SearchHistory,
  ) {}

  async search(input: SearchInput, actor: Actor): Promise<RawJson | SearchFailure> {
    const index = await this.finder.find(actor.county);
    if (!index) return fail('COUNTY_NOT_INDEXED');
    const { type, criteria, paging } = input;
    const searcher = { county: actor.county, user: searcherOf(actor) };
    const digest = searchDigest([type, criteria, paging.sortKey, paging.sortDirection]);
    const asking = { actor, input, searcher, index, digest, records: recordTables[resultKindOf(type)] };
    let answer: Answer | Unpaid | undefined;
    if (paging.timestamp !== '') {
      const made = this.executed.read(searcher, paging.timestamp);
      if (!made) return fail('INVALID_TIMESTAMP');
      answer = made.digest === digest ? await this.continue(made, asking) : undefined;
    }
    if (!answer) {
      // checks the plat only for a new search, because a delta may rename the plat of a hit list that is still in use
      const fault = await this.finder.platFault(index, criteria);
      if (fault) return fail('INVALID_INPUT', undefined, fault);
      answer = await this.searchAnew(asking);
    }
    if (typeof answer === 'string') return this.refuse(answer, asking);
    const [history] = await Promise.all([this.history.remember(actor, input, answer.total), answer.kept]);
    return new RawJson(answerText(answer, history));
  }

  /** Refuses an unpaid search. The history records the search only when it is paid. */
  private async refuse(unpaid: Unpaid, { actor, input }: Asking): Promise<RawJson | SearchFailure> {
    if (unpaid === 'INSUFFICIENT_FUNDS') return refusalOf(unpaid, actor);
    const silent = { ...input, paging: { ...input.paging, updateHistory: false } };
    return new RawJson(unpaidText(unpaid, await this.history.remember(actor, silent, 0)));
  }

  /**
   * Answers from the hit list; undefined when the hit list has expired. A user who has a timestamp of the hit list has
   * paid, because no timestamp is issued before the payment.
   */
  private async continue(made: ReadTimestamp, asking: Asking): Promise<Answer | undefined> {
    const { index, records, input } = asking;
    const list = await this.executed.find(made, index, records);
    if (!list) return undefined;
    const { offset, rows } = windowOf(input.paging);
    const target = { generation: list.generation, records };
    const ids = idsOf(list.ids);
    const page = await this.repository.getRows(target, ids.slice(offset, offset + rows));
    return { ...page, total: ids.length, timestamp: input.paging.timestamp };
  }

  private async searchAnew(asking: Asking): Promise<Answer | Unpaid> {
    const { actor, input, searcher, index, records, digest } = asking;
    const { type, criteria, paging } = input;
    const { generation, sealings } = index;
    const asked = this.finder.asked(searcher.county, index, records, paging);
    const search = typedSearch(input);
    const hits = await findHits(search, asked);
    const statement = hits && hitStatement({ generation, records }, asked.order, hits, windowOf(paging));
    const found = statement ? await this.repository.search(statement) : { ids: '', rows: '', amount: 0 };
    const { ids } = found;
    const total = lengthOf(ids);
    if (total === 0) return this.nothingFound(asking, search, asked);
    // the digest leaves out the sort order, because the price of a search includes sorting and printing its results
    const unpaid = await this.charges.charge(actor, type, () => searchDigest([type, criteria]));
    if (unpaid) return unpaid;
    const more = total > windowOf(paging).rows;
    const executed = this.executed.add(searcher, digest, { generation, sealings, ids }, more);
    return { rows: found.rows, amount: found.amount, total, ...executed };
  }

  /**
   * Answers a search that finds nothing, which is free. Widenings are offered only to users for whom this kind of
   * search is free.
   */
  private async nothingFound(
    { actor, input, searcher, index, records, digest }: Asking,
    search: TypedSearch,
    asked: Asked,
  ): Promise<Answer> {
    const { generation, sealings } = index;
    const executed = this.executed.add(searcher, digest, { generation, sealings, ids: '' }, false);
    const free = await this.charges.isFree(actor, input.type);
    const widenings = free ? await this.widenings.count(searcher.county, search, asked, records) : [];
    return { rows: '', amount: 0, total: 0, ...executed, widenings };
  }
}

/** The owner of a search. Guests share a user, and one guest must not continue another's search. */
const searcherOf = ({ role, user, session }: Actor): string =>
  role === 'GUEST' ? `${user ?? ''} ${session ?? ''}` : (user ?? '');
