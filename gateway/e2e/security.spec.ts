import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ask, contentOf, hosts, Visitor, type Reply } from './portal.js';
import { call, endsAllSessions, nameOf, routes, samples } from './route-samples.js';

/** Internal details that no answer may contain: stack traces, SQL, addresses of servers, folders, secrets. */
const inner =
  /\bat \S+ \(|node_modules|\.[cm]?[jt]s:\d|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b .*\b(FROM|SET|VALUES|WHERE)\b|127\.0\.0\.1|postgres(ql)?:\/\/|redis:\/\/|ECONN|"stack"/;
const keptFile = <T>(name: string): T =>
  JSON.parse(readFileSync(path.join(process.env.PORTAL_DATA ?? '', name), 'utf8')) as T;
const secrets = (): string[] => [
  ...Object.values(keptFile<Record<string, string>>('secrets.json')),
  ...Object.values(
    keptFile<Record<string, { transactionKey: string; signatureKey: string }>>('card-merchants.json'),
  ).flatMap(({ transactionKey, signatureKey }) => [transactionKey, signatureKey]),
];

/** Pairs each text with a short form of it for the title. */
const named = (texts: readonly string[]): [string, string][] =>
  texts.map((text) => [JSON.stringify(text.slice(0, 30)), text]);

const expectPlain = (what: unknown, { status, headers, body }: Reply): void => {
  // 429 would prove nothing, because it comes from the limit of requests and not from the route
  expect([what, status === 500 || status === 502 || status === 429]).toEqual([what, false]);
  if (!String(headers['content-type']).includes('json')) return;
  const text = body.toString();
  expect([what, Object.keys(JSON.parse(text) as object)]).toEqual([
    what,
    expect.arrayContaining(['ok', 'message', 'content']),
  ]);
  expect([what, inner.exec(text)?.[0]]).toEqual([what, undefined]);
};

/** All routes except those that end the sessions, which the test still needs. */
const asked = routes.filter((route) => !route.path.startsWith('auth/logout') && !endsAllSessions(route));

describe('every route', () => {
  let staff: Visitor;
  beforeAll(async () => {
    staff = await Visitor.signedIn('demo.trimin');
  });

  test('S34 sends the security headers to a client that is not signed in', async () => {
    for (const route of asked) {
      const { headers } = await call(new Visitor(), route);
      expect([nameOf(route), headers]).toEqual([
        nameOf(route),
        expect.objectContaining({
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': expect.stringMatching(/no-store|private|no-cache/),
          'content-security-policy': expect.stringContaining("object-src 'none'"),
        }),
      ]);
    }
  });

  const bodies = [
    'null',
    '[]',
    '7',
    '"x"',
    '{',
    '{"a":',
    '{"__proto__":{"role":"TRIMIN"}}',
    `${'['.repeat(5_000)}`,
  ];
  test.each(named(bodies))(
    'S33 answers the body %s in the envelope, without internal details',
    async (_name, body) => {
      for (const route of asked.filter(({ method }) => method === 'POST')) {
        const address = route.path.replace(
          /:(\w+)/g,
          (_, name) => samples[nameOf(route)]?.path?.[name] ?? 'x',
        );
        expectPlain([nameOf(route), body.slice(0, 20)], await staff.post(address, body));
      }
    },
    60_000,
  );

  const texts = ["'; DROP TABLE app_user; --", 'a\u0000b', '\ud800', '../../etc/passwd', '9'.repeat(400)];
  test.each(named(texts))(
    'S26 S33 treats %s in any field as text or refuses it',
    async (_name, text) => {
      for (const route of asked) {
        const { body } = samples[nameOf(route)] ?? {};
        for (const field of Object.keys((body ?? {}) as object)) {
          const hostile = { ...(body as object), [field]: text };
          const address = route.path.replace(
            /:(\w+)/g,
            (_, name) => samples[nameOf(route)]?.path?.[name] ?? 'x',
          );
          expectPlain([nameOf(route), field], await staff.post(address, hostile));
        }
      }
    },
    120_000,
  );

  const parts = ['%00', '%2e%2e%2f', "'--", '%ff', 'x'.repeat(2_000), '-1', '__proto__'];
  test.each(named(parts))('S26 S33 treats %s in its path as an unknown path', async (_name, part) => {
    for (const route of asked.filter((each) => each.path.includes(':'))) {
      const address = route.path.replace(/:\w+/g, part);
      const reply = await staff.ask({
        method: route.method,
        path: address,
        ...(route.method === 'POST' && { body: {} }),
      });
      expectPlain([nameOf(route), part.slice(0, 12)], reply);
    }
  });

  test('S40 answers only its own HTTP method, and a path without a route is not found', async () => {
    // this test has a user of its own, because the tests above use up most of their user's requests per minute
    const staff = await Visitor.signedIn('demo.county');
    const known = new Set(routes.map(nameOf));
    const unknown = await staff.get('no/such/route');
    expect(unknown.status).toBe(404);
    for (const { method, path: address } of asked.filter((each) => !each.path.includes(':'))) {
      const other = method === 'GET' ? 'POST' : 'GET';
      const others = [
        ...(known.has(`${other} ${address}`) ? [] : [{ method: other, path: address }]),
        { method: 'PUT', path: address },
        { method: 'DELETE', path: address },
        { method, path: `${address}/nothing` },
      ];
      for (const question of others) {
        const body = question.method === 'GET' ? undefined : {};
        const reply = await staff.ask({ ...question, ...(body && { body }) });
        // the longer path may belong to a route with a parameter, and that route refuses the value
        expect([question, [404, 422].includes(reply.status)]).toEqual([question, true]);
      }
    }
  });

  test('S12 refuses the next request after a sign-out', async () => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const { cookie } = visitor;
    await visitor.post('auth/logout');
    for (const route of asked) {
      if (route.access && 'publicBecause' in route.access) continue;
      const late = new Visitor();
      late.cookie = cookie;
      expect([nameOf(route), (await call(late, route)).status]).toEqual([nameOf(route), 403]);
    }
  });
});

