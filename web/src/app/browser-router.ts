import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouteObject,
} from 'react-router';

/**
 * What `createBrowserRouter` does, without the module that it stands in: that one brings the links, forms and
 * prefetching of server-rendered pages along, 4 KB of the first route that nothing here uses. The names say that they
 * may change with a version of the router, which is pinned.
 */
export const createBrowserRouter = (routes: RouteObject[], basename: string) =>
  createRouter({
    routes,
    basename,
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
  }).initialize();
