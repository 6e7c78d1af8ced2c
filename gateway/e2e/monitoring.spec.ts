import { expect, test } from '@jest/globals';
import { eventually, withProductDatabase } from '@portal/infra/testing';
import type { DeadFactList, ImportList, Monitoring } from '@portal/proto/http/monitoring';
import { contentOf, Visitor } from './portal.js';

test('C8-19 a TRIMIN user sees that every service is ready, and sees counts of its answers and connections, but no county data', async () => {
  const provider = await Visitor.signedIn('demo.trimin');
  const signs = await eventually(async () => {
    const read = await contentOf<Monitoring>(provider.get('monitoring'));
    expect(read.missing).toEqual([]);
    expect(read.processes.find(({ service }) => service === 'identity')?.answers.all).toBeGreaterThan(0);
    return read;
  }, 20_000);
  expect(signs.processes.map(({ service }) => service)).toEqual(
    expect.arrayContaining([
      'admin-config',
      'gateway',
      'identity',
      'imaging',
      'payments',
      'reports',
      'search',
    ]),
  );
  const payments = signs.processes.find(({ service }) => service === 'payments');
  expect(payments).toMatchObject({ isLost: false, parts: { database: true, commands: true, facts: true } });
  expect(payments?.lanes.map(({ lane }) => lane).sort()).toEqual(['fast', 'must', 'slow'].sort());
  expect(payments?.pool?.most).toBeGreaterThan(0);
  expect(JSON.stringify(signs)).not.toMatch(/saipan|lake/);
});

test('every service lists the county’s facts (events) that it could not apply, and can discard them', async () => {
  // no service has a reader named 'nobody', so no service applies the fact (event) during the test
  const type = `audit.of-a-test-${Date.now()}.v1`;
  await withProductDatabase(process.env.PORTAL_DATA ?? '', (client) =>
    client.query(
      `INSERT INTO billing.dead_event (county_id, consumer, event_id, type, reason, envelope)
       VALUES ('saipan', 'nobody', gen_random_uuid(), $1, 'TypeError: cannot take it', '{}')`,
      [type],
    ),
  );
  const provider = await Visitor.signedIn('demo.trimin', 'saipan');
  const read = () => contentOf<DeadFactList>(provider.get('monitoring/deadFacts'));
  const list = await read();
  expect(list.silent).toEqual([]);
  const group = list.groups.find((one) => one.type === type);
  expect(group).toMatchObject({ service: 'billing', consumer: 'nobody', failure: 'TypeError', facts: 1 });
  const { service, consumer, failure, last } = group!;
  const settle = (reason: string) =>
    provider.post('monitoring/settleDeadFacts', {
      ...{ service, consumer, type, failure, last, reason, action: 'DISCARD' },
    });
  expect((await settle('')).envelope).toMatchObject({ ok: false, fields: { reason: expect.any(String) } });
  expect((await settle('of a test')).envelope).toMatchObject({ ok: true, content: { facts: 1 } });
  expect((await read()).groups.filter((one) => one.type === type)).toEqual([]);
});

test('the first import of the demo county is listed as done, with its page images', async () => {
  const provider = await Visitor.signedIn('demo.trimin', 'saipan');
  const { imports } = await contentOf<ImportList>(provider.get('monitoring/imports'));
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.at(-1)).toMatchObject({ kind: 'full', state: 'DONE', failure: '' });
  expect(imports.at(-1)?.documents).toBeGreaterThan(0);
  const images = imports.at(-1)?.pageImages;
  expect(images).toMatchObject({ state: 'DONE', done: images?.pages, refused: 0, failure: '' });
  expect(images?.pages).toBeGreaterThan(50);
});

test('C8-20 C8-21 a TRIMIN user reloads the configuration and gets a message', async () => {
  const provider = await Visitor.signedIn('demo.trimin', 'saipan');
  const { status, envelope } = await provider.post('controlPanel/countyConfig/reloadConfiguration', {});
  expect(status).toBe(200);
  expect(envelope).toMatchObject({
    ok: true,
    message: 'The portal is reading the configuration of this county again.',
  });
});

test.each(['demo.county', 'demo.account', 'demo.escrow', 'guest.user'])(
  'C8-19 C8-20 monitoring and reload are not found for %s',
  async (username) => {
    const visitor = await Visitor.signedIn(username);
    expect((await visitor.get('monitoring')).envelope.ok).toBe(false);
    expect((await visitor.get('monitoring/deadFacts')).envelope.ok).toBe(false);
    expect((await visitor.get('monitoring/imports')).envelope.ok).toBe(false);
    expect((await visitor.post('monitoring/settleDeadFacts', {})).envelope.ok).toBe(false);
    expect((await visitor.post('controlPanel/countyConfig/reloadConfiguration', {})).envelope.ok).toBe(false);
  },
);
