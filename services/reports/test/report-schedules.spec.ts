import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CountySections } from '@portal/infra/county-config';
import { RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { eventually, testActor, type TestService } from '@portal/infra/testing';
import type { NewReportSchedule, ReportSchedule } from '@portal/proto/http/report-schedules';
import { reportCriteria } from '@portal/proto/http/reports';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  addReportSchedule,
  listReportJobs,
  listReportSchedules,
  openReportJob,
  removeReportSchedule,
} from '@portal/proto/rpc/county-reports';
import { readSheet } from 'read-excel-file/node';
import * as z from 'zod/mini';
import { ReportJobRemoval } from '../src/report-jobs/report-job.removal.js';
import { DueReports } from '../src/report-schedules/due-reports.js';
import { ReportScheduleRepository } from '../src/report-schedules/report-schedule.repository.js';
import { ReportScheduleWorker } from '../src/report-schedules/report-schedule.worker.js';
import { CountyStub } from './neighbours.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

/** A Monday in Lake County, at 9 in the morning. */
const MONDAY = '2026-11-23T15:00:00Z';
let now = new Date(MONDAY);
let started: ReportsUnderTest;
let reports: TestService;
let facts: RedisEventLog;
const asAdmin = <R extends object = object>(statement: string, values: readonly unknown[] = []) =>
  reports.tables.asAdmin<R>(statement, [...values]);

beforeAll(async () => {
  started = await startReports(() => now, []);
  ({ reports } = started);
  const { redisUrl, redisNamespace: namespace } = reports.config;
  facts = new RedisEventLog({ redisUrl, namespace, log: openLog('identity') });
  // adds a purchase at noon of each day
  await asAdmin(
    `INSERT INTO reports.activity SELECT 'lake', gen_random_uuid(), 0, day, 'PURCHASES', 'IMAGES', 'FIVE', 'u', $1,
            to_char(day, 'YYYY-MM-DD'), 1, 100, 0, 0, -100
       FROM generate_series(timestamptz '2026-10-01T18:00:00Z', '2026-12-31T18:00:00Z', interval '1 day') AS day`,
    [randomUUID()],
  );
}, 60_000);
afterAll(async () => {
  await facts.close();
  await started.close();
});
afterEach(async () => {
  now = new Date(MONDAY);
  for (const table of ['report_schedule', 'report_job', 'outbox'])
    await asAdmin(`DELETE FROM reports.${table}`);
});

const staff = testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null });
const asked = (over: Partial<NewReportSchedule> = {}) => ({
  ...({ report: 'USER', format: 'XLSX', interval: 'DAILY', day: 1, hour: 6, criteria: {} } as const),
  ...over,
});
const add = (over: Partial<NewReportSchedule> = {}, actor: Actor = staff) =>
  reports.call(addReportSchedule, asked(over), actor);
const schedules = async (actor: Actor = staff): Promise<ReportSchedule[]> =>
  (await reports.value(listReportSchedules, {}, actor)).schedules;
const turn = () => reports.running.get(ReportScheduleWorker).run();
const jobs = async (actor: Actor = staff) => (await reports.value(listReportJobs, {}, actor)).jobs;
const told = () =>
  asAdmin<{ payload: { user: string; report: string; written?: boolean } }>(
    `SELECT payload FROM reports.outbox WHERE type = 'reports.scheduled-report-ended.v1' ORDER BY id`,
  );
/** Saves the county's switches of reports. */
const saveSwitches = (value: object): void => {
  const stub = started.neighbours.at(-1)?.get(CountyStub);
  if (!stub) throw new Error('no stand-in for admin-config');
  const version = stub.reports.version + 1;
  stub.reports = { version, value };
  reports.running.get(CountySections).expect('lake', 'reports', version);
};
/** Adds jobs as if schedules of `staff` had begun them. */
const addJob = ({ state, expiresAt, count = 1 }: { state: string; expiresAt: string; count?: number }) =>
  asAdmin(
    `INSERT INTO reports.report_job (county_id, id, owner_id, owner_role, report, format, criteria, state, lines,
                                     started_at, expires_at, lease_until, schedule)
     SELECT 'lake', gen_random_uuid(), $1, 'COUNTY', 'USER', 'PDF', $2, $3, 1,
            timestamptz '2026-11-16T12:00:00Z' + n * interval '1 hour', $4, 'infinity', gen_random_uuid()
       FROM generate_series(1, $5::int) AS n`,
    [staff.user, JSON.stringify(z.parse(reportCriteria, {})), state, expiresAt, count],
  );
