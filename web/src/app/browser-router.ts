import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouteObject,
} from 'react-router';

/**
 * Does the same as `createBrowserRouter`, whose module would add 4 KB of unused code to the first route: links, forms
 * and prefetching of server-rendered pages. The version of the router is pinned, because another version may rename the
 * imports.
 */
export const createBrowserRouter = (routes: RouteObject[], basename: string) =>
  createRouter({
    routes,
    basename,
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
  }).initialize();
