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

/**
 * One page of a submitted search in one order. `submission` distinguishes repeated submissions of the same criteria.
 */
export interface SearchRequest {
  type: SearchType;
  criteria: Criteria;
  pageNumber: number;
  sortKey: SortKey;
  sortDirection: SortDirection;
  submission: number;
}

/** The answer of a request so far: its batches in order. */
export interface ResultPage<K extends ResultKind = ResultKind> {
  records: RecordOf<K>[];
  totalRecordCount: number;
  timestamp: string;
  /** False while batches are loading. */
  complete: boolean;
}

/**
 * A search that the user left by a link in its details. Back returns to it, with its page, order and row (B3-12,
 * B3-19).
 */
export interface SearchSequence extends Omit<SearchRequest, 'submission'> {
  displayCriteria: SearchHistoryEntry['displayCriteria'];
  /** The path of the call that runs the search again, for example `search/searchByName`. */
  link: string;
  /** The record whose details were shown. */
  selected?: string;
}

/** What the reader did in one list of results: visited pages and selected records (B8-02 to B8-06). */
export interface ListState {
  /** Identifies the search of the list. When another search is shown, the state is reset. */
  search: string;
  visitedPages: number[];
  /**
   * The selected records with all their data, not only their keys, so that they stay selected when the user turns
   * pages.
   */
  checked: RecordOf<ResultKind>[];
  /** True while only the selected records are shown. */
  filtered: boolean;
}

export interface SearchState {
  /** Last criteria of each kind of search. */
  criteria: Partial<Record<SearchType, Criteria>>;
  history: SearchHistoryEntry[];
  submission: number;
  /** The searches that the user left by links. Back leads to the last of these searches. */
  sequence: SearchSequence[];
  /** The shown results, kept for a reload. */
  shown: { request: SearchRequest; page: ResultPage } | null;
  list: ListState;
  /** Keys of records whose details were opened. */
  readRecords: string[];
}

const newList = (search: string): ListState => ({ search, visitedPages: [], checked: [], filtered: false });
const untouched = newList('');

const initialState: SearchState = {
  criteria: {},
  history: [],
  submission: 0,
  sequence: [],
  shown: null,
  list: newList(''),
  readRecords: [],
};

/** The maximum number of searches that `sequence` keeps; older ones are dropped. */
const longestSequence = 20;

/** Another search starts, so the state of the previous results is cleared. */
const beginSearch = (state: SearchState): void => {
  state.submission += 1;
  state.shown = null;
  state.list = newList('');
};

/** What the reader did in the list of this search; empty if the state belongs to another search. */
export const listOf = (state: SearchState, search: string): ListState =>
  state.list.search === search ? state.list : untouched;

const ownList = (state: SearchState, search: string): ListState => {
  if (state.list.search !== search) state.list = newList(search);
  return state.list;
};

/**
 * The key of a record. `recordId` of the contract does the same, but its module includes the schemas of all records,
 * which would make the code of the first route too large.
 */
const keyOf = (record: RecordOf<ResultKind>): string => ('id' in record ? record.id : record.docId);

interface OfList {
  /** Identifies the search of the list. */
  search: string;
}

interface Chosen extends OfList {
  records: RecordOf<ResultKind>[];
  checked: boolean;
}

/** Maximum number of selected records (B8-07). */
export const selectionLimit = 100;

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
    /** A form was submitted. This also ends the sequence of linked searches (B3-13). */
    searchSubmitted: (state) => {
      beginSearch(state);
      state.sequence = [];
    },
    /** A link in the details starts a search; the previous search is kept for Back (B3-19). */
    sequenceStarted: (state, { payload }: PayloadAction<SearchSequence>) => {
      beginSearch(state);
      state.sequence = [...state.sequence, payload].slice(-longestSequence);
    },
    /** Back to the previous search (B3-20). */
    sequenceLeft: (state) => {
      beginSearch(state);
      state.sequence.pop();
    },
    historyRead: (state, { payload }: PayloadAction<SearchHistoryEntry[]>) => {
      state.history = payload;
    },
    resultsShown: (
      state,
      { payload }: PayloadAction<OfList & { request: SearchRequest; page: ResultPage }>,
    ) => {
      const { search, request, page } = payload;
      state.shown = { request, page };
      const { visitedPages } = ownList(state, search);
      if (!visitedPages.includes(request.pageNumber)) visitedPages.push(request.pageNumber);
    },
    recordRead: (state, { payload }: PayloadAction<string>) => {
      if (!state.readRecords.includes(payload)) state.readRecords.push(payload);
    },
    readMarksCleared: (state) => {
      state.readRecords = [];
    },
    /** Selects or deselects records; beyond the limit none is added. */
    recordsChecked: (state, { payload: { search, records, checked } }: PayloadAction<Chosen>) => {
      const list = ownList(state, search);
      const without = (from: RecordOf<ResultKind>[], these: RecordOf<ResultKind>[]) => {
        const keys = new Set(these.map(keyOf));
        return from.filter((record) => !keys.has(keyOf(record)));
      };
      list.checked = checked
        ? [...list.checked, ...without(records, list.checked)].slice(0, selectionLimit)
        : without(list.checked, records);
    },
    selectionShown: (state, { payload: { search } }: PayloadAction<OfList>) => {
      ownList(state, search).filtered = true;
    },
    /** Shows the whole list again, and increases the submission number so that the search runs again (B8-05). */
    selectionLeft: (state, { payload: { search } }: PayloadAction<OfList>) => {
      ownList(state, search).filtered = false;
      state.submission += 1;
      state.shown = null;
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
  recordRead,
  readMarksCleared,
  recordsChecked,
  selectionShown,
  selectionLeft,
} = slice.actions;
export const searchReducer = slice.reducer;
