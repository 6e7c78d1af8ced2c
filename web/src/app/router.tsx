import type { ResultKind } from '@portal/proto/http/search-types';
import type { ResultView } from '../features/results/result-view.js';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadTexts } from '../shared/i18n/i18n.js';
import { resultsPaths } from '../shared/search-address.js';
import { Guard } from './guard.js';
import { PageLayout } from './layout/page-layout.js';
import { RootLayout } from './layout/root-layout.js';
import { NotFoundPage, RouteFailure } from './route-failure.js';
import type { Store } from './store.js';

/** The pages; each loads with the texts that it shows, when it is first asked for. */
export const routesOf = (store: Store, more: RouteObject[] = []): RouteObject[] => [
  {
    element: <RootLayout />,
    errorElement: <RouteFailure />,
    HydrateFallback: () => null,
    children: [
      {
        element: <PageLayout />,
        children: [
          { index: true, lazy: loginRoute },
          { path: 'login', lazy: loginRoute },
          { path: 'home', lazy: homeRoute },
          ...more,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      {
        path: 'search',
        element: <Guard />,
        children: [
          {
            lazy: searchLayoutRoute,
            children: [
              { index: true, lazy: searchRoute },
              ...resultRoutes(store),
              { path: ':searchType', lazy: searchRoute },
              { path: ':searchType/:historyNumber', lazy: searchRoute },
            ],
          },
        ],
      },
    ],
  },
];

async function loginRoute() {
  const [{ LoginPage }] = await Promise.all([
    import('../features/sign-in/login-page.js'),
    loadTexts('sign-in', 'forms'),
  ]);
  return { Component: LoginPage };
}

async function homeRoute() {
  const [{ HomePage }] = await Promise.all([
    import('../features/home/home-page.js'),
    loadTexts('home', 'search'),
  ]);
  return { Component: HomePage };
}

async function searchLayoutRoute() {
  const [{ SearchLayout }] = await Promise.all([import('./layout/search-layout.js'), loadTexts('search')]);
  return { Component: SearchLayout };
}

async function searchRoute() {
  const [{ SearchPage }] = await Promise.all([
    import('../features/search/search-page.js'),
    loadTexts('search', 'forms'),
  ]);
  return { Component: SearchPage };
}

/** The result screens: one frame, and the view of each kind, loaded with its own path. */
const resultViews = {
  documents: async () => (await import('../features/results/kinds/documents.js')).documentsView,
  certificates: async () => (await import('../features/results/kinds/certificates.js')).certificatesView,
  bookEntries: async () => (await import('../features/results/kinds/book-entries.js')).bookEntriesView,
  taxLiens: async () => (await import('../features/results/kinds/tax-liens.js')).taxLiensView,
  tractBooks: async () => (await import('../features/results/kinds/tract-books.js')).tractBooksView,
} satisfies { [K in ResultKind]: () => Promise<ResultView<K>> };

/** After a reload the results that were shown are there again without a call (A12-22). */
async function resultsRoute<K extends ResultKind>(store: Store, loadView: () => Promise<ResultView<K>>) {
  const [view, { ResultsPage }, { restoreResults }] = await Promise.all([
    loadView(),
    import('../features/results/results-page.js'),
    import('../shared/search.api.js'),
    loadTexts('results', 'search'),
  ]);
  restoreResults(store.dispatch, store.getState().search.shown);
  return { Component: () => <ResultsPage view={view} /> };
}

const resultRoutes = (store: Store): RouteObject[] => [
  { path: resultsPaths.documents, lazy: () => resultsRoute(store, resultViews.documents) },
  { path: resultsPaths.certificates, lazy: () => resultsRoute(store, resultViews.certificates) },
  { path: resultsPaths.bookEntries, lazy: () => resultsRoute(store, resultViews.bookEntries) },
  { path: resultsPaths.taxLiens, lazy: () => resultsRoute(store, resultViews.taxLiens) },
  { path: resultsPaths.tractBooks, lazy: () => resultsRoute(store, resultViews.tractBooks) },
];

export const openRouter = (basename: string, store: Store, more: RouteObject[]) =>
  createBrowserRouter(routesOf(store, more), { basename });
