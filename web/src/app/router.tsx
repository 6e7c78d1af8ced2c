import { matchRoutes, type RouteObject } from 'react-router';
import type { ResultKind } from '@portal/proto/http/search-types';
import { loadTexts } from '../shared/i18n/i18n.js';
import { resultsPaths } from '../shared/result-paths.js';
import { createBrowserRouter } from './browser-router.js';
import { Guard, type Entry } from './guard.js';
import { loadMember } from './layout/header.js';
import { PageLayout } from './layout/page-layout.js';
import { RootLayout } from './layout/root-layout.js';
import { isGuarded, pageList, pages, type LazyPage } from './pages.js';
import { RouteFailure } from './route-failure.js';
import { askLoginStatus, type Store } from './store.js';

const homePage = () => import('../features/home/home-page.js');
const searchArea = () => import('./search-area.js');
const searchRoute = async () => (await searchArea()).searchRoute();

/** The routes of the result lists. If the first page is a list, its data is requested before the page renders. */
const resultRoutes = (store: Store, entry: () => Promise<Entry>): RouteObject[] =>
  (Object.keys(resultsPaths) as ResultKind[]).map((kind) => ({
    path: resultsPaths[kind],
    lazy: async () => (await searchArea()).resultsRoute(store, kind),
    loader: async () => {
      if ((await entry()) === 'in')
        await soon(searchArea().then(({ askResults }) => askResults(store, kind)));
      return null;
    },
  }));

const formRoute = (path: string): RouteObject => ({
  path,
  lazy: searchRoute,
  loader: async ({ params }) => (await searchArea()).loadFormOf(params.searchType),
});

/** The longest time in milliseconds that the first page waits for its data. */
const quickAnswer = 300;

/** Waits at most `quickAnswer` for an answer, so that the first page can render with the answer. */
const soon = async (answer: PromiseLike<unknown>): Promise<void> => {
  await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, quickAnswer))]);
};

const lazyPages = pageList.filter((page): page is typeof page & { name: LazyPage } => !page.ownRoute);

/**
 * Routes that come from the table alone. `guarded` selects the pages that need a login, or the pages that do not;
 * `ownLayout` selects the pages with a layout of their own, or the pages without. `learnUser` runs before a page that
 * itself asks visitors to log in.
 */
const tableRoutes = (guarded: boolean, ownLayout = false, learnUser?: () => Promise<null>): RouteObject[] =>
  lazyPages
    .filter((page) => isGuarded(page) === guarded && (page.ownLayout ?? false) === ownLayout)
    .map(({ name, path, asksHere }) => ({
      path,
      ...(asksHere && learnUser && { loader: learnUser }),
      lazy: async () => (await import('./page-modules.js')).loadPage(name),
    }));

/**
 * The routes of the portal. Each page loads on demand, together with its texts.
 * @param isShown says whether a page is already visible; the first page waits for its data before it renders
 */
export const routesOf = (
  store: Store,
  more: RouteObject[] = [],
  isShown: () => boolean = () => true,
): RouteObject[] => {
  const entry = entryOf(store, isShown);
  const guarded = { element: <Guard />, loader: entry };
  return [
    {
      element: <RootLayout />,
      errorElement: <RouteFailure />,
      HydrateFallback: () => null,
      children: [
        {
          element: <PageLayout />,
          children: [
            { index: true, lazy: loginRoute },
            { path: pages.login.path, lazy: loginRoute },
            homeRoute(store, isShown),
            ...tableRoutes(false, false, () => learnUser(store, isShown)),
            ...more,
            { path: '*', lazy: notFoundRoute },
          ],
        },
        {
          path: pages.search.path,
          ...guarded,
          children: [
            {
              lazy: async () => (await searchArea()).searchLayoutRoute(),
              children: [
                {
                  index: true,
                  lazy: searchRoute,
                  loader: async () => (await searchArea()).loadDefaultForm(store),
                },
                ...resultRoutes(store, entry),
                {
                  path: 'searchHistory/:searchType/:historyNumber',
                  lazy: async () => (await searchArea()).searchHistoryRoute(),
                },
                formRoute(':searchType'),
                formRoute(':searchType/:historyNumber'),
              ],
            },
          ],
        },
        {
          ...guarded,
          children: [{ element: <PageLayout />, children: tableRoutes(true) }, ...tableRoutes(true, true)],
        },
      ],
    },
  ];
};

async function notFoundRoute() {
  return { Component: (await import('./not-found-page.js')).NotFoundPage };
}

async function loginRoute() {
  const [{ LoginPage }] = await Promise.all([
    import('../features/sign-in/login-page.js'),
    loadTexts('sign-in', 'forms'),
  ]);
  return { Component: LoginPage };
}

/**
 * Asks the server who is signed in, for pages without a guard. A new tab asks even if it has a stored user, because
 * that user may have logged out in another tab.
 */
const learnUser = async (store: Store, isShown: () => boolean): Promise<null> => {
  if (store.getState().session.user === null || !isShown()) await store.dispatch(askLoginStatus());
  return null;
};

/** The home page requests its content at each visit. */
const homeRoute = (store: Store, isShown: () => boolean): RouteObject => ({
  path: pages.home.path,
  lazy: async () => {
    const [{ HomePage }] = await Promise.all([homePage(), loadTexts('home', 'search'), loadMember()]);
    return { Component: HomePage };
  },
  loader: async () => {
    await learnUser(store, isShown);
    const asked = (await homePage()).askHome(store.dispatch, store.getState().session.user);
    if (!isShown()) await soon(asked);
    return null;
  },
});

/**
 * Returns a function that requests the login status before the first page renders. For later pages, the guard requests
 * the status.
 */
const entryOf = (store: Store, isShown: () => boolean): (() => Promise<Entry>) => {
  const ask = async (): Promise<Entry> => ((await store.dispatch(askLoginStatus())).isSuccess ? 'in' : 'out');
  let asked: Promise<Entry> | undefined;
  return async () => {
    await loadMember();
    return isShown() ? 'asking' : (asked ??= ask());
  };
};

/** Starts to load the files of a page before its data has arrived. */
export const fetchPage = (store: Store, pathname: string, base: string): void => {
  for (const { route } of matchRoutes(routesOf(store), pathname, base) ?? [])
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
};

/** Resolves when the first page can replace the placeholder in index.html. */
export const readyToShow = ({ state, subscribe }: ReturnType<typeof createBrowserRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (state.initialized) return resolve();
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** The router of the browser's address bar. The page counts as shown once the router is initialized. */
export const openRouter = (basename: string, store: Store, more: RouteObject[]) => {
  let shown = false;
  const router = createBrowserRouter(
    routesOf(store, more, () => shown),
    basename,
  );
  void readyToShow(router).then(() => (shown = true));
  return router;
};
