import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SignedInPeople } from '@portal/proto/http/operations';
import { contentOf, Visitor } from './portal.js';

const END = 'controlPanel/countyConfig/endUserSessions';

// these tests use saipan, because no other test needs long sessions there
let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county', 'saipan');
});

describe('End User Sessions', () => {
  test('S12 C6-08 refuses the next request of every user except staff, and returns how many sessions it has ended', async () => {
    const people = await Promise.all(
      ['demo.escrow', 'demo.account', 'guest.user'].map((name) => Visitor.signedIn(name, 'saipan')),
    );
    const provider = await Visitor.signedIn('demo.trimin', 'saipan');
    const before = await contentOf<SignedInPeople>(staff.get('controlPanel/signedIn'));
    const roles = before.roles.map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['ACCOUNT', 'COUNTY', 'GUEST', 'TRIMIN', 'USER']));
    const { envelope } = await staff.get(END);
    expect(envelope).toMatchObject({
      ok: true,
      message: 'All sessions have ended, except those of staff.',
      content: { ended: expect.any(Number) },
    });
    for (const visitor of people) expect((await visitor.get('currentUser/loginStatus')).status).toBe(403);
    expect((await provider.get('controlPanel/signedIn')).status).toBe(200);
    const after = await contentOf<SignedInPeople>(staff.get('controlPanel/signedIn'));
    expect(after.roles.every(({ role }) => role === 'COUNTY' || role === 'TRIMIN')).toBe(true);
  });

  test('S13 does not end sessions when a page of another site sends the request, by GET or by POST', async () => {
    const visitor = await Visitor.signedIn('demo.invoice', 'saipan');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await staff.get(END, foreign)).status).toBe(403);
    expect((await staff.post(END, {}, foreign)).status).toBe(403);
    expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
  });

  test('S9 is available only to staff', async () => {
    const visitor = await Visitor.signedIn('demo.account', 'saipan');
    for (const answer of [visitor.get(END), visitor.post(END), visitor.get('controlPanel/signedIn')])
      expect((await answer).status).toBe(404);
  });
});