describe('S33 the server of the web client’s files', () => {
  const script = async (): Promise<string> => {
    const { body } = await ask(hosts.lake, { path: '/LandShark/' });
    const [found] = /\/LandShark\/assets\/[^"]+\.js/.exec(body.toString()) ?? [];
    if (found === undefined) throw new Error('the page has no script');
    return found;
  };

  test.each([
    ['a range past the end of the file', '', { range: 'bytes=99999999-' }],
    ['a request for another version of the file', '', { 'if-match': '"other"' }],
    [
      'a request for an older version of the file',
      '',
      { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
    ],
    ['a path out of the assets folder', '/LandShark/assets/../../package.json', {}],
    ['an encoded path out of the assets folder', '/LandShark/assets/..%2f..%2fpackage.json', {}],
    ['a name with a NUL', '/LandShark/assets/x%00.js', {}],
    ['a hidden file', '/LandShark/assets/.vite/manifest.json', {}],
  ])('S33 refuses %s without a server error', async (what, path, headers) => {
    const reply = await ask(hosts.lake, { path: path === '' ? await script() : path, headers });
    expect([what, reply.status >= 400 && reply.status < 500]).toEqual([what, true]);
    expectPlain(what, reply);
  });
});

test("S5 a request for the balance of another user's id returns the caller's own balance", async () => {
  const rich = await new Visitor().logIn({ username: 'demo.escrow', password: 'Portal!2026' });
  const { userId } = rich.envelope.content as { userId: string };
  const visitor = await Visitor.signedIn('demo.invoice');
  const own = await contentOf(visitor.post('currentUser/usageBalance'));
  expect(await contentOf(visitor.post('currentUser/usageBalance', { userId }))).toEqual(own);
});

describe('S32 the secrets of the product', () => {
  test('appear in no answer, at any path', async () => {
    const kept = secrets();
    expect(kept.length).toBeGreaterThanOrEqual(7);
    const paths = [
      '/',
      '/LandShark/',
      '/LandShark/config.json',
      '/metrics',
      '/monitoring',
      '/version',
      '/.env',
    ];
    for (const each of [...paths, '/LandShark/api/metrics', '/LandShark/api/monitoring', '/secrets.json']) {
      const { body } = await ask(hosts.lake, { path: each });
      for (const secret of kept) expect([each, body.toString().includes(secret)]).toEqual([each, false]);
    }
  });

  test.each(['cmdline', 'environ'])('do not appear in the %s of any running process', (what) => {
    const read = (pid: string, file: string): string => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8');
      } catch {
        return '';
      }
    };
    // left out: imports that other tests run, because an import gets the secrets that it needs in its environment
    const isImport = (pid: string): boolean => /\/(import|show-section)\.main\.js/.test(read(pid, 'cmdline'));
    const commands = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && !isImport(name))
      .map((pid) => read(pid, what));
    expect(commands.some((command) => command.includes('node'))).toBe(true);
    for (const secret of secrets())
      expect(commands.filter((command) => command.includes(secret)).map((each) => each.slice(0, 40))).toEqual(
        [],
      );
  });
});
