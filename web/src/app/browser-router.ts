import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouteObject,
} from 'react-router';

/**
 * Does the same as the router's own `createBrowserRouter`. The module of that function also contains links, forms and
 * prefetching of server-rendered pages, which would add 4 KB of unused code to the first page. The version of the
 * router is pinned, because another version may rename the functions that this file imports.
 */
export const createBrowserRouter = (routes: RouteObject[], basename: string) =>
  createRouter({
    routes,
    basename,
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
  }).initialize();
