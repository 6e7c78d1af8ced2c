import { resultKindOf, type ResultKind } from '@portal/proto/http/search-types';
import type { ResultView } from '../features/results/result-view.js';
import { loadForm } from '../features/search/forms.js';
import { figuresIn } from '../shared/figures.js';
import { idle } from '../shared/idle.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { readSearchAddress } from '../shared/search-address.js';
import { defaultSearch, isSearchType, offeredSearches } from '../shared/search-types.js';
import type { Store } from './store.js';

/**
 * The modules of the search area's routes, in a separate chunk because they exceed the size limit of the first route.
 */

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
  const { SearchHistoryRedirect } = await import('../features/search/search-history-redirect.js');
  return { Component: SearchHistoryRedirect };
}

/**
 * Loads the form together with its page, so that the first paint is complete. The files of the result page are loaded
 * while the user fills in the form.
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

/** The view of each kind of result, loaded only when a list of this kind is opened. All views share one frame. */
const resultViews: { [K in ResultKind]: () => Promise<ResultView<K>> } = {
  documents: async () => (await import('../features/results/kinds/documents.js')).documentsView,
  certificates: async () => (await import('../features/results/kinds/certificates.js')).certificatesView,
  bookEntries: async () => (await import('../features/results/kinds/book-entries.js')).bookEntriesView,
  taxLiens: async () => (await import('../features/results/kinds/tax-liens.js')).taxLiensView,
  tractBooks: async () => (await import('../features/results/kinds/tract-books.js')).tractBooksView,
};

/** Requests the list of this kind that the browser's URL names, unless earlier results exist. */
export async function askResults({ dispatch, getState }: Store, kind: ResultKind): Promise<void> {
  const { submission, shown } = getState().search;
  const address = readSearchAddress(location.hash);
  if (shown || !address || resultKindOf(address.type) !== kind) return;
  const { selected: _selected, ...terms } = address;
  const { searchApi } = await import('../shared/search.api.js');
  const asked = dispatch(
    searchApi.endpoints.searchPage.initiate({ ...terms, submission, timestamp: '' }, { subscribe: false }),
  );
  // prepares the number formats of the footer during the request
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

/** After a reload, the previous results are shown without a request (A12-22). */
export async function resultsRoute<K extends ResultKind>(store: Store, kind: K) {
  const [view, { ResultsPage }, { restoreResults }] = await resultFiles(kind);
  restoreResults(store.dispatch, store.getState().search.shown);
  return { Component: () => <ResultsPage view={view} /> };
}
