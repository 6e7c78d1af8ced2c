import type { Dispatch } from '@reduxjs/toolkit';
import { useStore } from 'react-redux';
import type { SearchType } from '@portal/proto/http/search-types';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import {
  defaultSort,
  readSearchAddress,
  resultsPathOf,
  writeSearchAddress,
} from '../../shared/search-address.js';
import { useLazySearchPageQuery, type AnsweredWidening } from '../../shared/search.api.js';
import { criteriaSaved, searchSubmitted, type Criteria } from '../../shared/state/search.slice.js';
import { useSharedDispatch, type SharedState } from '../../shared/state/selectors.js';

export type SearchOutcome =
  | { kind: 'found'; to: { pathname: string; hash: string } }
  | { kind: 'nothing'; widenings: AnsweredWidening[] }
  /**
   * The search failed. `faults` has the server's messages about fields, if it refused any. `tell` says why the search
   * failed, and settles when the user has closed the message.
   */
  | { kind: 'failed'; faults: Record<string, string>; tell(): Promise<void> };

/** The first page of a search: the fragment of its URL, and the request, which must match the fragment. */
const firstPageOf = (type: SearchType, criteria: Criteria) => {
  const hash = writeSearchAddress({
    type,
    criteria,
    pageNumber: 1,
    sortKey: defaultSort(type),
    sortDirection: 'ASC',
  });
  return { hash, address: readSearchAddress(hash) };
};

const failureOf = (t: Translate, failure: unknown): SearchOutcome => {
  const error = callErrorOf(failure);
  return {
    kind: 'failed',
    faults: (error.kind === 'refused' && error.fields) || {},
    tell: async () => {
      if (!isTold(error)) await showAlert(windowErrorText(t, error));
    },
  };
};

const beginSearch = (dispatch: Dispatch, type: SearchType, criteria: Criteria): void => {
  dispatch(criteriaSaved({ type, criteria }));
  dispatch(searchSubmitted());
};

/**
 * Submits criteria, remembers them, and ends the previous sequence of linked searches (B3-13). Resolves to `found` with
 * the URL of the results (B2-31), to `nothing` (B2-33), or to `failed` (B2-39).
 */
export const useRunSearch = () => {
  const t = useTexts();
  const store = useStore<SharedState>();
  const dispatch = useSharedDispatch();
  const [search] = useLazySearchPageQuery();
  return async (type: SearchType, criteria: Criteria): Promise<SearchOutcome> => {
    beginSearch(dispatch, type, criteria);
    const { hash, address } = firstPageOf(type, criteria);
    if (!address) return failureOf(t, undefined);
    const { data, error } = await search({ ...address, submission: store.getState().search.submission });
    if (!data) return failureOf(t, error);
    return data.totalRecordCount > 0
      ? { kind: 'found', to: { pathname: resultsPathOf(type), hash } }
      : { kind: 'nothing', widenings: data.widenings };
  };
};
