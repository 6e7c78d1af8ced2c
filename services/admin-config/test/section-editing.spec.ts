import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor, testService, type TestService } from '@portal/infra/testing';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  listSections,
  listSectionVersions,
  openSection,
  saveCounty,
  saveSection,
} from '@portal/proto/rpc/admin-config';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { tables } from '../src/tables.js';

let service: TestService;
beforeAll(async () => {
  service = await testService('admin-config', AdminConfigModule, { tables });
  for (const id of ['lake', 'saipan']) {
    const county = { id, name: id, hosts: [`${id}.example`], origin: `https://${id}.example`, state: 'MN' };
    await service.value(saveCounty, { ...county, timeZone: 'America/Chicago' }, systemActor(id, 'launcher'));
  }
});
afterAll(() => service.close());

const editor = (username: string, over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), username, role: 'COUNTY', ...over });
const save = (actor: Actor, version: number, maxAmount: number) =>
  service.call(
    saveSection,
    { name: 'creditCardExtra', version, value: { maxAmount }, reason: 'Fees of 2027' },
    actor,
  );

test('a section is returned with its version, its defaults, who saved it and when', async () => {
  const before = Date.now();
  const anna = editor('anna.berg');
  expect(await service.value(openSection, { name: 'creditCardExtra' }, anna)).toEqual({
    ...{ name: 'creditCardExtra', version: 0, savedBy: '', savedAt: null },
    ...{ value: sectionDefaults('creditCardExtra'), defaults: sectionDefaults('creditCardExtra') },
  });
  expect(await save(anna, 0, 1_000)).toMatchObject({ ok: true });
  const opened = await service.value(openSection, { name: 'creditCardExtra' }, editor('bo.carlson'));
  expect(opened).toMatchObject({
    ...{ version: 1, savedBy: 'anna.berg', value: { maxAmount: 1_000 } },
    defaults: { maxAmount: 0 },
  });
  expect(Date.parse(opened.savedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
});

test('C3-15 saving new special rates also empties the special rates for cards, as part of that save', async () => {
  const anna = editor('anna.berg');
  const rate = {
    ...{ documentType: 'A', instrumentCode: 'DEED', documentRate: 100 },
    ...{ firstPageRate: 0, additionalPagesRate: 0 },
  };
  const open = (name: 'creditCardAlternateRates' | 'aLaCarteSpecialRates') =>
    service.value(openSection, { name }, anna);
  const write = (name: 'creditCardAlternateRates' | 'aLaCarteSpecialRates', version: number, value: object) =>
    service.call(saveSection, { name, version, value, reason: 'Fees of 2027' }, anna);
  const byCard = { applyAlternateRates: true, searchByName: 125, rates: [rate] };
  expect(await write('creditCardAlternateRates', 0, byCard)).toMatchObject({ ok: true });
  expect(await write('aLaCarteSpecialRates', 0, { rates: [rate] })).toMatchObject({ ok: true });
  expect(await open('creditCardAlternateRates')).toMatchObject({
    ...{ version: 2, savedBy: 'anna.berg' },
    value: { applyAlternateRates: true, searchByName: 125, rates: [] },
  });
  // the special rates for cards are already empty, so the save adds no version of them
  expect(await write('aLaCarteSpecialRates', 1, { rates: [] })).toMatchObject({ ok: true });
  expect((await open('creditCardAlternateRates')).version).toBe(2);
});

test('when two people read the same version, the second to save gets a conflict and writes nothing', async () => {
  const { version } = await service.value(openSection, { name: 'creditCardExtra' }, editor('anna.berg'));
  const answers = await Promise.all(
    [1_100, 1_200].map((amount) => save(editor(`by.${amount}`), version, amount)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'CONFLICT' });
});

test('the history lists every version with its value and editor, newest first', async () => {
  const { version } = await service.value(openSection, { name: 'creditCardExtra' }, editor('anna.berg'));
  await save(editor('bo.carlson'), version, 2_000);
  const all = await service.value(
    listSectionVersions,
    { name: 'creditCardExtra', before: null },
    editor('anna.berg'),
  );
  expect(all.map((each) => each.version)).toEqual([3, 2, 1]);
  expect([all[0]?.savedBy, all[2]?.savedBy]).toEqual(['bo.carlson', 'anna.berg']);
  expect(all[2]).toMatchObject({ value: { maxAmount: 1_000 }, reason: 'Fees of 2027' });
  const older = await service.value(
    listSectionVersions,
    { name: 'creditCardExtra', before: 3 },
    editor('anna.berg'),
  );
  expect(older.map((each) => each.version)).toEqual([2, 1]);
});

test('a change of prices needs a reason, whichever member of staff makes it', async () => {
  for (const role of ['COUNTY', 'TRIMIN'] as const) {
    const input = { name: 'escrow' as const, version: 0, value: { feeCode: 'F', chargeCode: 'C' } };
    const answer = await service.call(saveSection, { ...input, reason: '  ' }, editor('anna.berg', { role }));
    expect(answer).toEqual({ ok: false, code: 'INVALID_INPUT', fields: { reason: 'forms:required' } });
  }
  const news = { name: 'common' as const, version: 0, value: { contactName: 'Anna Berg' } };
  expect(await service.call(saveSection, news, editor('anna.berg'))).toMatchObject({ ok: true });
});

test('a section that breaks a rule of its page is refused, and the error names the field', async () => {
  const input = { name: 'escrow' as const, version: 0, value: { feeCode: 'F' }, reason: 'New codes' };
  expect(await service.call(saveSection, input, editor('anna.berg'))).toEqual({
    ...{ ok: false, code: 'INVALID_INPUT' },
    fields: { chargeCode: 'panel:requiredWithFeeCode' },
  });
});

test('the list of sections has every section of the county and nothing of another county', async () => {
  const here = await service.value(listSections, {}, editor('anna.berg'));
  expect(here.map(({ name }) => name)).toEqual([...sectionNames]);
  expect(here.find(({ name }) => name === 'creditCardExtra')).toMatchObject({ version: 3 });
  const abroad = editor('ben.cruz', { county: 'saipan', role: 'TRIMIN' });
  expect((await service.value(listSections, {}, abroad)).every(({ version }) => version === 0)).toBe(true);
  expect(await service.value(listSectionVersions, { name: 'creditCardExtra', before: null }, abroad)).toEqual(
    [],
  );
});

test.each(['ACCOUNT', 'USER', 'GUEST', 'ANONYMOUS'] as const)('%s cannot read any section', async (role) => {
  const actor = editor('somebody', { role });
  const notThere = { ok: false, code: 'NOT_FOUND' };
  expect(await service.call(listSections, {}, actor)).toEqual(notThere);
  expect(await service.call(openSection, { name: 'userAccess' }, actor)).toEqual(notThere);
  expect(await service.call(listSectionVersions, { name: 'userAccess', before: null }, actor)).toEqual(
    notThere,
  );
});
