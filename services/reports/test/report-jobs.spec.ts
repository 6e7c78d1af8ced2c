import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { StoreAway } from '@portal/infra/storage';
import { eventually, testActor, type TestService } from '@portal/infra/testing';
import type { ReportFormat, ReportJob } from '@portal/proto/http/report-jobs';
import { reportCriteria, type ReportName } from '@portal/proto/http/reports';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  listReportJobs,
  openReportJob,
  removeReportJob,
  startReport,
  writeReport,
} from '@portal/proto/rpc/county-reports';
import { readSheet } from 'read-excel-file/node';
import * as z from 'zod/mini';
import { ReportJobRemoval } from '../src/report-jobs/report-job.removal.js';
import { ReportJobWorker } from '../src/report-jobs/report-job.worker.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const LINES = 12_000;
const account = randomUUID();
let now = new Date('2026-11-21T18:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
const asAdmin = <R extends object = object>(statement: string, values: readonly unknown[] = []) =>
  reports.tables.asAdmin<R>(statement, [...values]);

beforeAll(async () => {
  started = await startReports(() => now, []);
  ({ reports } = started);
  await asAdmin(
    `INSERT INTO reports.activity SELECT 'lake', gen_random_uuid(), 0, timestamptz '2026-11-02T12:00:00Z' + n * interval '1 minute',
            'PURCHASES', 'IMAGES', 'FIVE', 'u' || n % 7, $1, 'A' || n, 1, 100, 0, 0, -100
       FROM generate_series(1, $2::int) AS n`,
    [account, LINES],
  );
}, 60_000);
afterAll(() => started.close());
afterEach(async () => {
  armFailpoints(undefined);
  await asAdmin('DELETE FROM reports.report_job');
  for (const key of await keys()) await started.objects.remove(key);
  now = new Date('2026-11-21T18:00:00Z');
});

const staff = testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null });
const everyLine = { fromDate: '11/01/2026', toDate: '11/21/2026' };
/** The lines of the first day. Most tests are about the job and not about the size of its file. */
const criteria = { fromDate: '11/01/2026', toDate: '11/02/2026' };
const FEW_LINES = 18 * 60 - 1;
interface Wanted {
  readonly format?: ReportFormat;
  readonly report?: ReportName;
  readonly criteria?: typeof criteria;
}
const start = (actor: Actor = staff, over: Wanted = {}) =>
  reports.call(startReport, { report: 'USER', format: 'XLSX', criteria, ...over }, actor);
const list = async (actor: Actor = staff): Promise<ReportJob[]> =>
  (await reports.value(listReportJobs, {}, actor)).jobs;
const ready = (actor: Actor = staff): Promise<ReportJob> =>
  eventually(async () => {
    const [job] = await list(actor);
    if (job?.state !== 'READY') throw new Error(`the job is ${job?.state ?? 'gone'}`);
    return job;
  }, 60_000);
const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of started.objects.list('lake/reports/')) found.push(key);
  return found;
};
const stored = async () => {
  const [job] = await asAdmin<{ account: string }>('SELECT owner_account AS account FROM reports.report_job');
  if (!job) throw new Error('no job');
  return job;
};
const fetched = async (job: ReportJob, actor: Actor = staff): Promise<Buffer> =>
  started.objects.get((await reports.value(openReportJob, { job: job.id }, actor)).objectKey);
/** Stops the writer at a failpoint in the middle of a file. */
const stopAt = (place: string) => {
  let go: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (go = resolve));
  let reached = 0;
  armFailpoints((at) => (at === place && (reached += 1) === 1 ? wait : undefined));
  return { reached: () => eventually(() => expect(reached).toBeGreaterThan(0), 30_000), go };
};

