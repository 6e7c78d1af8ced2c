import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import type { EventOf } from '@portal/infra/events';
import { testActor, type TestService } from '@portal/infra/testing';
import {
  reportCriteria,
  type ReportCriteria,
  type ReportName,
  type ReportPage,
} from '@portal/proto/http/reports';
import { events, type EventType, type PayloadInit } from '@portal/proto/events/catalog';
import { showReport, writeReport } from '@portal/proto/rpc/county-reports';
import * as z from 'zod/mini';
import { ActivityRecorder } from '../src/activity/activity.recorder.js';
import { ActivityRefill } from '../src/activity/activity.refill.js';
import { AuditRecorder } from '../src/audit/audit.recorder.js';
import { randomEntries, randomFrom, sumsIn, type TestEntry } from './random-entries.js';
import type { ReportLine } from '../src/county-reports/report.repository.js';
import { ReportService } from '../src/county-reports/report.service.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const noon = new Date('2026-11-21T18:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
beforeAll(async () => {
  started = await startReports(() => noon, []);
  ({ reports } = started);
}, 60_000);
afterAll(() => started.close());

const staff = testActor({ role: 'COUNTY', account: null, terms: null });
const year = { fromDate: '11/22/2025', toDate: '11/21/2026' };
const show = (report: ReportName, over: object = {}, actor = staff) =>
  reports.call(showReport, { report, criteria: { ...year, ...over } }, actor);
