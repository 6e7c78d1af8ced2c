import { matchRoutes, type RouteObject } from 'react-router';
import type { ResultKind } from '@portal/proto/http/search-types';
import { loadTexts } from '../shared/i18n/i18n.js';
import { sessionApi } from '../shared/session.api.js';
import { resultsPaths } from '../shared/result-paths.js';
import { createBrowserRouter } from './browser-router.js';
import { Guard } from './guard.js';
import { PageLayout } from './layout/page-layout.js';
import { RootLayout } from './layout/root-layout.js';
import { NotFoundPage, RouteFailure } from './route-failure.js';
import type { Store } from './store.js';

const searchArea = () => import('./search-area.js');
const searchRoute = async () => (await searchArea()).searchRoute();

const resultRoutes = (store: Store): RouteObject[] =>
  (Object.keys(resultsPaths) as ResultKind[]).map((kind) => ({
    path: resultsPaths[kind],
    lazy: async () => (await searchArea()).resultsRoute(store, kind),
  }));

const formRoute = (path: string): RouteObject => ({
  path,
  lazy: searchRoute,
  loader: async ({ params }) => (await searchArea()).loadFormOf(params.searchType),
});

const doorPaths = [
  'register',
  'CompleteRegistration/:ticket',
  'forgotUsername',
  'forgotPassword',
  'passwordReset/:ticket',
  'external/*',
] as const;
const doorRoutes = doorPaths.map((path): RouteObject => ({
  path,
  lazy: async () => (await import('./door-area.js')).doorPages[path](),
}));

const moneyPaths = ['purchases', 'reports', 'reports/cardReconciliation'] as const;
const moneyRoutes = moneyPaths.map((path): RouteObject => ({
  path,
  lazy: async () => (await import('./money-area.js')).moneyPages[path](),
}));

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
          { path: 'home', lazy: homeRoute, loader: () => learnUser(store) },
          ...doorRoutes,
          ...more,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      {
        path: 'search',
        element: <Guard />,
        children: [
          {
            lazy: async () => (await searchArea()).searchLayoutRoute(),
            children: [
              {
                index: true,
                lazy: searchRoute,
                loader: async () => (await searchArea()).loadDefaultForm(store),
              },
              ...resultRoutes(store),
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
        element: <Guard />,
        children: [{ element: <PageLayout />, children: moneyRoutes }],
      },
      {
        path: 'externalsearch',
        element: <Guard />,
        children: [
          {
            element: <PageLayout />,
            children: [
              {
                path: 'parcelid/:id',
                lazy: async () => (await searchArea()).externalRoute('ExternalParcelPage'),
              },
              {
                path: 'documentnumber/:id',
                lazy: async () => (await searchArea()).externalRoute('ExternalDocumentPage'),
              },
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

/** A new tab learns from the server who is signed in before it shows the home page; the guard asks for itself. */
const learnUser = async ({ getState, dispatch }: Store): Promise<null> => {
  const { loginStatus } = sessionApi.endpoints;
  if (getState().session.user === null)
    await dispatch(loginStatus.initiate(undefined, { subscribe: false, forceRefetch: true }));
  return null;
};

/** Fetches the files of a page before there is all that it needs to be shown. */
export const fetchPage = (store: Store, pathname: string, base: string): void => {
  for (const { route } of matchRoutes(routesOf(store), pathname, base) ?? [])
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
};

/** The outline of the page stands until the page can take its place. */
export const readyToShow = ({ state, subscribe }: ReturnType<typeof openRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (state.initialized) return resolve();
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

export const openRouter = (basename: string, store: Store, more: RouteObject[]) =>
  createBrowserRouter(routesOf(store, more), basename);