describe('a report that is too big to wait for', () => {
  test('is refused at once, and a job writes it as a workbook with all its lines', async () => {
    const asked = { report: 'USER', criteria: everyLine, format: 'XLSX' } as const;
    expect(await reports.call(writeReport, asked, staff)).toMatchObject({ code: 'REPORT_TOO_LONG' });
    expect(await start(staff, { criteria: everyLine })).toMatchObject({ ok: true });
    const job = await ready();
    expect(job).toMatchObject({ lines: LINES, written: LINES, report: 'USER', format: 'XLSX' });
    expect(job.expiresAt).toBe('2026-11-24T18:00:00.000Z');
    const rows = await readSheet(await fetched(job));
    expect(rows).toHaveLength(LINES + 1);
    expect(rows[1]?.slice(5)).toEqual(['A1', 1, 1, 0, 0]);
  }, 90_000);

  test('can be a tagged PDF of hundreds of pages', async () => {
    await start(staff, { format: 'PDF', criteria: everyLine });
    const pdf = await PDFDocument.load(await fetched(await ready()), { updateMetadata: false });
    expect(pdf.getTitle()).toMatch(/^User report – /);
    expect(pdf.getPageCount()).toBeGreaterThan(300);
  }, 90_000);

  test('shows its progress to its owner', async () => {
    const stop = stopAt('report-job-lines');
    await start(staff, { criteria: everyLine });
    await stop.reached();
    expect((await list())[0]).toMatchObject({ state: 'WRITING', written: 5_000, lines: LINES });
    stop.go();
    await ready();
  }, 90_000);

  test('is refused while three jobs of the user are in progress', async () => {
    const stop = stopAt('report-job-lines');
    for (let count = 0; count < 3; count += 1) expect(await start()).toMatchObject({ ok: true });
    expect(await start()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    stop.go();
    for (const { id } of await list()) await reports.value(removeReportJob, { job: id }, staff);
  }, 90_000);
});

describe('a report job that is canceled halfway', () => {
  test('leaves no row, no file and no part of a file', async () => {
    const stop = stopAt('report-job-lines');
    await start(staff, { criteria: everyLine });
    await stop.reached();
    const [job] = await list();
    await reports.value(removeReportJob, { job: job?.id ?? '' }, staff);
    stop.go();
    await reports.running.get(ReportJobWorker).workOn('lake');
    expect(await list()).toEqual([]);
    await eventually(async () => expect(await keys()).toEqual([]), 10_000);
  }, 60_000);
});

describe('the rights to a report job', () => {
  test('S9 do not let another user, even of the same office, see, download or cancel the job', async () => {
    await start();
    const job = await ready();
    const other = { ...staff, user: randomUUID() };
    expect(await list(other)).toEqual([]);
    for (const contract of [openReportJob, removeReportJob])
      expect(await reports.call(contract, { job: job.id }, other)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await reports.call(openReportJob, { job: job.id }, { ...staff, county: 'saipan' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await list()).toHaveLength(1);
  }, 60_000);

  test('S9 do not let a user download the file after the user has lost the right to it or moved to another account', async () => {
    await start();
    const job = await ready();
    for (const over of [{ role: 'USER' }, { role: 'ACCOUNT', account: randomUUID() }] as const)
      expect(await reports.call(openReportJob, { job: job.id }, { ...staff, ...over })).toMatchObject({
        code: 'NOT_FOUND',
      });
  }, 60_000);

  test('S9 give an account’s administrator only the lines of the account, and give other roles no job', async () => {
    const owner = testActor({ user: randomUUID(), role: 'ACCOUNT', account });
    expect(await start(testActor({ user: randomUUID(), role: 'USER' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await start(owner, { format: 'PDF', report: 'ACCOUNT_TYPE' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await start(testActor({ user: owner.user, role: 'ACCOUNT', account: randomUUID() }));
    expect(
      await readSheet(await fetched(await ready(owner), { ...owner, account: (await stored()).account })),
    ).toHaveLength(1);
  }, 60_000);
});

test('a report file is removed after three days, and a file that a killed process left is removed in the next round', async () => {
  await start();
  const job = await ready();
  await started.objects.put(`lake/reports/${randomUUID()}/left.pdf`, Buffer.from('%PDF'));
  await reports.running.get(ReportJobRemoval).removeOld();
  expect(await keys()).toEqual([expect.stringContaining(job.id)]);
  now = new Date('2026-11-24T18:00:01Z');
  await reports.running.get(ReportJobRemoval).removeOld();
  expect([await keys(), await list()]).toEqual([[], []]);
}, 60_000);

test('old reports of a county are removed even if the reports of the previous county cannot be removed', async () => {
  const left = `saipan/reports/${randomUUID()}/left.pdf`;
  await started.objects.put(left, Buffer.from('%PDF'));
  // the name of this folder is not the id of a job
  await started.objects.put('lake/reports/foreign/left.pdf', Buffer.from('%PDF'));
  await expect(reports.running.get(ReportJobRemoval).removeOld()).rejects.toThrow('old reports stay');
  expect(await started.objects.find(left)).toBeUndefined();
});

test('a round of work writes the report of a new job even if the reports of older jobs of the county cannot be written', async () => {
  await asAdmin(
    `INSERT INTO reports.report_job (county_id, id, owner_id, owner_role, report, format, criteria, state, lines,
                                     started_at, expires_at)
     SELECT 'lake', gen_random_uuid(), 'u' || n, 'COUNTY', 'USER', 'XLSX', $1, 'WRITING', 1, $2, $3
       FROM generate_series(1, 4) AS n`,
    [
      JSON.stringify({ ...z.parse(reportCriteria, {}), ...criteria }),
      '2026-11-21T12:00:00Z',
      '2026-11-28T12:00:00Z',
    ],
  );
  let faults = 0;
  armFailpoints((at) => {
    if (at !== 'report-job-lines' || faults === 4) return undefined;
    faults += 1;
    return Promise.reject(new StoreAway('the object store is away'));
  });
  await asAdmin(
    `INSERT INTO reports.report_job SELECT county_id, gen_random_uuid(), owner_id, owner_role, owner_account, report,
            format, criteria, state, lines, written, tries, object_key, size, $1, expires_at
       FROM reports.report_job WHERE owner_id = 'u1'`,
    [now],
  );
  const turn = reports.running.get(ReportJobWorker).workOn('lake');
  await expect(turn).rejects.toThrow('the object store is away');
  expect(faults).toBe(4);
  // only the new job is checked, because the service may have written older reports in its own round meanwhile
  expect(await asAdmin('SELECT state FROM reports.report_job WHERE started_at = $1', [now])).toEqual([
    { state: 'READY' },
  ]);
}, 90_000);

test('a job that fails because a server is unavailable is repeated until it succeeds', async () => {
  let faults = 7;
  armFailpoints((at) =>
    at === 'report-job-lines' && faults-- > 0
      ? Promise.reject(new StoreAway('the object store is away'))
      : undefined,
  );
  await start();
  await eventually(async () => {
    await reports.running
      .get(ReportJobWorker)
      .workOn('lake')
      .catch(() => undefined);
    expect(faults).toBeLessThanOrEqual(0);
  }, 30_000);
  expect(await readSheet(await fetched(await ready()))).toHaveLength(FEW_LINES + 1);
}, 90_000);

test('a finished file stays if the connection is lost before the database confirms the end of the job', async () => {
  armFailpoints((at) =>
    at === 'report-job-ready' ? Promise.reject(new StoreAway('the answer is lost')) : undefined,
  );
  await start();
  await reports.running
    .get(ReportJobWorker)
    .workOn('lake')
    .catch(() => undefined);
  const job = await ready();
  await reports.running.get(ReportJobRemoval).removeOld();
  expect(await readSheet(await fetched(job))).toHaveLength(FEW_LINES + 1);
}, 90_000);

describe('a report job whose process stops', () => {
  test.each(['report-job-lines', 'report-job-written'])(
    'is written once by another process if the first process stops at %s',
    async (place) => {
      const stop = stopAt(place);
      await start(staff, { criteria: everyLine });
      await stop.reached();
      // the process does not continue, and its lease ends
      await asAdmin(`UPDATE reports.report_job SET lease_until = '-infinity'`);
      await reports.running.get(ReportJobWorker).workOn('lake');
      const job = await ready();
      // the stopped process continues, but changes nothing
      stop.go();
      expect(await readSheet(await fetched(job))).toHaveLength(LINES + 1);
      await eventually(async () => {
        await reports.running.get(ReportJobRemoval).removeOld();
        expect(await keys()).toHaveLength(1);
      }, 10_000);
      expect(await list()).toMatchObject([{ id: job.id, state: 'READY' }]);
    },
    90_000,
  );

  test('can be continued by another process at once if its own process shuts down normally', async () => {
    const stop = stopAt('report-job-lines');
    await start(staff, { criteria: everyLine });
    await stop.reached();
    reports.running.get(ReportJobWorker).onModuleDestroy();
    stop.go();
    await eventually(async () => {
      const rows = await asAdmin(
        `SELECT 1 FROM reports.report_job WHERE state = 'WRITING' AND lease_until = '-infinity'`,
      );
      expect(rows).toHaveLength(1);
    }, 10_000);
    expect(await keys()).toEqual([]);
  }, 90_000);
});
