import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import { eventually, withProductDatabase } from '@portal/infra/testing';
import type { ReportJobs } from '@portal/proto/http/report-jobs';
import type { OfferedReports, ReportPage } from '@portal/proto/http/reports';
import { readSheet } from 'read-excel-file/node';
import { contentOf, Visitor } from './portal.js';
import { searchSamples } from './search-samples.js';

let clerk: Visitor;
let owner: Visitor;
let today: string;
/** Today's date in the demo county. */
const range = () => ({ fromDate: today, toDate: today });
const page = (report: string, over: object = {}, visitor = clerk) =>
  contentOf<ReportPage>(visitor.post('report/page', { report, ...range(), ...over }));

beforeAll(async () => {
  [clerk, owner] = await Promise.all([Visitor.signedIn('demo.county'), Visitor.signedIn('demo.account')]);
  today = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: 'America/Chicago', year: 'numeric', month: '2-digit', day: '2-digit' },
  }).format(new Date());
  // searches once, so that each report has a line
  expect((await owner.post('search/searchByName', searchSamples.searchByName)).envelope.ok).toBe(true);
});

test('each role is offered its own reports', async () => {
  const offered = async (visitor: Visitor) =>
    (await contentOf<OfferedReports>(visitor.get('report/offered'))).reports.map(({ report }) => report);
  expect(await offered(clerk)).toEqual(['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE']);
  expect(await offered(owner)).toEqual(['STATEMENT', 'ACCOUNT', 'USER']);
});

test('a user’s action is listed in the user report within seconds', async () => {
  await eventually(async () => {
    const { rows } = await page('USER', { username: 'demo.account', orderBy: 'timestamp' });
    expect(rows.map(({ log }) => log)).toEqual(expect.arrayContaining(['SIGN_IN', 'SEARCHES']));
  }, 20_000);
});

