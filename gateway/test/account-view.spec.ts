import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { controllers } from '../src/app.module.js';
import { closedInView, isClosedInView, viewRoutes } from '../src/edge/account-view.js';
import { apiPath } from '../src/edge/matched-route.js';
import { listRoutes } from '../src/session/access.check.js';

const isClosed = (method: string, route: string): boolean =>
  isClosedInView({ method, routeOptions: { url: apiPath + route } } as unknown as FastifyRequest);

test('S47 in an account view only the routes that read data, and those that end the view, are open', () => {
  for (const route of ['search/searchByName', 'search/documentDetails', 'imaging/getThumbnails'])
    expect([route, isClosed('POST', route)]).toEqual([route, false]);
  for (const route of [
    'imaging/payDownloadOrder',
    'search/searchByNamePrint',
    'auth/guest',
    'efile/submission',
  ])
    expect([route, isClosed('POST', route)]).toEqual([route, true]);
  expect([isClosed('POST', 'auth/login'), isClosed('GET', 'auth/logout')]).toEqual([false, false]);
  expect(isClosed('POST', 'controlPanel/accountView')).toBe(true);
});

test('S47 in an account view no file can be downloaded, and the profile of the signed-in person is not shown', () => {
  expect(isClosed('GET', 'imaging/download/:imageStateGuid')).toBe(true);
  expect(isClosed('GET', 'efile/document/:imageId/:copy')).toBe(true);
  expect(isClosed('GET', 'currentUser/profile')).toBe(true);
});

test('S47 a route that is not declared as read-only is closed in an account view', () => {
  expect(isClosed('POST', 'tomorrow/newRoute')).toBe(true);
  expect(isClosed('PUT', 'search/searchByName')).toBe(true);
});

test('every route that an account view opens or closes exists', () => {
  const paths = new Set(listRoutes(controllers).map(({ path }) => path.replace(/^\//, '')));
  expect([...viewRoutes, ...closedInView].filter((route) => !paths.has(route))).toEqual([]);
});
