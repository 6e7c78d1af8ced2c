import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RecordOf } from '@portal/proto/http/search-results';
import type {
  ResultKind,
  SearchHistoryEntry,
  SearchType,
  SortDirection,
  SortKey,
} from '@portal/proto/http/search-types';
import { isSessionOver, signedIn } from './session.slice.js';

export type Criteria = Record<string, string>;

/** One page of one submitted search, in one order. `submission` tells repeated submits of the same criteria apart. */
export interface SearchRequest {
  type: SearchType;
  criteria: Criteria;
  pageNumber: number;
  sortKey: SortKey;
  sortDirection: SortDirection;
  submission: number;
}

/** What a request has brought so far: its batches in order. */
export interface ResultPage<K extends ResultKind = ResultKind> {
  records: RecordOf<K>[];
  totalRecordCount: number;
  timestamp: string;
  /** False while batches are still on their way. */
  complete: boolean;
}

/** A search that a linked item has led away from: where Back leads, with its page, order and row (B3-12, B3-19). */
export interface SearchSequence extends Omit<SearchRequest, 'submission'> {
  displayCriteria: { key: string; value: string }[];
  /** The call that runs the search again. */
  link: string;
  /** The record whose details were shown. */
  selected?: string;
}

export interface SearchState {
  /** Last criteria of each kind of search. */
  criteria: Partial<Record<SearchType, Criteria>>;
  history: SearchHistoryEntry[];
  submission: number;
  /** Searches left through linked items; the last one is where Back leads. */
  sequence: SearchSequence[];
  /** The shown results, to be there again after a reload. */
  shown: { request: SearchRequest; page: ResultPage } | null;
  visitedPages: number[];
  readDocuments: string[];
  /** Checked records, by document id. */
  checked: string[];
}

const initialState: SearchState = {
  criteria: {},
  history: [],
  submission: 0,
  sequence: [],
  shown: null,
  visitedPages: [],
  readDocuments: [],
  checked: [],
};

/** Links followed one after the other are kept so far back. */
const longestSequence = 20;

const withValue = (list: string[], value: string): string[] =>
  list.includes(value) ? list : [...list, value];

/** Another search begins: what belonged to the results before is gone. */
const beginSearch = (state: SearchState): void => {
  state.submission += 1;
  state.shown = null;
  state.visitedPages = [];
  state.checked = [];
};

const slice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    criteriaSaved: (state, { payload }: PayloadAction<{ type: SearchType; criteria: Criteria }>) => {
      state.criteria[payload.type] = payload.criteria;
    },
    criteriaCleared: (state, { payload }: PayloadAction<SearchType>) => {
      delete state.criteria[payload];
    },
    /** A form was submitted: that ends a sequence too (B3-13). */
    searchSubmitted: (state) => {
      beginSearch(state);
      state.sequence = [];
    },
    /** A linked item starts a search; the one before waits for Back (B3-19). */
    sequenceStarted: (state, { payload }: PayloadAction<SearchSequence>) => {
      beginSearch(state);
      state.sequence = [...state.sequence, payload].slice(-longestSequence);
    },
    /** Back to the search before (B3-20). */
    sequenceLeft: (state) => {
      beginSearch(state);
      state.sequence.pop();
    },
    historyRead: (state, { payload }: PayloadAction<SearchHistoryEntry[]>) => {
      state.history = payload;
    },
    resultsShown: (state, { payload }: PayloadAction<{ request: SearchRequest; page: ResultPage }>) => {
      state.shown = payload;
      const { pageNumber } = payload.request;
      if (!state.visitedPages.includes(pageNumber)) state.visitedPages.push(pageNumber);
    },
    documentRead: (state, { payload }: PayloadAction<string>) => {
      state.readDocuments = withValue(state.readDocuments, payload);
    },
    readMarksCleared: (state) => {
      state.readDocuments = [];
    },
    documentChecked: (state, { payload }: PayloadAction<{ docId: string; checked: boolean }>) => {
      state.checked = payload.checked
        ? withValue(state.checked, payload.docId)
        : state.checked.filter((docId) => docId !== payload.docId);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedIn, (state, { payload }) => {
        state.history = payload.searchHistoryList;
      })
      .addMatcher(isSessionOver, () => initialState),
});

export const {
  criteriaSaved,
  criteriaCleared,
  searchSubmitted,
  sequenceStarted,
  sequenceLeft,
  historyRead,
  resultsShown,
  documentRead,
  readMarksCleared,
  documentChecked,
} = slice.actions;
export const searchReducer = slice.reducer;
