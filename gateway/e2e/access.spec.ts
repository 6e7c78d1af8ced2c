import { expect, test } from '@jest/globals';
import { orderOf, Visitor, type Reply } from './portal.js';
import { call, endsAllSessions, nameOf, routes, samples, unknownGuid } from './route-samples.js';

const roles = {
  TRIMIN: 'demo.trimin',
  COUNTY: 'demo.county',
  ACCOUNT: 'demo.account',
  USER: 'demo.invoice',
  GUEST: 'guest.user',
} as const;

/**
 * True if this is the answer to a user who may only preview pages. Such a user has no orders, so the answer is empty
 * and the same for every guid (DECISIONS.md#spec-1).
 */
const isPreview = ({ envelope }: Reply): boolean => {
  const content = envelope.content as { preview?: boolean; pdf?: string } | null;
  return content?.preview === true && content.pdf === '';
};

/** False for routes that end the session, because the other calls of the test need the session. */
const keepsSession = (route: { path: string }): boolean => !route.path.startsWith('auth/');

test('S9 every route has a sample request, and every sample request has a route', () => {
  expect(Object.keys(samples).sort()).toEqual(routes.map(nameOf).sort());
});

test('A1-33 S9 a visitor reaches the public routes and is asked to sign in at all others', async () => {
  for (const route of routes) {
    const reply = await call(new Visitor(), route);
    const isPublic = route.access !== undefined && 'publicBecause' in route.access;
    expect([nameOf(route), reply.status === 403]).toEqual([nameOf(route), !isPublic]);
    if (!isPublic) expect(reply.envelope).toMatchObject({ ok: false, status: 'LOGIN', content: null });
  }
});

test.each(Object.entries(roles))(
  'S9 %s can call exactly the routes that declare the role',
  async (role, username) => {
    const visitor = await Visitor.signedIn(username);
    for (const route of routes.filter(keepsSession)) {
      const allowed =
        !route.access || 'publicBecause' in route.access || route.access.roles.some((each) => each === role);
      if (allowed && endsAllSessions(route)) continue;
      const reply = await call(visitor, route);
      if (!allowed) expect([nameOf(route), reply.status]).toEqual([nameOf(route), 404]);
      expect([nameOf(route), reply.status]).not.toEqual([nameOf(route), 403]);
      expect([nameOf(route), reply.status < 500]).toEqual([nameOf(route), true]);
    }
  },
);

test('S9 a session of one county gives no access in another county', async () => {
  const visitor = await Visitor.signedIn('demo.escrow', 'lake');
  const abroad = new Visitor('saipan');
  abroad.cookie = visitor.cookie;
  for (const route of routes.filter(keepsSession)) {
    if (route.access && 'publicBecause' in route.access) continue;
    expect([nameOf(route), (await call(abroad, route)).status]).toEqual([nameOf(route), 403]);
  }
  expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
});

test("S5 every route that takes an order guid gives the same answer for another user's order as for one that never existed", async () => {
  const owner = await Visitor.signedIn('demo.escrow');
  const order = (await owner.post('imaging/computeDownloadOrder', orderOf('2'))).envelope;
  const { guid } = (order.content as { imageState: { guid: string } }).imageState;
  const others = [
    await Visitor.signedIn('demo.invoice'),
    await Visitor.signedIn('guest.user'),
    await Visitor.signedIn('demo.account'),
    await Visitor.signedIn('demo.escrow', 'saipan'),
    new Visitor(),
  ];
  for (const route of routes.filter((each) => samples[nameOf(each)]?.owned)) {
    for (const other of others) {
      const [theirs, none] = [await call(other, route, guid), await call(other, route, unknownGuid)];
      expect([nameOf(route), [403, 404].includes(theirs.status) || isPreview(theirs)]).toEqual([
        nameOf(route),
        true,
      ]);
      expect([nameOf(route), theirs.envelope]).toEqual([nameOf(route), none.envelope]);
      expect(theirs.body.toString()).not.toContain(guid);
    }
  }
  expect((await owner.post('imaging/cancelImageState', { imageStateGuid: guid })).envelope.ok).toBe(true);
});