const shown = async (report: ReportName, over: object = {}, actor = staff): Promise<ReportPage> => {
  const answer = await show(report, over, actor);
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.fields)}`);
  return answer.value;
};
/** Returns every line of a report in the order of its export. */
const all = async (
  report: ReportName,
  criteria: Partial<ReportCriteria>,
  actor = staff,
): Promise<ReportLine[]> => {
  const service = reports.running.get(ReportService);
  const asked = { report, criteria: z.parse(reportCriteria, { ...year, ...criteria }) };
  const allowed = await service.allow(actor, asked);
  if (!allowed.ok) throw new Error(allowed.code);
  const rows: ReportLine[] = [];
  for await (const part of service.parts(allowed.value)) rows.push(...part);
  return rows;
};

const customers = ['Aurora Title', 'Borealis Bank', 'Split Rock Title & Escrow'].map((name) => ({
  ...{ id: randomUUID(), name, users: [randomUUID(), randomUUID()] },
}));
const [aurora, borealis] = customers as [(typeof customers)[number], (typeof customers)[number]];
const userNames = new Map<string, string>(
  customers.flatMap(({ users, name }) =>
    users.map((user, at) => [user, `${name.slice(0, 6).toLowerCase()}.${at === 0 ? 'Zoe' : 'amy'}`] as const),
  ),
);
const nameOf = (user: string): string => userNames.get(user) ?? '';
let told = 0;
/** Makes an event in the form in which the recorders receive it. */
function factOf<T extends EventType>(
  type: T,
  aggregate: string,
  payload: PayloadInit<T>,
): EventOf<EventType> {
  told += 1;
  const envelope = {
    id: randomUUID(),
    county: 'lake',
    aggregate,
    sequence: told,
    correlationId: 'c',
    replay: false,
  };
  // the payload is of the given type, which the type system cannot know here
  return {
    ...envelope,
    type,
    time: new Date(+noon + told),
    payload: create(events[type], payload),
  } as EventOf<EventType>;
}

const namingFacts = (): EventOf<EventType>[] =>
  customers.flatMap(({ id, name, users }) => [
    factOf('identity.account-changed.v1', `account:${id}`, {
      ...{ account: id, name, status: 'A', terms: { accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW' } },
    }),
    ...users.map((user) =>
      factOf('identity.user-changed.v1', `user:${user}`, {
        ...{ user, account: id, role: 'USER', status: 'A', username: nameOf(user) },
      }),
    ),
  ]);

/** Applies events like the bus: in parts, and each part to both recorders. audit.spec.ts tests the bus itself. */
async function tell(facts: readonly EventOf<EventType>[], county = 'lake'): Promise<void> {
  for (let at = 0; at < facts.length; at += 64) {
    const part = facts.slice(at, at + 64).map((fact) => ({ ...fact, county }));
    const { database, running } = reports;
    await database.withCounty(county, (tx) => running.get(AuditRecorder).record(part, tx));
    await database.withCounty(county, (tx) => running.get(ActivityRecorder).record(part, tx));
  }
}

/** Makes an event of each kind that adds a line, except entries of the ledger. */
const otherFacts = (): EventOf<EventType>[] => {
  const { id: account, users } = aurora;
  const [user = ''] = users;
  const of = { user, account };
  return [
    factOf('identity.signed-in.v1', `user:${user}`, { ...of, session: 's', username: nameOf(user) }),
    factOf('identity.sign-in-failed.v1', 'user:', { username: 'nobody', reason: 'WRONG_CREDENTIALS' }),
    factOf('identity.session-ended.v1', `user:${user}`, { user, session: 's' }),
    factOf('payments.order-paid.v1', 'order:1', { ...of, documentKey: 'A1', pages: [1, 2], funding: 'FREE' }),
    factOf('audit.action-taken.v1', 'county:guam', { action: 'section.save', object: 'fees' }),
  ];
};

let entries: TestEntry[] = [];
beforeAll(async () => {
  entries = randomEntries(7, 3_000, customers);
  const facts = entries.map((entry) => factOf('payments.entry-posted.v1', `entry:${entry.entry}`, entry));
  await tell([...facts, ...namingFacts()]);
}, 120_000);

/** Returns the criteria for the range between two instants, which must be whole minutes. The days are MM/DD/YYYY. */
function rangeOf(from: Date, to: Date): Partial<ReportCriteria> {
  const part = (at: Date) => {
    const text = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: 'America/Chicago', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: 'numeric', minute: '2-digit' },
    }).format(at);
    const [, date = '', hour = '', minute = '', half] = /^(\S+), (\d+):(\d+)\s(AM|PM)$/.exec(text) ?? [];
    return { date, hour, minute, half: half === 'PM' ? ('PM' as const) : ('AM' as const) };
  };
  const [first, last] = [part(from), part(to)];
  return {
    ...{ fromDate: first.date, fromHour: first.hour, fromMinute: first.minute, fromAmPm: first.half },
    ...{ toDate: last.date, toHour: last.hour, toMinute: last.minute, toAmPm: last.half },
  };
}

describe('the totals of every report equal the totals of the ledger entries', () => {
  test('for 60 random ranges, accounts and kinds', async () => {
    const next = randomFrom(11);
    const begin = Date.UTC(2025, 10, 23);
    const minutes = Math.floor((+noon - begin) / 60_000);
    for (let run = 0; run < 60; run += 1) {
      const [a, b] = [next(), next()].map((share) => Math.floor(share * minutes)).sort((x, y) => x - y);
      const from = new Date(begin + (a ?? 0) * 60_000);
      const to = new Date(begin + (b ?? 0) * 60_000);
      // another test covers the hour that occurs twice
      if ([from, to].some((at) => at.toISOString().startsWith('2026-11-01T0'))) continue;
      const customer = customers[run % 4];
      const kind = run % 5 === 0 ? 'IMAGES' : undefined;
      const over = {
        ...rangeOf(from, to),
        ...(customer && { accountName: customer.name }),
        ...(kind && { transactionType: kind }),
      };
      const expected = sumsIn(entries, { from, until: new Date(+to + 60_000), account: customer?.id, kind });
      for (const report of ['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE'] as const)
        expect([run, report, (await shown(report, over)).total]).toEqual([run, report, expected]);
      const { types } = await shown('ACCOUNT_TYPE', over);
      expect(types.reduce((sum, { charged }) => sum + charged, 0)).toBe(expected.charged);
    }
  }, 120_000);

  test('for an export in either order, and the export has each line exactly once', async () => {
    for (const orderBy of ['timestamp', 'username'] as const) {
      const rows = await all('USER', { orderBy });
      const lines = rows.map(({ at, username, kind, charged, credited }) =>
        [at, username, kind, charged, credited].join(' '),
      );
      const posted = entries.map(({ postedAt, user, kind, charged, credited }) =>
        [postedAt, nameOf(user), kind, charged, credited].join(' '),
      );
      expect(lines.toSorted()).toEqual(posted.toSorted());
      const keys = rows.map(({ at, username }) =>
        orderBy === 'timestamp' ? at : `${username.toLowerCase()} ${at}`,
      );
      expect(keys).toEqual(keys.toSorted());
    }
  });
});

test('emptied report tables get the same rows again from the audit log', async () => {
  const checksum = async (): Promise<unknown> =>
    reports.tables.asAdmin(
      `SELECT (SELECT md5(string_agg(a::text, '|' ORDER BY county_id, fact, part)) FROM reports.activity a) AS activity,
              (SELECT md5(string_agg(p::text, '|' ORDER BY county_id, user_id)) FROM reports.person p) AS person,
              (SELECT md5(string_agg(c::text, '|' ORDER BY county_id, account_id)) FROM reports.customer c) AS customer`,
    );
  const others = otherFacts();
  await tell([...namingFacts(), ...others], 'guam');
  const [lines] = await reports.tables.asAdmin<{ count: number }>(
    `SELECT count(*)::int AS count FROM reports.activity WHERE county_id = 'guam'`,
  );
  expect(lines?.count).toBe(others.length);
  const before = await checksum();
  const refill = reports.running.get(ActivityRefill);
  await refill.refill('lake');
  expect(await checksum()).toEqual(before);
  await reports.tables.asAdmin(
    'TRUNCATE reports.activity, reports.person, reports.customer, reports.activity_progress',
  );
  expect(await refill.refill('lake')).toBe(entries.length + 9);
  expect(await refill.refill('guam')).toBe(others.length + 9);
  expect(await checksum()).toEqual(before);
}, 90_000);

describe('a request for a report', () => {
  const owner = testActor({ role: 'ACCOUNT', account: aurora.id });

  test('B11-22 by an account returns its own lines, and treats the name of any other account as unknown', async () => {
    const own = sumsIn(entries, { account: aurora.id });
    expect((await shown('STATEMENT', {}, owner)).total).toEqual(own);
    expect((await shown('STATEMENT', { accountName: 'AURORA title' }, owner)).total).toEqual(own);
    const other = {
      ok: false,
      code: 'INVALID_INPUT',
      fields: { accountName: 'report-forms:unknownAccount' },
    };
    expect(await show('STATEMENT', { accountName: borealis.name }, owner)).toMatchObject(other);
    expect(await show('STATEMENT', { accountName: 'No such' }, owner)).toMatchObject(other);
    expect(await show('USER', { username: nameOf(borealis.users[0] ?? '') }, owner)).toMatchObject({
      fields: { username: 'report-forms:unknownUser' },
    });
  });

  test('B11-04 is refused if the role may not read the report', async () => {
    expect(await show('ACCOUNT_TYPE', {}, owner)).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    for (const role of ['USER', 'GUEST'] as const)
      expect(await show('STATEMENT', {}, testActor({ role }))).toMatchObject({
        ok: false,
        code: 'NOT_FOUND',
      });
    expect((await shown('STATEMENT', {}, { ...staff, county: 'saipan' })).total.count).toBe(0);
  });

  test('B11-16 is refused, with an error in the field, if the range of dates is invalid', async () => {
    expect(await show('STATEMENT', { fromDate: '' })).toMatchObject({
      fields: { fromDate: 'forms:required' },
    });
    expect(await show('USER', { fromDate: '11/20/2025' })).toMatchObject({
      fields: { toDate: 'forms:rangeOverYear' },
    });
  });
});

test('in a statement of one account, the opening escrow and the lines add up to the closing escrow', async () => {
  const page = await shown('STATEMENT', { fromDate: '05/01/2026', accountName: aurora.name });
  const escrow = (until: string): number =>
    entries
      .filter(({ account, postedAt }) => account === aurora.id && postedAt < until)
      .reduce((sum, entry) => sum + Number(entry.escrow), 0);
  expect(page.balance).toEqual({
    opening: escrow('2026-05-01T05:00:00.000Z'),
    closing: escrow('2026-11-22T06:00:00.000Z'),
  });
  expect(
    (await shown('STATEMENT', { accountName: aurora.name, transactionType: 'IMAGES' })).balance,
  ).toBeNull();
  expect((await shown('STATEMENT')).balance).toBeNull();
});

test('a report by name is about the account or user that has the name now, not about a deleted one', async () => {
  const former = { account: randomUUID(), user: randomUUID() };
  const present = { account: randomUUID(), user: randomUUID() };
  const naming = ({ account, user }: typeof former, status: string) => [
    factOf('identity.account-changed.v1', `account:${account}`, { account, name: 'Zenith Title', status }),
    factOf('identity.user-changed.v1', `user:${user}`, { user, account, username: 'zenith', status }),
  ];
  const buys = (of: typeof former, charged: bigint) =>
    factOf('payments.entry-posted.v1', 'entry:1', {
      ...{ ...of, entry: randomUUID(), kind: 'IMAGES', postedAt: '2026-11-20T12:00:00Z' },
      ...{ charged, escrow: -charged },
    });
  const actor = { ...staff, county: 'saipan' };
  const charged = async (report: ReportName, over: object) =>
    (await shown(report, over, actor)).total.charged;
  await tell([...naming(former, 'A'), buys(former, 100n), ...naming(former, 'I')], 'saipan');
  expect(await charged('STATEMENT', { accountName: 'zenith title' })).toBe(100);
  await tell([...naming(present, 'A'), buys(present, 20n)], 'saipan');
  expect(await charged('STATEMENT', { accountName: 'zenith title' })).toBe(20);
  expect(await charged('USER', { username: 'Zenith' })).toBe(20);
});

describe('a report on paper', () => {
  const write = (report: ReportName, over: object = {}) =>
    reports.call(writeReport, { report, format: 'PDF', criteria: { ...year, ...over } }, staff);

  test.each([
    ['B11-24', 'USER', 'UserReport.pdf'],
    ['B11-25', 'ACCOUNT', 'AccountReport.pdf'],
    ['B11-26', 'STATEMENT', 'StatementReport.pdf'],
    ['B11-27', 'ACCOUNT_TYPE', 'AccountTypeReport.pdf'],
  ] as const)(
    '%s for %s is a PDF with the specified file name',
    async (_id, report, fileName) => {
      const answer = await write(report, { fromDate: '11/01/2026' });
      if (!answer.ok) throw new Error(answer.code);
      expect(answer.value).toMatchObject({ fileName, contentType: 'application/pdf' });
      const chunks: Buffer[] = [];
      for await (const chunk of (await started.objects.open(answer.value.objectKey)).stream)
        chunks.push(chunk as Buffer);
      const pdf = await PDFDocument.load(Buffer.concat(chunks), { updateMetadata: false });
      expect(pdf.getTitle()).toMatch(/report – /);
      expect(pdf.getPageCount()).toBeGreaterThan(report === 'ACCOUNT_TYPE' ? 0 : 1);
    },
    60_000,
  );

  test('is written even if the range has no lines', async () => {
    expect(
      await write('USER', { fromDate: '11/21/2026', toHour: '12', toMinute: '00', toAmPm: 'AM' }),
    ).toMatchObject({
      ok: true,
    });
  });
});
