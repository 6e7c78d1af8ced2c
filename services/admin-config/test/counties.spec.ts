import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor, testService, type TestService } from '@portal/infra/testing';
import type { Result } from '@portal/proto/result';
import { announceCounty, listCounties, saveCounty, type County } from '@portal/proto/rpc/admin-config';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { tables } from '../src/tables.js';

let service: TestService;
beforeAll(async () => {
  service = await testService('admin-config', AdminConfigModule, { tables });
});
afterAll(() => service.close());

const lake: County = {
  ...{ id: 'lake', name: 'Lake County', hosts: ['localhost', '127.0.0.1'], origin: 'http://localhost:8080' },
  ...{ timeZone: 'America/Chicago', state: 'MN' },
};
const saipan: County = {
  ...lake,
  id: 'saipan',
  hosts: ['saipan.localhost'],
  timeZone: 'Pacific/Saipan',
  state: 'MP',
};

const save = (county: County) => service.call(saveCounty, county, systemActor(county.id, 'launcher'));
const codeOf = (answer: Result<unknown>): string => (answer.ok ? 'ok' : answer.code);
const list = () => service.value(listCounties, {});
const facts = () =>
  service.tables.asAdmin(`SELECT 1 AS fact FROM admin_config.outbox WHERE type = 'config.county-changed.v1'`);

test('everybody can list the counties, with hosts in lower case and without a port', async () => {
  await save({ ...lake, hosts: ['LocalHost:8080', '127.0.0.1', 'localhost'] });
  await save(saipan);
  expect(await list()).toEqual([lake, saipan]);
});

test('saving the same county again changes nothing and emits no fact', async () => {
  const before = await facts();
  expect(codeOf(await save(lake))).toBe('ok');
  expect(await facts()).toEqual(before);
});

test('changing a county adds no second row', async () => {
  await save({ ...lake, origin: 'http://localhost:8090' });
  expect((await list())[0]).toEqual({ ...lake, origin: 'http://localhost:8090' });
});

test('the list says that a county moves, and saving the county does not change that', async () => {
  const until = '2026-11-28T22:00:00.000Z';
  const stand = (set: string) =>
    service.tables.asAdmin(`UPDATE admin_config.county SET ${set} WHERE id = 'lake'`);
  await stand(`standing = 'LEAVING', standing_until = '${until}'`);
  await save({ ...lake, origin: 'http://localhost:8091' });
  expect((await list())[0]?.move).toEqual({ standing: 'LEAVING', until });
  await stand(`standing = 'MOVED', standing_until = NULL, moved_to = 'http://other'`);
  expect((await list())[0]?.move).toEqual({ standing: 'MOVED', to: 'http://other' });
  await stand(`standing = 'OPEN', moved_to = NULL`);
  await save({ ...lake, origin: 'http://localhost:8090' });
  expect((await list())[0]).toEqual({ ...lake, origin: 'http://localhost:8090' });
});

test('an announcement tells every process to read the list again, for a county that exists', async () => {
  const before = await facts();
  const announce = (id: string) => service.call(announceCounty, {}, systemActor(id, 'launcher'));
  expect(codeOf(await announce('lake'))).toBe('ok');
  expect(await facts()).toHaveLength(before.length + 1);
  expect(codeOf(await announce('nowhere'))).toBe('NOT_FOUND');
});

test('a host can belong to one county only, even if two counties are saved with it at the same moment', async () => {
  expect(await save({ ...saipan, hosts: ['LOCALHOST'] })).toMatchObject({
    code: 'CONFLICT',
    params: { hosts: 'localhost' },
  });
  const twins = ['north', 'south'].map((id) => save({ ...lake, id, hosts: ['same.example'] }));
  expect((await Promise.all(twins)).map(codeOf).sort()).toEqual(['CONFLICT', 'ok']);
});

test.each(['America/Duluth', '+05:00', 'EST5', 'nonsense'])(
  'the time zone %s is refused',
  async (timeZone) => {
    expect(await save({ ...lake, timeZone })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { timeZone: 'forms:invalid' },
    });
  },
);

test.each([
  ['id', { id: 'Lake County' }],
  ['name', { name: ' ' }],
  ['hosts', { hosts: [] }],
  ['hosts.0', { hosts: ['https://lake.example'] }],
  ['hosts.0', { hosts: ['lake..example'] }],
  ['origin', { origin: 'lake.example' }],
  ['origin', { origin: 'https://lake.example/path' }],
  ['state', { state: 'XX' }],
])('a wrong %s is refused, and the error names the field: %j', async (field, wrong) => {
  expect(await save({ ...lake, ...wrong })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { [field]: expect.any(String) },
  });
});

test.each(['TRIMIN', 'COUNTY', 'USER'] as const)('%s cannot save a county', async (role) => {
  expect(codeOf(await service.call(saveCounty, lake, testActor({ role })))).toBe('NOT_FOUND');
});