describe('a report as a file', () => {
  test.each([
    ['B11-24', 'userReport', 'UserReport.pdf'],
    ['B11-25', 'accountReport', 'AccountReport.pdf'],
    ['B11-26', 'statementReport', 'StatementReport.pdf'],
    ['B11-27', 'accountTypeReport', 'AccountTypeReport.pdf'],
  ])('%s %s returns a PDF that another library can open', async (_id, route, name) => {
    const reply = await clerk.post(`report/${route}`, range());
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toContain(`filename="${name}"`);
    expect((await PDFDocument.load(reply.body, { updateMetadata: false })).getPageCount()).toBeGreaterThan(0);
  });

  test.each([
    ['B11-28', 'userExport', 'UserReportExport.xlsx'],
    ['B11-29', 'accountExport', 'AccountReport.xlsx'],
    ['B11-30', 'statementExport', 'StatementReportExport.xlsx'],
  ])('%s %s returns a workbook with real numbers and dates', async (_id, route, name) => {
    const reply = await clerk.post(`report/${route}`, { ...range(), fromDate: `01/01/${today.slice(6)}` });
    expect(reply.headers['content-disposition']).toContain(`filename="${name}"`);
    const [head, ...rows] = await readSheet(reply.body);
    expect(head?.slice(0, 3)).toEqual(['Date and time', 'User', 'Account']);
    for (const row of rows) {
      expect(row[0]).toBeInstanceOf(Date);
      expect(row.slice(6).map((value) => typeof value)).toEqual(['number', 'number', 'number', 'number']);
    }
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('the report routes', () => {
  test.each([
    ['B11-14', { fromDate: '' }, 'fromDate'],
    ['B11-16', { fromDate: '11/02/2025', toDate: '11/01/2025' }, 'toDate'],
    ['B11-18', { fromHour: '13' }, 'fromHour'],
    ['B11-17', { toMinute: '60' }, 'toMinute'],
    ['B11-22', { accountName: 'No such account' }, 'accountName'],
  ])('%s refuse %j with an error at the field, on screen, as PDF and as Excel', async (_id, over, field) => {
    for (const route of ['report/page', 'report/userReport', 'report/userExport']) {
      const reply = await clerk.post(route, { report: 'USER', ...range(), ...over });
      expect([route, reply.status]).toEqual([route, 422]);
      expect(Object.keys(reply.envelope.fields ?? {})).toEqual([field]);
    }
  });

  test('B11-04 offer an account administrator no account type report, and other users no report at all', async () => {
    expect((await owner.post('report/accountTypeReport', range())).status).toBe(404);
    expect((await owner.post('report/page', { report: 'ACCOUNT_TYPE', ...range() })).status).toBe(404);
    const user = await Visitor.signedIn('demo.escrow');
    for (const route of ['page', 'userReport', 'statementExport'])
      expect((await user.post(`report/${route}`, { report: 'USER', ...range() })).status).toBe(404);
  });

  test('return to account administrators only lines of their account, and refuse the names of other accounts and users', async () => {
    await Visitor.signedIn('demo.invoice');
    const other = { accountName: 'Demo Invoice', username: 'demo.invoice' };
    await eventually(async () => {
      const { rows } = await page('USER', { ...other, logInformation: 'ALL' });
      expect(rows.map(({ accountName }) => accountName)).toContain('Demo Invoice');
    }, 20_000);
    for (const report of ['USER', 'ACCOUNT', 'STATEMENT']) {
      const { rows } = await page(report, { dataSource: 'ONE', logInformation: 'ALL' }, owner);
      expect(new Set(rows.map(({ accountName }) => accountName))).toEqual(new Set(['Demo Escrow']));
      expect(rows.map(({ log }) => log)).not.toContain('ADMINISTRATION');
      for (const [field, name] of Object.entries(other)) {
        const reply = await owner.post('report/page', { report, ...range(), [field]: name });
        expect([report, reply.status, Object.keys(reply.envelope.fields ?? {})]).toEqual([
          report,
          422,
          [field],
        ]);
      }
    }
  });

  test('return an empty report for a range without lines', async () => {
    const { rows, total } = await page('USER', { fromDate: '01/01/2026', toDate: '01/01/2026' });
    expect([rows, total.count]).toEqual([[], 0]);
    expect(
      (await clerk.post('report/userReport', { fromDate: '01/01/2026', toDate: '01/01/2026' })).status,
    ).toBe(200);
  });
});

describe('a report that is too long to wait for', () => {
  // no other test reads this day, which is long ago
  const day = { fromDate: '05/01/2019', toDate: '05/01/2019' };
  const withLines = (statement: string) =>
    withProductDatabase(process.env.PORTAL_DATA ?? '', (client) =>
      client.query(statement).then(() => undefined),
    );
  const jobsOf = async (visitor: Visitor) =>
    (await contentOf<ReportJobs>(visitor.get('report/jobs'))).jobs.filter(
      ({ fromDate }) => fromDate === day.fromDate,
    );
  beforeAll(() =>
    withLines(`INSERT INTO reports.activity SELECT 'lake', gen_random_uuid(), 0, '2019-05-01T12:00:00Z', 'SIGN_IN',
      'SIGNED_IN', 'FIVE', 'u1', '', 'LONG', 0, 0, 0, 0, 0 FROM generate_series(1, 10001)`),
  );
  afterAll(() => withLines(`DELETE FROM reports.activity WHERE subject = 'LONG'`));

  test('is answered with 202, written by a job, downloaded only by the user who asked for it, and removed', async () => {
    const reply = await clerk.post('report/userExport', day);
    expect([reply.status, reply.envelope.ok]).toEqual([202, true]);
    const job = await eventually(async () => {
      const [first] = await jobsOf(clerk);
      if (first?.state !== 'READY') throw new Error('the job is under way');
      return first;
    }, 60_000);
    const file = await clerk.get(`report/jobs/file/${job.id}`);
    expect(file.headers['content-disposition']).toContain('filename="UserReportExport.xlsx"');
    expect(await readSheet(file.body)).toHaveLength(10_002);
    for (const other of [owner, await Visitor.signedIn('demo.trimin')]) {
      expect(await jobsOf(other)).toEqual([]);
      expect((await other.get(`report/jobs/file/${job.id}`)).status).toBe(404);
      expect((await other.post('report/jobs/remove', { job: job.id })).status).toBe(404);
    }
    expect((await clerk.post('report/jobs/remove', { job: job.id })).envelope.ok).toBe(true);
    expect(await jobsOf(clerk)).toEqual([]);
  }, 90_000);
});
