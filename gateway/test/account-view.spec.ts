import { describe, expect, test } from '@jest/globals';
import { shownViewHeader } from '@portal/proto/http/envelope';
import type { Session } from '@portal/proto/rpc/identity';
import type { FastifyRequest } from 'fastify';
import { controllers } from '../src/app.module.js';
import {
  closedInView,
  isClosedInView,
  dropOldCopy,
  readSession,
  refusedInView,
  viewRoutes,
} from '../src/edge/account-view.js';
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

test('the lists of the routes that are open or closed in an account view name only existing routes', () => {
  const paths = new Set(listRoutes(controllers).map(({ path }) => path.replace(/^\//, '')));
  expect([...viewRoutes, ...closedInView].filter((route) => !paths.has(route))).toEqual([]);
});

const sessionWith = (user: { id: string; view?: object }): Session =>
  ({ user: { role: user.view ? 'USER' : 'COUNTY', ...user } }) as unknown as Session;
const own = sessionWith({ id: 'clerk' });
const seen = sessionWith({ id: 'view-1', view: { until: '2026-03-02T10:30:00Z' } });
const requestOf = (method: string, route: string, shown?: string): FastifyRequest =>
  ({
    ...{ method, routeOptions: { url: apiPath + route } },
    headers: shown === undefined ? {} : { [shownViewHeader]: shown },
  }) as unknown as FastifyRequest;

describe('S47 a page that shows an account view', () => {
  const [change, read] = [
    ['POST', 'imaging/payDownloadOrder'],
    ['POST', 'search/searchByName'],
  ] as const;

  test('cannot act as staff if the session has no view, for example because an older identity service does not know views', () => {
    for (const [method, route] of [change, read])
      expect(refusedInView(requestOf(method, route, 'view-1'), own)).toBe('VIEW_OVER');
    expect(refusedInView(requestOf(...change), own)).toBeUndefined();
  });

  test('cannot act in a newer view that another tab has begun', () => {
    expect(refusedInView(requestOf(...read, 'view-0'), seen)).toBe('VIEW_OVER');
    expect(refusedInView(requestOf('POST', 'currentUser/leaveView', 'view-0'), seen)).toBe('VIEW_OVER');
    expect(refusedInView(requestOf(...read, 'view-1'), seen)).toBeUndefined();
    expect(refusedInView(requestOf(...change, 'view-1'), seen)).toBe('VIEW_ONLY');
    expect(refusedInView(requestOf(...change), seen)).toBe('VIEW_ONLY');
  });

  test('can always ask who is signed in, leave a view that is over, and sign out', () => {
    const calls = [
      ['GET', 'currentUser/loginStatus'],
      ['POST', 'currentUser/leaveView'],
      ['GET', 'auth/logout'],
      ['POST', 'auth/logoutEverywhere'],
    ] as const;
    for (const [method, route] of calls)
      expect([route, refusedInView(requestOf(method, route, 'view-0'), own)]).toEqual([route, undefined]);
    expect(refusedInView(requestOf(...change, 'view-1'), null)).toBeUndefined();
  });

  /** Reads the session in a process that still has the copy from before a view began or ended. */
  const readWithOldCopy = async (request: FastifyRequest, copy: Session, now: Session) => {
    let known: Session | undefined = copy;
    const sessions = {
      read: () => Promise.resolve(known ?? now),
      forget: () => void (known = undefined),
    };
    dropOldCopy(request, sessions, 'hash');
    return readSession(request, sessions, { county: 'lake', tokenHash: 'hash' });
  };

  test('is not refused because of an outdated copy of the session: the gateway reads the session again first', async () => {
    expect(await readWithOldCopy(requestOf(...read, 'view-1'), own, seen)).toBe(seen);
    expect(await readWithOldCopy(requestOf(...change), seen, own)).toBe(own);
    expect(await readWithOldCopy(requestOf(...read), seen, own)).toBe(seen);
  });

  test('learns who is signed in from the current session, not from a copy', async () => {
    for (const [copy, now] of [
      [own, seen],
      [seen, own],
    ] as const)
      expect(await readWithOldCopy(requestOf('GET', 'currentUser/loginStatus'), copy, now)).toBe(now);
  });
});
