import '../shared/zod-jitless.js';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import type { RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { readCatalogue } from '../shared/catalogues.js';
import { reportToServer } from '../shared/http/client-log.js';
import { changeLanguage, startTexts } from '../shared/i18n/i18n.js';
import { chosenLanguage } from '../shared/offered-languages.js';
import { countyRead } from '../shared/state/county.slice.js';
import { fetchPage, openRouter, readyToShow } from './router.js';
import { readConfiguration, readCountyOf, removeOldWorkers, showLogo } from './start.js';
import { openStore } from './store.js';
import { openTabs } from './tabs.js';

const reportFailures = (): void => {
  window.addEventListener('error', ({ message, error }) =>
    reportToServer('error', message, error instanceof Error ? error.stack : undefined),
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    reportToServer('error', String(reason), reason instanceof Error ? reason.stack : undefined),
  );
};

/** Pages that exist only during development. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [{ path: 'gallery', lazy: async () => ({ Component: (await import('./gallery.js')).Gallery }) }]
  : [];

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Opens the page that the browser's URL names, in steps that let the browser do other work in between. */
const open = async (): Promise<void> => {
  const texts = startTexts(readCatalogue, ['shell', 'ui']);
  await nextTask();
  const store = openStore(sessionStorage, openTabs());
  void texts.then(() => fetchPage(store, location.pathname, import.meta.env.BASE_URL));
  const configuration = await readConfiguration(`${import.meta.env.BASE_URL}config.json`);
  const [county] = await Promise.all([readCountyOf(configuration), texts]);
  store.dispatch(countyRead(county));
  document.documentElement.dataset.county = county.county.id;
  showLogo(county);
  const language = store.getState().session.user?.language ?? chosenLanguage(county);
  if (language) await changeLanguage(language);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  await nextTask();
  const router = openRouter(configuration.routerBaseName, store, developmentPages);
  await readyToShow(router);
  // renders as a transition, so that the page responds during its first rendering
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </StrictMode>,
    ),
  );
  void import('./while-open.js').then(({ watchOpenPage }) => watchOpenPage(store)).catch(() => undefined);
};

reportFailures();
void removeOldWorkers();
void open();
