import { expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { contentOf, Visitor } from './portal.js';

test('C8-19 the provider sees every service ready, with its answers and connections, and no county', async () => {
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

test('C8-20 C8-21 the provider reloads the configuration and is told so', async () => {
  const provider = await Visitor.signedIn('demo.trimin', 'saipan');
  const { status, envelope } = await provider.post('controlPanel/countyConfig/reloadConfiguration', {});
  expect(status).toBe(200);
  expect(envelope).toMatchObject({
    ok: true,
    message: 'The portal is reading the configuration of this county again.',
  });
});

test.each(['demo.county', 'demo.account', 'demo.escrow', 'guest.user'])(
  'C8-19 C8-20 monitoring and reload are not there for %s',
  async (username) => {
    const visitor = await Visitor.signedIn(username);
    expect((await visitor.get('monitoring')).envelope.ok).toBe(false);
    expect((await visitor.post('controlPanel/countyConfig/reloadConfiguration', {})).envelope.ok).toBe(false);
  },
);
