import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor, type TestService } from '@portal/infra/testing';
import { showReport } from '@portal/proto/rpc/county-reports';
import { addLs1Entries, deleteLs1Entries, type Ls1Entry } from '@portal/proto/rpc/ls1-migration';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const noon = new Date('2026-11-21T18:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
beforeAll(async () => {
  started = await startReports(() => noon, []);
  ({ reports } = started);
}, 60_000);
afterAll(() => started.close());
beforeEach(async () => {
  await reports.tables.asAdmin('TRUNCATE reports.activity, reports.person, reports.customer');
});

const identity = (county = 'lake') => systemActor(county, 'identity');
const entry = (number: number, over: Partial<Ls1Entry> = {}): Ls1Entry => ({
  ...{
    number: String(number),
    at: `2009-01-0${1 + (number % 9)}T12:00:00.000Z`,
    log: 'PURCHASES',
    kind: 'IMAGES',
  },
  ...{ user: 'ls1:7', username: 'former.user', account: 'ls1:3', accountName: 'Former Title', subject: 'A1' },
  ...{ pages: 2, charged: 200, credited: 0, images: 0 },
  ...over,
});
const add = (entries: Ls1Entry[], { county = 'lake', ...o }: { county?: string; begunAt?: string } = {}) =>
  reports.rpc.callOrThrow(addLs1Entries, { entries, ...o }, { actor: identity(county) });
const remove = (from: string | null, until: string | null, o: { begunAt?: string } = {}) =>
  reports.rpc.callOrThrow(deleteLs1Entries, { from, until, ...o }, { actor: identity() });
const staff = testActor({ role: 'COUNTY', account: null, terms: null });
const shown = async (over: object) => {
  const criteria = { fromDate: '01/01/2009', toDate: '12/31/2009', dataSource: 'ONE', ...over } as const;
  const answer = await reports.call(showReport, { report: 'USER', criteria }, staff);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
};

test('an audit-log entry of the former system LS1 is stored once, however often it is sent', async () => {
  expect(await add([entry(1), entry(2)])).toEqual({ added: 2 });
  expect(await add([entry(2), entry(3)])).toEqual({ added: 1 });
  const [row] = await reports.tables.asAdmin('SELECT count(*)::int AS lines FROM reports.activity');
  expect(row).toEqual({ lines: 3 });
});

test('reports show entries of LS1, with the names from LS1, only if the data source LS1 is chosen', async () => {
  await add([entry(1), entry(2, { log: 'SIGN_IN', kind: 'SIGNED_IN', charged: 0, pages: 0 })]);
  const { rows, total } = await shown({});
  expect(rows.map(({ username, accountName, kind }) => [username, accountName, kind])).toEqual([
    ['former.user', 'Former Title', 'IMAGES'],
    ['former.user', 'Former Title', 'SIGNED_IN'],
  ]);
  expect(total).toMatchObject({ count: 2, pages: 2, charged: 200 });
  expect((await shown({ username: 'FORMER.USER', orderBy: 'username' })).rows).toHaveLength(2);
  expect((await shown({ dataSource: 'FIVE' })).rows).toEqual([]);
});

test('C8-16 a deletion removes only the entries of LS1 between two instants in one county', async () => {
  await add([1, 2, 3, 4].map((number) => entry(number)));
  await add([entry(1)], { county: 'saipan' });
  await reports.tables.asAdmin(
    `INSERT INTO reports.activity SELECT county_id, gen_random_uuid(), 0, at, log, kind, 'FIVE', user_id, account_id, subject,
       pages, charged, credited, images, escrow FROM reports.activity WHERE county_id = 'lake'`,
  );
  expect(await remove('2009-01-03T00:00:00.000Z', '2009-01-05T00:00:00.000Z')).toEqual({
    deleted: 2,
    left: false,
  });
  expect(await remove(null, null)).toEqual({ deleted: 2, left: false });
  const left = await reports.tables.asAdmin(
    'SELECT county_id, source, count(*)::int AS lines FROM reports.activity GROUP BY 1, 2 ORDER BY 1, 2',
  );
  expect(left).toEqual([
    { county_id: 'lake', source: 'FIVE', lines: 4 },
    { county_id: 'saipan', source: 'ONE', lines: 1 },
  ]);
});

test('C8-16 a repeated deletion removes nothing that the same or a later migration has added', async () => {
  const [first, second] = [
    { begunAt: '2026-11-20T15:00:00.000Z' },
    { begunAt: '2026-11-21T15:00:00.000Z' },
  ] as const;
  await add([entry(1)]);
  await add([entry(2)], first);
  expect(await remove(null, null, first)).toEqual({ deleted: 1, left: false });
  expect(await remove(null, null, second)).toEqual({ deleted: 1, left: false });
  await add([entry(1), entry(2)], second);
  for (const again of [first, second])
    expect(await remove(null, null, again)).toEqual({ deleted: 0, left: false });
  expect(await remove(null, null)).toEqual({ deleted: 2, left: false });
});