const ready = (count: number) =>
  eventually(async () => {
    const found = await jobs();
    expect(found.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'READY'));
    return found;
  }, 30_000);

describe('a scheduled report', () => {
  test('is written at its time, covers the days before, is kept for a week, and is announced once', async () => {
    await add({ interval: 'WEEKLY', day: 2, hour: 6 });
    expect((await schedules())[0]).toMatchObject({ nextAt: '2026-11-24T12:00:00.000Z', interval: 'WEEKLY' });
    await turn();
    expect(await jobs()).toEqual([]);
    now = new Date('2026-11-24T12:00:30Z');
    await turn();
    const [job] = await ready(1);
    expect(job).toMatchObject({ fromDate: '11/17/2026', toDate: '11/23/2026', lines: 7 });
    expect(job?.expiresAt).toBe('2026-12-01T12:00:30.000Z');
    const { objectKey } = await reports.value(openReportJob, { job: job?.id ?? '' }, staff);
    expect(await readSheet(await started.objects.get(objectKey))).toHaveLength(8);
    expect((await told()).map(({ payload }) => payload)).toEqual([
      { user: staff.user, report: 'USER', written: true },
    ]);
    expect((await schedules())[0]?.nextAt).toBe('2026-12-01T12:00:00.000Z');
  }, 60_000);

  test('is begun only once even if several processes try, or if several of its times were missed', async () => {
    await add();
    now = new Date('2026-11-27T18:00:00Z');
    await Promise.all([turn(), turn(), turn()]);
    await turn();
    const [job] = await ready(1);
    expect(job).toMatchObject({ fromDate: '11/26/2026', toDate: '11/26/2026' });
    expect((await schedules())[0]?.nextAt).toBe('2026-11-28T12:00:00.000Z');
  }, 60_000);

  test('is begun even if a hundred schedules that are longer overdue fail each time', async () => {
    await asAdmin(
      `INSERT INTO reports.report_schedule (county_id, id, owner_id, owner_role, report, format, criteria, interval, day,
                                            hour, next_at, added_at)
       SELECT 'lake', gen_random_uuid(), 'failing', 'COUNTY', 'USER', 'XLSX', '{}', 'DAILY', 1, 6, $1, $1
         FROM generate_series(1, 100)`,
      ['2026-11-20T12:00:00Z'],
    );
    await add();
    const due = reports.running.get(DueReports);
    const begin = due.begin.bind(due);
    const tried: string[] = [];
    const failing = jest.spyOn(due, 'begin').mockImplementation(async (county, schedule, at) => {
      tried.push(schedule.owner);
      if (schedule.owner === 'failing') throw new Error('this report cannot be begun');
      return begin(county, schedule, at);
    });
    now = new Date('2026-11-24T12:00:30Z');
    for (let minute = 0; minute < 2; minute += 1) {
      await turn();
      now = new Date(now.getTime() + 30_000);
    }
    expect(tried.filter((owner) => owner === staff.user)).toHaveLength(1);
    // each failing schedule is tried again after a minute, then after two more
    tried.length = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      now = new Date(now.getTime() + 60_000);
      await turn();
    }
    expect(tried).toHaveLength(200);
    failing.mockRestore();
    now = new Date(now.getTime() + 240_000);
    await turn();
    const left = await asAdmin(
      `SELECT 1 FROM reports.report_schedule WHERE next_at <= $1 OR failures > 0 OR retry_at IS NOT NULL`,
      [now],
    );
    expect(left).toEqual([]);
  }, 60_000);

  test('is begun even if the schedules of another county cannot be read', async () => {
    await add();
    await add({}, { ...staff, county: 'saipan' });
    const repository = reports.running.get(ReportScheduleRepository);
    const listDue = repository.listDue.bind(repository);
    const broken = jest.spyOn(repository, 'listDue').mockImplementation(async (tx, at) => {
      if (tx.countyId === 'lake') throw new Error('the schedules cannot be read');
      return listDue(tx, at);
    });
    now = new Date('2026-11-24T22:00:30Z');
    await expect(turn()).rejects.toThrow('counties whose due reports were not begun');
    broken.mockRestore();
    const next = await asAdmin<{ county: string; isNext: boolean }>(
      'SELECT county_id AS county, next_at > $1 AS "isNext" FROM reports.report_schedule ORDER BY county_id',
      [now],
    );
    expect(next).toEqual([
      { county: 'lake', isNext: false },
      { county: 'saipan', isNext: true },
    ]);
  });

  test('is reported as not written if servers were unavailable for a week', async () => {
    await addJob({ state: 'WRITING', expiresAt: '2026-11-23T14:59:59Z' });
    await reports.running.get(ReportJobRemoval).removeOld();
    expect(await jobs()).toEqual([]);
    expect((await told()).map(({ payload }) => payload)).toEqual([{ user: staff.user, report: 'USER' }]);
  });

  test('is reported as not written while the county has switched the report off, and is written again afterward', async () => {
    await add();
    saveSwitches({ auditUsersReport: false });
    now = new Date('2026-11-24T12:00:30Z');
    await turn();
    await turn();
    expect(await jobs()).toEqual([]);
    expect((await told()).map(({ payload }) => payload)).toEqual([{ user: staff.user, report: 'USER' }]);
    expect(await schedules()).toHaveLength(1);
    saveSwitches({});
    now = new Date('2026-11-25T12:00:30Z');
    await turn();
    expect((await ready(1))[0]).toMatchObject({ fromDate: '11/24/2026' });
  }, 60_000);

  test('is reported as not written if its account was renamed, and is tried again at its next time', async () => {
    await add();
    await asAdmin(
      `UPDATE reports.report_schedule SET criteria = criteria || '{"accountName": "An account that was renamed"}'`,
    );
    now = new Date('2026-11-24T12:00:30Z');
    await turn();
    await turn();
    expect(await jobs()).toEqual([]);
    expect((await told()).map(({ payload }) => payload)).toEqual([{ user: staff.user, report: 'USER' }]);
    expect((await schedules())[0]?.nextAt).toBe('2026-11-25T12:00:00.000Z');
  });
});

