import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { RawJson } from '@portal/infra/rpc';
import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { SearchHistoryEntry, SearchType } from '@portal/proto/http/search-types';
import { fail, type Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { SearchHistory } from '../history/search-history.js';
import { LiveIndexes, type LiveIndex } from '../live-index/live-indexes.js';
import { documentNumberHits } from './document-number-hits.js';
import { HitListStore, type HitList } from './hit-list.store.js';
import { HitOrder } from './hit-order.js';
import { hitStatement, type Hits } from './hit-statement.js';
import { hotCandidate, nameHits } from './name-hits.js';
import { SearchRepository, type ResultRows } from './search.repository.js';
import {
  readTimestamp,
  searchDigest,
  writeTimestamp,
  type ReadTimestamp,
  type Searcher,
} from './timestamp.rules.js';
import { windowOf } from './window.rules.js';

type SearchFailure = Failure<'INVALID_TIMESTAMP' | 'COUNTY_NOT_INDEXED'>;

/** A search as it was asked, ready to run against an index. */
interface Search {
  readonly type: SearchType;
  readonly criteria: NameCriteria | DocumentNumberCriteria;
  /** Undefined when the criteria can match nothing. */
  readonly hits: (index: LiveIndex, order: HitOrder) => Promise<Hits | undefined>;
}

interface Answer extends ResultRows {
  readonly total: number;
  readonly timestamp: string;
  /** Settles when the hit list of a new search is kept. */
  readonly kept?: Promise<void>;
}

const nothing: HitList & ResultRows = { generation: 0, sealings: 0, ids: [], rows: '', amount: 0 };

/** Searches of documents: by criteria, or by the hit list that a timestamp names (search.md 10 to 13). */
@Injectable()
export class SearchService {
  private readonly key: KeyObject;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly indexes: LiveIndexes,
    private readonly repository: SearchRepository,
    private readonly hitLists: HitListStore,
    private readonly history: SearchHistory,
  ) {
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', config.rpcSecret, '', 'search timestamps', 32)),
    );
  }

  byName(criteria: NameCriteria, paging: SearchPaging, actor: Actor): Promise<RawJson | SearchFailure> {
    const hits = async (index: LiveIndex, order: HitOrder): Promise<Hits | undefined> => {
      const prefix = hotCandidate(criteria);
      const hot = prefix !== undefined && (await this.indexes.isHot(actor.county, index, prefix));
      return nameHits(criteria, index, order, hot);
    };
    return this.search({ type: 'searchByName', criteria, hits }, paging, actor);
  }

  byDocumentNumber(
    criteria: DocumentNumberCriteria,
    paging: SearchPaging,
    actor: Actor,
  ): Promise<RawJson | SearchFailure> {
    const hits = (_: LiveIndex, order: HitOrder): Promise<Hits | undefined> =>
      Promise.resolve(documentNumberHits(criteria, order));
    return this.search({ type: 'searchByDocumentNumber', criteria, hits }, paging, actor);
  }

  private async search(search: Search, paging: SearchPaging, actor: Actor): Promise<RawJson | SearchFailure> {
    const index = await this.indexes.find(actor.county);
    if (!index) return fail('COUNTY_NOT_INDEXED');
    const searcher = { county: actor.county, user: actor.user ?? '' };
    const digest = searchDigest([search.type, search.criteria, paging.sortKey, paging.sortDirection]);
    let answer: Answer | undefined;
    if (paging.timestamp !== '') {
      const made = readTimestamp(this.key, searcher, paging.timestamp);
      if (!made) return fail('INVALID_TIMESTAMP');
      answer = made.digest === digest ? await this.continue(made, paging, index) : undefined;
    }
    answer ??= await this.searchAnew(search, { paging, searcher, index, digest });
    const { type, criteria } = search;
    const [history] = await Promise.all([
      this.history.remember(actor, { type, criteria, paging }, answer.total),
      answer.kept,
    ]);
    return new RawJson(answerText(answer, history));
  }

  /** Undefined when the hit list has expired. */
  private async continue(
    made: ReadTimestamp,
    paging: SearchPaging,
    index: LiveIndex,
  ): Promise<Answer | undefined> {
    const found = await this.hitLists.find(made.id);
    if (!found || found.generation !== made.generation) return undefined;
    const list = found.sealings === index.sealings ? found : await this.withoutSealed(made.id, found, index);
    const { offset, rows } = windowOf(paging);
    const page = await this.repository.getRows(list.generation, list.ids.slice(offset, offset + rows));
    return { ...page, total: list.ids.length, timestamp: paging.timestamp };
  }

  /** Something was sealed since: the list and its total shrink, as if it had never been there (search.md 14). */
  private async withoutSealed(id: string, list: HitList, { sealings }: LiveIndex): Promise<HitList> {
    const ids = await this.repository.listVisible(list.generation, list.ids);
    const shrunk = { ...list, ids, sealings };
    await this.hitLists.put(id, shrunk);
    return shrunk;
  }

  private async searchAnew(
    search: Search,
    o: { paging: SearchPaging; searcher: Searcher; index: LiveIndex; digest: string },
  ): Promise<Answer> {
    const { paging, index } = o;
    const order = new HitOrder(paging.sortKey, paging.sortDirection);
    const hits = await search.hits(index, order);
    const found = hits ? await this.run(index, order, hits, paging) : nothing;
    const id = randomBytes(16).toString('base64url');
    const { generation, sealings } = index;
    const kept = this.hitLists.put(id, { generation, sealings, ids: found.ids });
    const timestamp = writeTimestamp(this.key, o.searcher, { id, generation, digest: o.digest });
    return { rows: found.rows, amount: found.amount, total: found.ids.length, timestamp, kept };
  }

  private async run(
    index: LiveIndex,
    order: HitOrder,
    hits: Hits,
    paging: SearchPaging,
  ): Promise<HitList & ResultRows> {
    const found = await this.repository.search(hitStatement(index.generation, order, hits, windowOf(paging)));
    const ids = found.ids === '' ? [] : found.ids.split(',');
    const { generation, sealings } = index;
    return { generation, sealings, ids, rows: found.rows, amount: found.amount };
  }
}

/** The bytes of `searchAnswer`: the rows are JSON already and are not read again (architecture.md 'Commands'). */
function answerText(
  { rows, amount, total, timestamp }: Answer,
  history: readonly SearchHistoryEntry[],
): string {
  return (
    `{"searchResults":{"searchResultList":[${rows}],"totalRecordCount":${total},"currentRecordCount":${amount}},` +
    `"historyResults":{"searchHistoryList":${narrowJson(history)}},"paymentNeeded":false,` +
    `"paymentNeededAgain":false,"timestamp":${JSON.stringify(timestamp)},"message":"","status":""}`
  );
}

/** JSON in Latin letters only: a single dash among the texts would make V8 keep and send all rows at twice the cost. */
const narrowJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0100-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
