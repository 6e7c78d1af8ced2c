import { resultKindOf, type ResultKind } from '@portal/proto/http/search-types';
import type { ResultView } from '../features/results/result-view.js';
import { loadForm } from '../features/search/forms.js';
import { figuresIn } from '../shared/figures.js';
import { idle } from '../shared/idle.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { readSearchAddress } from '../shared/search-address.js';
import { defaultSearch, isSearchType, offeredSearches } from '../shared/search-types.js';
import type { Store } from './store.js';

/** What the routes of the search area load; a chunk of its own, since the first route has no room for it. */

export async function searchLayoutRoute() {
  const [{ SearchLayout }] = await Promise.all([import('./layout/search-layout.js'), loadTexts('search')]);
  return { Component: SearchLayout };
}

export async function searchRoute() {
  const [{ SearchPage }] = await Promise.all([
    import('../features/search/search-page.js'),
    loadTexts('search', 'forms'),
  ]);
  return { Component: SearchPage };
}

export async function searchHistoryRoute() {
  const { SearchHistoryRedirect } = await import('../features/search/search-history.js');
  return { Component: SearchHistoryRedirect };
}

/**
 * The form's file comes with its page, at the same time: the page then is complete at its first paint. What the form
 * leads to is fetched while somebody fills it in.
 */
export async function loadFormOf(type: string | undefined): Promise<null> {
  if (!isSearchType(type)) return null;
  await loadForm(type);
  void idle().then(() => resultFiles(resultKindOf(type)).catch(() => undefined));
  return null;
}

export async function loadDefaultForm(store: Store): Promise<null> {
  const { county, session } = store.getState();
  return loadFormOf(defaultSearch(county, offeredSearches(county, session.user)));
}

/** The result screens: one frame, and the view of each kind, loaded with its own path. */
const resultViews: { [K in ResultKind]: () => Promise<ResultView<K>> } = {
  documents: async () => (await import('../features/results/kinds/documents.js')).documentsView,
  certificates: async () => (await import('../features/results/kinds/certificates.js')).certificatesView,
  bookEntries: async () => (await import('../features/results/kinds/book-entries.js')).bookEntriesView,
  taxLiens: async () => (await import('../features/results/kinds/tax-liens.js')).taxLiensView,
  tractBooks: async () => (await import('../features/results/kinds/tract-books.js')).tractBooksView,
};

/** Asks for the list of this kind that the browser's address names, unless there are results of before. */
export async function askResults({ dispatch, getState }: Store, kind: ResultKind): Promise<void> {
  const { submission, shown } = getState().search;
  const address = readSearchAddress(location.hash);
  if (shown || !address || resultKindOf(address.type) !== kind) return;
  const { selected: _selected, ...terms } = address;
  const { searchApi } = await import('../shared/search.api.js');
  const asked = dispatch(
    searchApi.endpoints.searchPage.initiate({ ...terms, submission, timestamp: '' }, { subscribe: false }),
  );
  // the time of the answer's way is used for what its foot needs
  setTimeout(() => figuresIn(getState().session.user?.language));
  await asked;
}

const resultFiles = <K extends ResultKind>(kind: K) =>
  Promise.all([
    resultViews[kind](),
    import('../features/results/results-page.js'),
    import('../shared/search.api.js'),
    loadTexts('results', 'search'),
  ]);

/** After a reload the results that were shown are there again without a call (A12-22). */
export async function resultsRoute<K extends ResultKind>(store: Store, kind: K) {
  const [view, { ResultsPage }, { restoreResults }] = await resultFiles(kind);
  restoreResults(store.dispatch, store.getState().search.shown);
  return { Component: () => <ResultsPage view={view} /> };
}
