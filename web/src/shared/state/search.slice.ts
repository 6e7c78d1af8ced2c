import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DocumentResult } from '@portal/proto/http/search-results';
import type { SearchHistoryEntry, SearchType } from '@portal/proto/http/search-types';
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

export type SortKey = 'docNumber' | 'recordedDate' | 'book' | 'instrument';
export type SortDirection = 'ASC' | 'DESC';

/** What a request has brought so far: its batches in order. */
export interface ResultPage {
  documents: DocumentResult[];
  totalRecordCount: number;
  timestamp: string;
  /** False while batches are still on their way. */
  complete: boolean;
}

export interface SearchState {
  /** Last criteria of each kind of search. */
  criteria: Partial<Record<SearchType, Criteria>>;
  history: SearchHistoryEntry[];
  submission: number;
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
  shown: null,
  visitedPages: [],
  readDocuments: [],
  checked: [],
};

const withValue = (list: string[], value: string): string[] =>
  list.includes(value) ? list : [...list, value];

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
    /** A new submit: what belonged to the results before is gone. */
    searchSubmitted: (state) => {
      state.submission += 1;
      state.shown = null;
      state.visitedPages = [];
      state.checked = [];
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
  historyRead,
  resultsShown,
  documentRead,
  readMarksCleared,
  documentChecked,
} = slice.actions;
export const searchReducer = slice.reducer;
