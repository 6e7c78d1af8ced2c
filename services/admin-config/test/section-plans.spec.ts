import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CLOCK } from '@portal/infra/clock';
import { startServiceInProcess, systemActor, type RunningService } from '@portal/infra/rpc';
import { eventually, TestClock, testActor, testService, type TestService } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  getSections,
  listSectionVersions,
  openSection,
  saveCounty,
  saveSection,
} from '@portal/proto/rpc/admin-config';
import { listSectionPlans, planSection, withdrawSectionPlan } from '@portal/proto/rpc/section-plans';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { PlanApplier } from '../src/plans/plan.applier.js';
import { PlanRepository } from '../src/plans/plan.repository.js';
import { SectionWriter } from '../src/sections/section.writer.js';
import { tables } from '../src/tables.js';

const clock = new TestClock('2026-10-30T12:00:00Z');
let service: TestService;
let replica: RunningService;
beforeAll(async () => {
  const providers = [{ provide: CLOCK, useValue: clock }];
  service = await testService('admin-config', AdminConfigModule, { tables, providers });
  const module = { module: AdminConfigModule, providers };
  replica = await startServiceInProcess('admin-config', module, { config: service.config });
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

const clerk = (county: string, over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role: 'COUNTY', county, ...over });
/** Adds a separate county for each test. */
async function newCounty(timeZone = 'America/Chicago'): Promise<string> {
  const id = `c${randomUUID().slice(0, 8)}`;
  const county = { id, name: id, hosts: [`${id}.example`], origin: `https://${id}.example`, state: 'MN' };
  await service.value(saveCounty, { ...county, timeZone }, systemActor(id, 'launcher'));
  return id;
}
const plan = (county: string, over: object = {}, actor = clerk(county)) =>
  service.call(
    planSection,
    {
      ...{ id: randomUUID(), name: 'aLaCarte' as const, version: 0, value: { imageDocument: 500 } },
      ...{ date: '2027-01-01', time: '00:00', reason: 'Board resolution 14', ...over },
    },
    actor,
  );
const prices = async (county: string) =>
  (await service.value(getSections, { names: ['aLaCarte'] }, clerk(county)))[0];
const waitingForLocks = () =>
  service.tables.asAdmin(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
/** Sets the clock and lets both replicas apply plans, independent of their timers. */
const applyAt = async (instant: string): Promise<void> => {
  clock.set(instant);
  await Promise.all([service.running, replica].map((each) => each.get(PlanApplier).run()));
};

describe('a planned fee', () => {
  test('takes effect once, at its time in the county, even with two replicas; the history shows its reason and who planned it', async () => {
    const county = await newCounty();
    expect(await plan(county)).toMatchObject({
      ok: true,
      value: { effectiveAt: '2027-01-01T06:00:00.000Z', changes: { imageDocument: 500 }, state: 'PLANNED' },
    });
    await applyAt('2027-01-01T05:59:59Z');
    expect(await prices(county)).toMatchObject({ version: 0 });
    await applyAt('2027-01-01T06:00:00Z');
    expect(await prices(county)).toMatchObject({ version: 1, value: { imageDocument: 500 } });
    const history = await service.value(
      listSectionVersions,
      { name: 'aLaCarte', before: null },
      clerk(county),
    );
    expect(history).toMatchObject([{ version: 1, savedBy: 'anna.berg', reason: 'Board resolution 14' }]);
    expect(await service.value(listSectionPlans, {}, clerk(county))).toEqual([]);
  });

  test.each([
    ['an hour later if the clocks skip its time', '2027-03-14', '02:30', '2027-03-14T08:30:00.000Z'],
    ['the first time if its time comes twice', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  ])('takes effect %s', async (_, date, time, effectiveAt) => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    expect(await plan(county, { date, time })).toMatchObject({ ok: true, value: { effectiveAt } });
  });

  test('changes only its own fields and keeps other changes that were saved in the meantime', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    await plan(county);
    const value = { imageDocument: 300, searchByName: 200 };
    await service.value(saveSection, { name: 'aLaCarte', version: 0, value, reason: 'Now' }, clerk(county));
    await applyAt('2027-01-01T06:00:00Z');
    expect((await prices(county))?.value).toMatchObject({ imageDocument: 500, searchByName: 200 });
  });

  test('fails if the plan and a save together break a rule, even if the save is made while the plan is applied', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const save = (version: number, value: object) =>
      service.value(saveSection, { name: 'escrow', version, value, reason: 'Now' }, clerk(county));
    const reload = { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 5_000 };
    await save(0, reload);
    await plan(county, { name: 'escrow', version: 1, value: { ...reload, minReloadAmount: 4_000 } });
    const { current } = SectionWriter.prototype;
    let isSaved = false;
    const reading = jest.spyOn(SectionWriter.prototype, 'current').mockImplementation(async function (
      this: SectionWriter,
      tx,
      name,
    ) {
      const found = await current.call(this, tx, name);
      if (name !== 'escrow' || tx.countyId !== county || isSaved) return found;
      isSaved = true;
      await save(1, { ...reload, maxReloadAmount: 3_000 });
      return found;
    });
    await applyAt('2027-01-01T06:00:00Z').finally(() => reading.mockRestore());
    await applyAt('2027-01-01T06:00:01Z');
    expect((await service.value(getSections, { names: ['escrow'] }, clerk(county)))[0]?.value).toMatchObject({
      minReloadAmount: 1_000,
      maxReloadAmount: 3_000,
    });
    expect(await service.value(listSectionPlans, {}, clerk(county))).toMatchObject([{ state: 'FAILED' }]);
  });

  test('takes effect after the fees that were planned before it for the same time', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const ids = Array.from({ length: 4 }, () => randomUUID())
      .sort()
      .reverse();
    for (const [index, id] of ids.entries()) {
      clock.set(`2026-10-30T12:0${index}:00Z`);
      await plan(county, { id, value: { imageDocument: 100 + index } });
    }
    const planned = await service.value(listSectionPlans, {}, clerk(county));
    expect(planned.map(({ id }) => id)).toEqual(ids);
    clock.set('2027-01-01T06:00:00Z');
    await service.running.get(PlanApplier).run();
    expect(await prices(county)).toMatchObject({ version: 4, value: { imageDocument: 103 } });
  });

  test('waits until another replica has applied an earlier plan', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    for (const price of [101, 102]) {
      await plan(county, { value: { imageDocument: price } });
      clock.advance(60_000);
    }
    clock.set('2027-01-01T06:00:00Z');
    const applier = service.running.get(PlanApplier);
    let applied: Promise<number> | undefined;
    await service.database.withCounty(county, async (tx) => {
      await replica.get(PlanRepository).claimDue(tx, clock.now());
      applied = applier.run();
      await Promise.race([applied, eventually(async () => expect(await waitingForLocks()).not.toEqual([]))]);
    });
    await applied;
    await applier.run();
    expect(await prices(county)).toMatchObject({ version: 2, value: { imageDocument: 102 } });
  });

  test('changes nothing if it breaks a rule of its section when it should take effect, and is shown to staff as failed', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const reload = { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 5_000 };
    const save = (version: number, value: object) =>
      service.value(saveSection, { name: 'escrow', version, value, reason: 'Now' }, clerk(county));
    await save(0, reload);
    await plan(county, { name: 'escrow', version: 1, value: { ...reload, maxReloadAmount: 2_000 } });
    await save(1, { ...reload, minReloadAmount: 3_000 });
    await applyAt('2027-01-01T06:00:00Z');
    expect(await service.value(openSection, { name: 'escrow' }, clerk(county))).toMatchObject({ version: 2 });
    expect(await service.value(listSectionPlans, {}, clerk(county))).toMatchObject([
      { state: 'FAILED', changes: { maxReloadAmount: 2_000 } },
    ]);
  });

  test('takes effect even if a plan of another county cannot be applied', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const [broken, county] = [await newCounty(), await newCounty()];
    for (const each of [broken, county]) await plan(each);
    // an update may rename a section, and a plan of the section then has an unknown name
    const change = (what: string) =>
      service.tables.asAdmin(`UPDATE admin_config.section_plan SET ${what} WHERE county_id = $1`, [broken]);
    await change(`name = 'renamed'`);
    clock.set('2027-01-01T06:00:00Z');
    await service.running.get(PlanApplier).run();
    expect(await prices(county)).toMatchObject({ version: 1, value: { imageDocument: 500 } });
    expect(await prices(broken)).toMatchObject({ version: 0 });
    // ends the plan, so that no other test tries to apply it
    await change(`state = 'WITHDRAWN'`);
  });

  test('can be withdrawn before its time, but not after', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const [first, second] = [randomUUID(), randomUUID()];
    await plan(county, { id: first });
    await plan(county, { id: second, date: '2027-02-01', value: { imageDocument: 700 } });
    expect(await service.call(withdrawSectionPlan, { id: second }, clerk(county))).toEqual({
      ok: true,
      value: {},
    });
    expect(await service.call(withdrawSectionPlan, { id: second }, clerk(county))).toEqual({
      ok: true,
      value: {},
    });
    await applyAt('2027-03-01T00:00:00Z');
    expect((await prices(county))?.value).toMatchObject({ imageDocument: 500 });
    expect(await service.call(withdrawSectionPlan, { id: first }, clerk(county))).toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('is stored once if it is sent twice with the same id', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const id = randomUUID();
    const [first, again] = [await plan(county, { id }), await plan(county, { id })];
    expect(again).toEqual(first);
    expect(await service.value(listSectionPlans, {}, clerk(county))).toHaveLength(1);
  });

  test.each([
    ['for a time that has passed', { date: '2026-10-30', time: '06:59' }, { date: 'panel:planPast' }],
    ['for a time more than ten years ahead', { date: '2206-10-30' }, { date: 'panel:planTooFar' }],
    ['without a reason', { reason: ' ' }, { reason: 'forms:required' }],
    ['that changes nothing', { value: {} }, { body: 'panel:planUnchanged' }],
    [
      'that breaks a rule',
      { name: 'escrow', value: { feeCode: 'F' } },
      { chargeCode: 'panel:requiredWithFeeCode' },
    ],
  ])('%s is refused, and the error names the field', async (_, over, fields) => {
    clock.set('2026-10-30T12:00:00Z');
    expect(await plan(await newCounty(), over)).toEqual({ ok: false, code: 'INVALID_INPUT', fields });
  });

  test('is refused if 30 others already wait for the same time in the county', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const ids = Array.from({ length: 30 }, () => randomUUID());
    for (const id of ids) expect(await plan(county, { id })).toMatchObject({ ok: true });
    const fields = { date: 'panel:planTooMany?n=30' };
    expect(await plan(county)).toEqual({ ok: false, code: 'INVALID_INPUT', fields });
    expect(await plan(county, { time: '00:01' })).toMatchObject({ ok: true });
    expect(await plan(await newCounty())).toMatchObject({ ok: true });
    await service.value(withdrawSectionPlan, { id: ids[0] ?? '' }, clerk(county));
    expect(await plan(county)).toMatchObject({ ok: true });
  });

  test('is refused if the section has been saved again since the version on which the plan is based', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const input = { name: 'aLaCarte' as const, version: 0, value: { imageDocument: 1 }, reason: 'Now' };
    await service.value(saveSection, input, clerk(county));
    expect(await plan(county)).toMatchObject({ ok: false, code: 'CONFLICT' });
  });

  test('can be made only for pages of fees, by staff, and in their own county', async () => {
    clock.set('2026-10-30T12:00:00Z');
    const county = await newCounty();
    const id = randomUUID();
    expect(await plan(county, { name: 'common', value: { contactName: 'A' } })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await plan(county, {}, clerk(county, { role: 'ACCOUNT' }))).toMatchObject({ code: 'NOT_FOUND' });
    await plan(county, { id });
    const abroad = clerk(await newCounty());
    expect(await service.value(listSectionPlans, {}, abroad)).toEqual([]);
    expect(await service.call(withdrawSectionPlan, { id }, abroad)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
