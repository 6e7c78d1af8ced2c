import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually, testActor, type TestService } from '@portal/infra/testing';
import { reportCriteria } from '@portal/proto/http/reports';
import { listReportJobs, showReport, startReport, writeReport } from '@portal/proto/rpc/county-reports';
import * as z from 'zod/mini';
import { ReportService } from '../src/county-reports/report.service.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const account = randomUUID();
const now = new Date('2026-11-21T18:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
const asAdmin = (statement: string, values: readonly unknown[] = []) =>
  reports.tables.asAdmin(statement, [...values]);
/**
 * Adds lines of earlier purchases, as if their events arrived only now. Each purchase costs one dollar, paid from the
 * account's escrow.
 */
const addLines = (count: number) =>
  asAdmin(
    `INSERT INTO reports.activity
     SELECT 'lake', gen_random_uuid(), 0, '2026-11-02T12:00:00Z', 'PURCHASES', 'IMAGES', 'FIVE', 'u', $1, 'A1', 1, 100, 0, 0,
            -100
       FROM generate_series(1, $2::int)`,
    [account, count],
  );

beforeAll(async () => {
  started = await startReports(() => now, []);
  ({ reports } = started);
  await asAdmin(
    `INSERT INTO reports.customer
     VALUES ('lake', $1::text, 'Aurora Title', DEFAULT, 'A_LA_CARTE', 'ESCROW', now(), gen_random_uuid())`,
    [account],
  );
}, 60_000);
afterAll(() => started.close());
afterEach(async () => {
  armFailpoints(undefined);
  await asAdmin('TRUNCATE reports.activity, reports.carried_escrow, reports.report_job');
});

const staff = testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null });
const criteria = { fromDate: '11/01/2026', toDate: '11/21/2026' };
/** Does `work` when the code reaches a failpoint for the first time. @returns how often the code has reached it */
const whenFirstAt = (place: string, work: () => Promise<unknown>): (() => number) => {
  let reached = 0;
  armFailpoints(async (at) => {
    if (at === place && (reached += 1) === 1) await work();
  });
  return () => reached;
};

test('the balances and the total of a statement agree even if its lines are purged while it is read', async () => {
  await addLines(3);
  whenFirstAt('report-totaled', () =>
    asAdmin(
      `WITH gone AS (DELETE FROM reports.activity RETURNING account_id, escrow)
       INSERT INTO reports.carried_escrow SELECT 'lake', account_id, sum(escrow) FROM gone GROUP BY account_id`,
    ),
  );
  const asked = { report: 'STATEMENT', criteria: { ...criteria, accountName: 'Aurora Title' } } as const;
  const { total, balance } = await reports.value(showReport, asked, staff);
  expect([total.charged, balance]).toEqual([300, { opening: 0, closing: -300 }]);
});

test('a short file has its totals and its lines from one moment, even if lines never stop arriving', async () => {
  await addLines(3);
  armFailpoints(async (at) => {
    if (at === 'report-totaled') await addLines(1);
  });
  const asked = { report: 'USER', criteria: z.parse(reportCriteria, criteria) } as const;
  expect(await reports.call(writeReport, { ...asked, format: 'PDF' }, staff)).toMatchObject({ ok: true });
  const service = reports.running.get(ReportService);
  const allowed = await service.allow(staff, asked);
  if (!allowed.ok) throw new Error(allowed.code);
  const { summary, parts } = await service.whole(allowed.value);
  expect([summary.total.count, parts?.flat().length]).toEqual([4, 4]);
});

test('a job writes a workbook, which has no totals, even if lines never stop arriving', async () => {
  await addLines(12_000);
  armFailpoints(async (at) => {
    if (at === 'report-summed') await addLines(1);
  });
  await reports.value(startReport, { report: 'USER', format: 'XLSX', criteria }, staff);
  await eventually(async () => {
    const { jobs } = await reports.value(listReportJobs, {}, staff);
    expect(jobs[0]).toMatchObject({ state: 'READY', written: 12_001 });
  }, 60_000);
}, 90_000);

test('the file of a job is begun again if lines are removed after its totals were read', async () => {
  await addLines(12_000);
  const summed = whenFirstAt('report-summed', () =>
    asAdmin('DELETE FROM reports.activity WHERE fact IN (SELECT fact FROM reports.activity LIMIT 10)'),
  );
  await reports.value(startReport, { report: 'USER', format: 'PDF', criteria }, staff);
  await eventually(async () => {
    const { jobs } = await reports.value(listReportJobs, {}, staff);
    expect(jobs).toMatchObject([{ state: 'READY', written: 11_990 }]);
  }, 60_000);
  expect(summed()).toBe(2);
}, 90_000);

test('a job writes a PDF whose totals fit its lines, even if lines never stop arriving', async () => {
  await addLines(12_000);
  armFailpoints(async (at) => {
    if (at === 'report-totaled' || at === 'report-summed') await addLines(1);
  });
  await reports.value(startReport, { report: 'USER', format: 'PDF', criteria }, staff);
  await eventually(async () => {
    const { jobs } = await reports.value(listReportJobs, {}, staff);
    expect(jobs).toMatchObject([{ state: 'READY' }]);
  }, 60_000);
}, 90_000);