/** @returns the id of the event */
const tellUserChanged = async (
  payload: { user: string | null; role: string; status: string },
  sequence = 1,
): Promise<string> => {
  const id = randomUUID();
  const aggregate = `user:${payload.user}`;
  await facts.publish([
    {
      ...{ topic: 'identity', key: aggregate },
      body: JSON.stringify({
        ...{ id, type: 'identity.user-changed.v1', version: 1, county: 'lake', aggregate },
        ...{ sequence, time: new Date().toISOString(), correlationId: 'test' },
        payload: { account: '', username: 'somebody', ...payload },
      }),
    },
  ]);
  return id;
};
const applied = (fact: string) =>
  eventually(async () => {
    const known = await asAdmin(
      `SELECT 1 FROM reports.inbox WHERE event_id = $1 AND consumer = 'report-schedules'`,
      [fact],
    );
    expect(known).toHaveLength(1);
  }, 10_000);

describe('the rules for schedules', () => {
  test('S9 allow only staff to have schedules, and nobody to see or remove the schedules of others', async () => {
    const account = testActor({ user: randomUUID(), role: 'ACCOUNT', account: randomUUID() });
    expect(await add({}, account)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await reports.call(listReportSchedules, {}, account)).toMatchObject({ code: 'NOT_FOUND' });
    await add();
    const [own] = await schedules();
    const remove = (actor: Actor) => reports.call(removeReportSchedule, { schedule: own?.id ?? '' }, actor);
    for (const other of [
      { ...staff, user: randomUUID() },
      { ...staff, county: 'saipan' },
    ]) {
      expect(await schedules(other)).toEqual([]);
      expect(await remove(other)).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await remove(staff)).toMatchObject({ ok: true });
    expect(await schedules()).toEqual([]);
  });

  test('allow a user at most ten schedules, and none with invalid settings', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, hour) => add({ hour })));
    expect(all.filter((each) => !each.ok)).toMatchObject([
      { code: 'TOO_MANY_REQUESTS' },
      { code: 'TOO_MANY_REQUESTS' },
    ]);
    expect(await schedules()).toHaveLength(10);
    expect(await add({ report: 'ACCOUNT_TYPE' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await add({ interval: 'WEEKLY', day: 8 })).toMatchObject({ code: 'INVALID_INPUT' });
    const unknown = { criteria: { accountName: 'No such account' } } as unknown as Partial<NewReportSchedule>;
    expect(await add(unknown)).toMatchObject({ fields: { accountName: 'report-forms:unknownAccount' } });
  });

  test.each([
    ['has left the office', { role: 'USER', status: 'A' }],
    ['was deactivated', { role: 'COUNTY', status: 'I' }],
  ])('S9 end the schedules of somebody who %s', async (_, payload) => {
    const other = { ...staff, user: randomUUID() };
    await add();
    await add({}, other);
    await tellUserChanged({ user: other.user, ...payload });
    await eventually(async () => expect(await schedules(other)).toEqual([]), 10_000);
    expect(await schedules()).toHaveLength(1);
  });

  test.each([
    ['leaves the office', { role: 'USER', status: 'A' }],
    ['is deactivated', { role: 'COUNTY', status: 'I' }],
  ])(
    'S9 keep a report from being written or announced if its owner %s before the report is due',
    async (_, payload) => {
      const clerk = { ...staff, user: randomUUID() };
      await add({}, clerk);
      await add();
      await applied(await tellUserChanged({ user: clerk.user, ...payload }));
      now = new Date('2026-11-24T12:00:30Z');
      await turn();
      await ready(1);
      expect((await told()).map(({ payload: { user } }) => user)).toEqual([staff.user]);
      expect(await jobs(clerk)).toEqual([]);
      const former = { ...clerk, role: 'USER' as const };
      expect(await reports.call(listReportSchedules, {}, former)).toMatchObject({ code: 'NOT_FOUND' });
      // a user who comes back to the office finds no schedule and may add one
      await applied(await tellUserChanged({ user: clerk.user, role: 'COUNTY', status: 'A' }, 2));
      expect(await schedules(clerk)).toEqual([]);
      now = new Date('2026-11-25T12:00:30Z');
      await turn();
      await ready(2);
      expect(await jobs(clerk)).toEqual([]);
      expect(await add({}, clerk)).toMatchObject({ ok: true });
    },
    60_000,
  );

  test('keep the schedules of an active user if the event of an earlier deactivation arrives late', async () => {
    const clerk = { ...staff, user: randomUUID() };
    await add({}, clerk);
    await applied(await tellUserChanged({ user: clerk.user, role: 'COUNTY', status: 'A' }, 2));
    await applied(await tellUserChanged({ user: clerk.user, role: 'COUNTY', status: 'I' }, 1));
    expect(await schedules(clerk)).toHaveLength(1);
    await tellUserChanged({ user: clerk.user, role: 'COUNTY', status: 'I' }, 3);
    await eventually(async () => expect(await schedules(clerk)).toEqual([]), 10_000);
  });

  test('show a user all 70 files that ten daily schedules produce in a week', async () => {
    await addJob({ state: 'READY', expiresAt: '2026-12-01T12:00:00Z', count: 70 });
    expect(await jobs()).toHaveLength(70);
  });

  test('let a COUNTY user who becomes TRIMIN still open the reports of schedules made before the change', async () => {
    const clerk = { ...staff, user: randomUUID() };
    await add({}, clerk);
    const promoted = { ...clerk, role: 'TRIMIN' as const };
    await tellUserChanged({ user: clerk.user, role: 'TRIMIN', status: 'A' });
    const roles = () => asAdmin('SELECT owner_role AS role FROM reports.report_schedule');
    await eventually(async () => expect(await roles()).toEqual([{ role: 'TRIMIN' }]), 10_000);
    now = new Date('2026-11-24T12:00:30Z');
    await turn();
    const [job] = await eventually(async () => {
      const found = await jobs(promoted);
      expect(found.map(({ state }) => state)).toEqual(['READY']);
      return found;
    }, 30_000);
    expect(await reports.call(openReportJob, { job: job?.id ?? '' }, promoted)).toMatchObject({ ok: true });
  }, 60_000);
});
