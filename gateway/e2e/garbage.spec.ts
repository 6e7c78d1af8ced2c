import { beforeAll, describe, expect, test } from '@jest/globals';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';
import { Visitor, type Reply } from './portal.js';
import { nameOf, routes, samples } from './route-samples.js';

/** Values that no form sends. */
const garbage = [null, 7, 'x', [], ['x'], { x: 1 }, -1, true];

/** Yields copies of the body, each with one field replaced by a value of another type. */
function* spoiled(body: unknown): Generator<unknown> {
  yield* garbage;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  for (const [name, value] of Object.entries(body))
    for (const wrong of garbage) if (typeof wrong !== typeof value) yield { ...body, [name]: wrong };
}

const expectNoFailureOfOurs = (asked: unknown, reply: Reply): void => {
  const { status, body } = reply;
  expect({ asked, failed: status >= 500, body: status >= 500 ? body.toString() : '' }).toEqual({
    ...{ asked, failed: false, body: '' },
  });
  if (status !== 422) return;
  for (const text of Object.values(reply.envelope.fields ?? {}))
    expect({ asked, text }).toEqual({ asked, text: expect.not.stringMatching(/^[a-z]+:|^$/) });
};

describe('no wrong body causes a server error on the route', () => {
  let people: Visitor[];
  beforeAll(async () => {
    people = await Promise.all(
      ['demo.escrow', 'demo.invoice', 'demo.bundles', 'demo.flatfee'].map((name) => Visitor.signedIn(name)),
    );
  });

  // left out: the card provider's notifications, which come from no form, and routes that end the test's sessions or
  // change the county's configuration
  const left = /webhooks|auth\/|countyPictures|countyConfig|secondFactor|currentUser\/password/i;
  const posted = routes.filter((route) => route.method === 'POST' && !left.test(route.path));

  test.each(posted.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const { body, path = {} } = samples[name] ?? {};
    const address = route.path.replace(/:(\w+)/g, (_, parameter: string) => path[parameter] ?? '');
    let sent = 0;
    for (const wrong of spoiled(body)) {
      if (sent === 24) break;
      const visitor = people[sent % people.length] as Visitor;
      const reply = await visitor.post(address, wrong);
      if (reply.status === 429) break;
      expectNoFailureOfOurs({ name, wrong }, reply);
      sent += 1;
    }
    expect(sent).toBeGreaterThan(4);
  });
});

describe('an invalid section of the county’s settings', () => {
  const wrong: [string, unknown][] = sectionNames.flatMap((section): [string, unknown][] =>
    Object.keys(sectionDefaults(section)).map((field): [string, unknown] => [
      section,
      { [field]: { x: -1 } },
    ]),
  );
  let staff: Visitor;
  const save = (section: string, value: unknown) =>
    staff.post(`controlPanel/countyConfig/${section}`, { version: 0, value });
  beforeAll(async () => {
    staff = await Visitor.signedIn('demo.county');
  });

  test('is refused with 422 when any value has the wrong type, and the error names the field', async () => {
    for (const [section, value] of wrong) {
      const reply = await save(section, value);
      expectNoFailureOfOurs({ section, value }, reply);
      if (reply.status === 429) break;
      const [field = ''] = Object.keys(value as object);
      expect({ section, value, status: reply.status }).toEqual({ section, value, status: 422 });
      expect(Object.keys(reply.envelope.fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
    }
  });

  test('is refused with 422 when a rate is negative or there is one row too many, and the error names the field', async () => {
    const negative = await save('aLaCarte', { imageDocument: -1 });
    expect([negative.status, Object.keys(negative.envelope.fields ?? {})]).toEqual([422, ['imageDocument']]);
    const many = await save('flatFee', { rates: Array.from({ length: 101 }, () => ({})) });
    expect(many.status).toBe(422);
    expect(Object.keys(many.envelope.fields ?? {})).toContain('rates');
  });
});
