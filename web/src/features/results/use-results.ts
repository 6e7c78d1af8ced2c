import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { readBatches, useSearchPageQuery, type PageDispatch } from '../../shared/search.api.js';
import {
  defaultSort,
  readSearchAddress,
  writeSearchAddress,
  type SearchAddress,
} from '../../shared/search-address.js';
import {
  listOf,
  recordRead,
  resultsShown,
  selectionLeft,
  selectionShown,
  type ResultPage,
  type SearchRequest,
} from '../../shared/state/search.slice.js';
import { useShared, useSharedDispatch, type SharedState } from '../../shared/state/selectors.js';
import { useEntryState } from './entry-state.js';

const sameOrder = (a: SearchRequest, b: SearchRequest): boolean =>
  writeSearchAddress({ ...a, pageNumber: 1 }) === writeSearchAddress({ ...b, pageNumber: 1 }) &&
  a.submission === b.submission;

/** Identifies a search, independent of page, order and row. */
export const searchOf = ({ type, criteria }: Pick<SearchAddress, 'type' | 'criteria'>): string =>
  writeSearchAddress({
    type,
    criteria,
    pageNumber: 1,
    sortKey: defaultSort(type),
    sortDirection: 'ASC',
  });

/** The search that the URL's fragment describes; undefined if it describes none. */
export const useSearchAddress = (): SearchAddress | undefined => {
  const { hash } = useLocation();
  return useMemo(() => readSearchAddress(hash), [hash]);
};

export type Readdress = (change: Partial<SearchAddress>, replace?: boolean) => void;

/** Returns a function that changes parts of the URL: page, order, selected record. */
export const useReaddress = (address: SearchAddress): Readdress => {
  const navigate = useNavigate();
  const { back, opened } = useEntryState();
  return useCallback(
    (change, replace = false) => {
      const { selected = '', ...rest } = { ...address, ...change };
      const hash = writeSearchAddress({ ...rest, selected });
      const state = { back, opened: selected !== '' && (opened || !replace) };
      void navigate({ hash }, { replace, state, preventScrollReset: true });
    },
    [navigate, address, back, opened],
  );
};

/** Opens and closes a record's details. Details opened one after another are one step in the browser's history. */
export const useDetailsOpened = (address: SearchAddress) => {
  const dispatch = useSharedDispatch();
  const navigate = useNavigate();
  const readdress = useReaddress(address);
  const { opened } = useEntryState();
  const select = (id: string): void => {
    dispatch(recordRead(id));
    readdress({ selected: id }, address.selected !== undefined);
  };
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  return {
    /** The callback stays the same, so that unchanged rows do not re-render. */
    select: useCallback((id: string) => latest.current(id), []),
    close: () => (opened ? void navigate(-1) : readdress({ selected: '' }, true)),
  };
};

/**
 * The results of the search in the page's URL: the first batch, then the others as they arrive. A request for another
 * page carries the timestamp of the search that already ran; another sort order starts a new search. The submission
 * number is read only when the list opens. If a link starts another search later, this list is therefore not reloaded.
 */
const useAnswered = (address: SearchAddress, skip: boolean) => {
  const store = useStore<SharedState>();
  const dispatch = useSharedDispatch<PageDispatch>();
  const [submission, setSubmission] = useState(() => store.getState().search.submission);
  const shown = useShared((state) => state.search.shown);
  const { selected: _selected, ...terms } = address;
  const request: SearchRequest = { ...terms, submission };
  const timestamp = shown && sameOrder(shown.request, request) ? shown.page.timestamp : '';
  const query = useSearchPageQuery({ ...request, timestamp }, { skip });
  const page = query.currentData;
  const key = writeSearchAddress(terms);
  // The page is stored when its first batch has rendered, and again when it is complete; a reload requests the
  // missing batches. It is not stored earlier, because a change of the store makes React finish a transition at once.
  const isDrawn = useDeferredValue(page) === page;
  const kept = isDrawn && page && (page.complete || page.failed ? 'ended' : 'begun');
  useEffect(() => {
    if (!page || !kept) return;
    const { records, totalRecordCount, timestamp: executed, complete } = page;
    const content = { records, totalRecordCount, timestamp: executed, complete };
    dispatch(resultsShown({ search: searchOf(request), request, page: content }));
    // The effect depends on `key` and `submission`, which change whenever the request changes, and on the timestamp and
    // `kept`, which change when more of the page has arrived.
  }, [dispatch, kept, page?.timestamp, key, submission]);
  const renew = useCallback((): void => setSubmission(store.getState().search.submission), [store]);
  return {
    page,
    /** The total number of records. While another page is loading, this is the total of the previous page. */
    total: query.data?.totalRecordCount,
    error: query.isFetching || skip ? undefined : query.error,
    refetch: () => void query.refetch(),
    /** Requests the rest of a page again; undefined unless a batch failed. */
    retry: page?.failed ? () => void dispatch(readBatches(request)) : undefined,
    renew,
  };
};

/** The listed records: pages of the search, or only the selected records (B8-03). */
export const useResults = (address: SearchAddress) => {
  const dispatch = useSharedDispatch();
  const search = searchOf(address);
  const list = useShared((state) => listOf(state.search, search));
  const readdress = useReaddress(address);
  const { page: answered, total, renew, ...asked } = useAnswered(address, list.filtered);
  const { checked, filtered } = list;
  const page: ResultPage | undefined = filtered
    ? { records: checked, totalRecordCount: checked.length, timestamp: '', complete: true }
    : answered;
  const filter = useCallback((): void => {
    dispatch(selectionShown({ search }));
    readdress({ pageNumber: 1, selected: '' }, true);
  }, [dispatch, search, readdress]);
  const removeFilter = useCallback((): void => {
    dispatch(selectionLeft({ search }));
    renew();
  }, [dispatch, search, renew]);
  return { ...asked, page, total: filtered ? checked.length : total, list, filter, removeFilter };
};

export type Results = ReturnType<typeof useResults>;
