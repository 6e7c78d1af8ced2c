import { beforeAll, describe, expect, test } from '@jest/globals';
import { Visitor } from './portal.js';
import { askRaw, type RawReply } from './raw-requests.js';
import { endsAllSessions, nameOf, routes, samples } from './route-samples.js';

const port = Number(process.env.PORTAL_PORT);

const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
const allEncoded = (path: string): string => path.replace(/[^/]/g, encoded);
const nthEncoded = (path: string, nth: number): string => {
  const at = [...path.matchAll(/[^/]/g)][nth % path.replaceAll('/', '').length]?.index ?? 1;
  return path.slice(0, at) + encoded(path[at] ?? '') + path.slice(at + 1);
};

/** Ways to write a URL that lead the router to the same route. */
const ways: Record<string, (path: string, nth: number) => string> = {
  'as it is': (path) => path,
  'with a query': (path) => `${path}?a=/LandShark/home`,
  'with a fragment': (path) => `${path}#/LandShark/home`,
  'with one letter encoded': nthEncoded,
  'with %61pi': (path) => path.replace('/api/', '/%61pi/'),
  'with all letters encoded in capitals': (path) =>
    path.replace(/[^/]/g, (sign) => encoded(sign).toUpperCase()),
  'with all letters encoded': allEncoded,
  'with the base encoded': (path) => path.replace('LandShark', allEncoded),
  'in the absolute form': (path) => `http://localhost:${port}${path}`,
  'in the absolute form, encoded': (path) => `HTTP://LOCALHOST:${port}${allEncoded(path)}?a=%ff`,
};

/**
 * Ways to write a route's URL so differently that the router sees another path. Such a request must not reach the
 * route.
 */
const strangeWays: Record<string, (path: string) => string> = {
  'encoded twice': (path) => path.replace('/api/', '/%2561pi/'),
  'with an encoded slash': (path) => path.replace('/api/', '%2fapi/'),
  'with two slashes': (path) => path.replace('/api/', '//api/'),
  'with a dot segment': (path) => path.replace('/api/', '/x/../api/'),
  'with an encoded dot segment': (path) => path.replace('/api/', '/x/%2e%2e/api/'),
  'with a backslash': (path) => path.replace('/api/', '\\api/'),
  'in capitals': (path) => path.replace('/api/', '/API/'),
  'in the absolute form of another host': (path) => `http://evil.test${path}`,
};

const isPublic = (route: (typeof routes)[number]): boolean =>
  route.access !== undefined && 'publicBecause' in route.access;
const pathOf = (route: (typeof routes)[number]): string =>
  `/LandShark/api/${route.path.replace(/:(\w+)/g, (_, name: string) => samples[nameOf(route)]?.path?.[name] ?? 'x')}`;

type Headers = Readonly<Record<string, string>>;
const askAt = (
  route: (typeof routes)[number],
  target: string,
  from: string,
  headers: Headers = {},
): Promise<RawReply> =>
  askRaw({ method: route.method, target, headers, ...(route.method === 'POST' && { body: '{}' }) }, from);

/**
 * How many requests are sent at once. It is a small number, because a busy machine answers few requests at once and
 * refuses the others with 503.
 */
const AT_ONCE = 24;

/**
 * Applies each way of writing to the chosen routes. The number of a route selects the letter to encode, so that the
 * routes together cover all letters. Each way sends its requests from an IP address of its own, because the requests of
 * one IP address are limited.
 */
const eachWritten = async (
  chosen: readonly (typeof routes)[number][],
  table: Readonly<Record<string, (path: string, nth: number) => string>>,
  look: (route: (typeof routes)[number], target: string, way: string, from: string) => Promise<void>,
): Promise<void> => {
  for (const [at, [way, write]] of Object.entries(table).entries()) {
    const asked = chosen.map((route, nth) => ({ route, target: write(pathOf(route), nth) }));
    for (let next = 0; next < asked.length; next += AT_ONCE)
      await Promise.all(
        asked
          .slice(next, next + AT_ONCE)
          .map(({ route, target }) => look(route, target, way, `127.7.0.${at + 1}`)),
      );
  }
};

const changes = routes.filter(
  ({ method, path }) => method === 'POST' || path === 'auth/logout' || endsAllSessions({ path }),
);

describe('however the URL of a route is written,', () => {
  test('S9 S34 a client without a session is asked to sign in, and the answer may not be cached', async () => {
    let asked = 0;
    await eachWritten(
      routes.filter((route) => !isPublic(route)),
      ways,
      async (route, target, way, from) => {
        const { status, headers } = await askAt(route, target, from);
        expect([nameOf(route), way, status, headers['cache-control']]).toEqual([
          ...[nameOf(route), way, 403, 'no-store'],
        ]);
        asked += 1;
      },
    );
    expect(asked).toBeGreaterThan(500);
  }, 120_000);

  test('S13 another site cannot change anything', async () => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const forged: Headers[] = [
      { 'sec-fetch-site': 'cross-site', cookie: visitor.cookie },
      { origin: 'https://evil.example', cookie: visitor.cookie },
    ];
    for (const headers of forged)
      await eachWritten(changes, ways, async (route, target, way, from) => {
        const { status, body } = await askAt(route, target, from, headers);
        expect([nameOf(route), way, status]).toEqual([nameOf(route), way, 403]);
        expect(JSON.parse(body)).not.toHaveProperty('status');
      });
    expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
  }, 240_000);

  test('S40 a spelling that the router does not recognize gets 404 or a page, and no answer of the API', async () => {
    await eachWritten(routes, strangeWays, async (route, target, way, from) => {
      const { status, headers, body } = await askAt(route, target, from);
      const isPage = status === 200 && String(headers['content-type']).startsWith('text/html');
      expect([nameOf(route), way, status === 404 || isPage]).toEqual([nameOf(route), way, true]);
      expect(body).not.toContain('"ok":true');
    });
  }, 240_000);
});

describe('a caller who has used up the requests of a minute', () => {
  const greedy = '127.7.0.3';
  beforeAll(async () => {
    let status = 0;
    for (let asked = 0; asked < 1_300 && status !== 429; asked += 50) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => askRaw({ method: 'GET', target: '/LandShark/api/none' }, greedy)),
      );
      status = replies.at(-1)?.status ?? 0;
    }
    expect(status).toBe(429);
  }, 60_000);

  test('S36 is refused with status 429 by every route, however the URL is written', async () => {
    await eachWritten(routes, ways, async (route, target, way) => {
      const { status, headers } = await askAt(route, target, greedy);
      expect([nameOf(route), way, status, headers['cache-control']]).toEqual([
        ...[nameOf(route), way, 429, 'no-store'],
      ]);
    });
  }, 120_000);
});
