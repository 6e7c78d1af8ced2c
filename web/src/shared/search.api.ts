import {
  recordOf,
  searchAnswer,
  type RecordOf,
  type SearchAnswer as AnyAnswer,
} from '@portal/proto/http/search-results';
import {
  batchSize,
  pageSize,
  resultKindOf,
  type ResultKind,
  type SearchHistoryEntry,
} from '@portal/proto/http/search-types';
import type { Dispatch, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { api, type ApiCall } from './http/api.js';
import { idle } from './idle.js';
import { historyRead, type ResultPage, type SearchRequest, type SearchState } from './state/search.slice.js';
import type { SharedState } from './state/selectors.js';
import { balanceRead } from './state/session.slice.js';

const answerOf = (kind: ResultKind) =>
  z.extend(searchAnswer, {
    usageBalance: z._default(z.string(), ''),
    searchResults: z.extend(searchAnswer.shape.searchResults, {
      searchResultList: z.array(recordOf[kind]),
    }),
  });
const answers: Record<ResultKind, z.ZodMiniType> = {
  documents: answerOf('documents'),
  certificates: answerOf('certificates'),
  bookEntries: answerOf('bookEntries'),
  taxLiens: answerOf('taxLiens'),
  tractBooks: answerOf('tractBooks'),
};

/** The answer to a search, with records of one kind (B2-21). */
export type SearchAnswer = Omit<AnyAnswer, 'searchResults'> & {
  searchResults: Omit<AnyAnswer['searchResults'], 'searchResultList'> & {
    searchResultList: RecordOf<ResultKind>[];
  };
};
/** A suggestion after a search without results: a criterion to leave out, and the number of results without it. */
export type AnsweredWidening = NonNullable<SearchAnswer['widenings']>[number];

const batchesOfPage = pageSize / batchSize;

interface BatchRequest extends SearchRequest {
  batch: number;
  timestamp: string;
}

/** POST search/{searchType}: the criteria with page, order, timestamp and batch (B2-02). */
const batchCall = (request: BatchRequest, updateHistory: boolean): ApiCall => ({
  path: `search/${request.type}`,
  body: {
    ...request.criteria,
    pageNumber: request.pageNumber,
    sortKey: request.sortKey,
    sortDirection: request.sortDirection,
    timestamp: request.timestamp,
    batch: request.batch,
    updateHistory,
  },
  answer: answers[resultKindOf(request.type)],
});

const isLastBatch = (list: readonly unknown[], sum: number, request: SearchRequest, total: number): boolean =>
  list.length < batchSize || sum >= Math.min(pageSize, total - (request.pageNumber - 1) * pageSize);

/**
 * The records of a page that have arrived so far, and what only the first answer contains: the user's recent searches
 * and balance, and suggestions when there are no results.
 */
export interface SearchPage extends ResultPage {
  history: SearchHistoryEntry[];
  usageBalance: string;
  widenings: AnsweredWidening[];
  /** True if a batch failed. The page stays usable, and the missing batches can be requested again. */
  failed?: boolean;
}

const firstPage = (content: SearchAnswer, _meta: unknown, request: SearchRequest): SearchPage => {
  const { searchResultList: records, totalRecordCount } = content.searchResults;
  return {
    records,
    totalRecordCount,
    timestamp: content.timestamp,
    complete: isLastBatch(records, records.length, request, totalRecordCount),
    history: content.historyResults.searchHistoryList,
    usageBalance: content.usageBalance,
    widenings: content.widenings ?? [],
  };
};

/**
 * True if a newer search was submitted, so that no more batches of this search are requested (B2-28). If the stored
 * number is lower, no newer search was submitted: a linked search uses its number before the number is stored.
 */
const isSuperseded = (state: unknown, { submission }: SearchRequest): boolean =>
  (state as SharedState).search.submission > submission;

/**
 * The request for a page of a search. `timestamp` identifies the executed search when the user turns to another page.
 */
export interface PageQuery extends SearchRequest {
  timestamp?: string;
}

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchBatch: build.query<SearchAnswer, BatchRequest>({
      query: (request) => batchCall(request, false),
      keepUnusedDataFor: 0,
    }),
    /**
     * Returns the first batch at once; batches 2 to 4 are then requested one after another and appended
     * (web/DESIGN.md#results).
     */
    searchPage: build.query<SearchPage, PageQuery>({
      query: ({ timestamp = '', ...request }) =>
        batchCall({ ...request, batch: 1, timestamp }, timestamp === ''),
      transformResponse: firstPage,
      serializeQueryArgs: ({ queryArgs: { timestamp: _ofPage, ...request } }) => request,
      keepUnusedDataFor: 600,
      async onQueryStarted(_request, { dispatch, queryFulfilled }) {
        const page = (await queryFulfilled.catch(() => undefined))?.data;
        if (!page) return;
        dispatch(historyRead(page.history));
        if (page.usageBalance !== '') dispatch(balanceRead(page.usageBalance));
      },
      async onCacheEntryAdded(request, entry) {
        const { cacheDataLoaded, cacheEntryRemoved, dispatch } = entry;
        let dropped = false;
        void cacheEntryRemoved.then(() => (dropped = true));
        await cacheDataLoaded.catch(() => (dropped = true));
        await dispatch(readBatches(request, () => dropped));
      },
    }),
  }),
});

export type PageDispatch = ThunkDispatch<PageState, unknown, UnknownAction>;
type PageState = SharedState & Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>;
type PageThunk = ThunkAction<Promise<void>, PageState, unknown, UnknownAction>;

/** Requests the missing batches of a page one after another, including a batch that failed. */
export const readBatches =
  (request: SearchRequest, isDropped = () => false): PageThunk =>
  async (dispatch, getState) => {
    const { searchBatch, searchPage } = searchApi.endpoints;
    const change = (recipe: (page: SearchPage) => void) =>
      dispatch(searchApi.util.updateQueryData('searchPage', request, recipe));
    change((page) => {
      if (page.failed) page.failed = false;
    });
    while (!isDropped() && !isSuperseded(getState(), request)) {
      const page = searchPage.select(request)(getState()).data;
      const batch = Math.floor((page?.records.length ?? 0) / batchSize) + 1;
      if (!page || page.complete || page.failed || batch > batchesOfPage) return;
      const next = await dispatch(
        searchBatch.initiate(
          { ...request, timestamp: page.timestamp, batch },
          { subscribe: false, forceRefetch: true },
        ),
      );
      // waits, because otherwise React would not pause between rendering the previous batch and this batch
      await idle();
      change((shown) => appendBatch(shown, request, next.data));
    }
  };

/**
 * Appends a batch to the shown page. A batch of another search is dropped (B2-29), and a short batch is the last
 * (B2-27). The page stays usable after a batch that failed or was dropped.
 */
const appendBatch = (shown: SearchPage, request: SearchRequest, batch: SearchAnswer | undefined): void => {
  if (!batch || batch.timestamp !== shown.timestamp) {
    shown.failed = true;
    return;
  }
  const list = batch.searchResults.searchResultList;
  shown.records.push(...list);
  shown.complete = isLastBatch(list, shown.records.length, request, shown.totalRecordCount);
};

export const { useLazySearchPageQuery, useSearchPageQuery } = searchApi;

/** Fills the cache again with the results that the browser session has stored. */
export const restoreResults = (dispatch: Dispatch, shown: SearchState['shown']): void => {
  if (!shown) return;
  const value: SearchPage = { ...shown.page, history: [], usageBalance: '', widenings: [] };
  dispatch(searchApi.util.upsertQueryEntries([{ endpointName: 'searchPage', arg: shown.request, value }]));
};
