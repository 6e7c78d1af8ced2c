import { randomUUID } from 'node:crypto';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { ObjectStore } from '@portal/infra/storage';
import { testActor, type TestService } from '@portal/infra/testing';
import type { TransactionReportRequest } from '@portal/proto/http/home';
import { ok } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listUsernames } from '@portal/proto/rpc/identity';
import { transactionReport } from '@portal/proto/rpc/reports';
import { listTransactions, type Transaction } from '@portal/proto/rpc/transactions';
import { totalsTable, transactionTable } from '../src/transactions/transaction-table.rules.js';
import { NamesStubModule } from './neighbours.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const entry = (over: Partial<Transaction> = {}): Transaction => ({
  id: randomUUID(),
  at: '2026-11-21T20:05:00Z',
  kind: 'IMAGES',
  user: null,
  subject: 'Warranty Deed A1000001',
  pages: 3,
  charged: 200,
  credited: 0,
  images: 0,
  ...over,
});

/** A stand-in for the ledger. Each call returns at most a thousand of its entries. */
@Controller()
class LedgerStub {
  entries: Transaction[] = [];
  readonly asked: { input: Parsed<typeof listTransactions>; user: string | null }[] = [];

  @Handle(listTransactions)
  async list(
    input: Parsed<typeof listTransactions>,
    { actor }: Call,
  ): Promise<Reply<typeof listTransactions>> {
    this.asked.push({ input, user: actor.user });
    const from = this.entries.findIndex(({ id }) => id === input.after) + 1;
    const transactions = this.entries.slice(from, from + 1_000);
    return ok({ transactions, more: from + transactions.length < this.entries.length });
  }
}
@Module({ controllers: [LedgerStub] })
class LedgerModule {}

let time = new Date('2026-11-21T20:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
let ledger: LedgerStub;
let objects: ObjectStore;
beforeAll(async () => {
  started = await startReports(
    () => time,
    [
      { service: 'payments', module: LedgerModule, contracts: [listTransactions] },
      { service: 'identity', module: NamesStubModule, contracts: [listUsernames] },
    ],
  );
  ({ reports, objects } = started);
  ledger = started.neighbours[0]?.get(LedgerStub) as LedgerStub;
}, 60_000);
afterAll(() => started.close());
beforeEach(() => {
  time = new Date('2026-11-21T20:00:00Z');
  ledger.asked.length = 0;
  ledger.entries = [entry(), entry({ kind: 'DEPOSIT', pages: 0, charged: 0, credited: 5_000, subject: '' })];
});

const user = testActor();
const custom = (fromDate: string, toDate: string) => ({ reportRange: 'CUSTOM' as const, fromDate, toDate });
const report = (request: Partial<TransactionReportRequest> = {}, actor = user) =>
  reports.call(transactionReport, request, actor);
const readPdf = async (request: Partial<TransactionReportRequest> = {}): Promise<PDFDocument> => {
  const answer = await report(request);
  if (!answer.ok) throw new Error(answer.code);
  expect(answer.value).toMatchObject({ contentType: 'application/pdf', fileName: 'TransactionsReport.pdf' });
  return PDFDocument.load(await objects.get(answer.value.objectKey), { updateMetadata: false });
};
const askedDays = async (request: Partial<TransactionReportRequest>, county = 'lake') => {
  const answer = await report(request, { ...user, county });
  if (!answer.ok) throw new Error(answer.code);
  const { from, to } = ledger.asked.at(-1)?.input ?? {};
  return [from, to];
};
/** Returns the number of structure elements of a kind in the file. */
const elements = (pdf: PDFDocument, kind: string): number =>
  pdf.context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) =>
        object instanceof PDFDict &&
        object.has(PDFName.of('P')) &&
        object.get(PDFName.of('S'))?.toString() === kind,
    ).length;

test('A7-16 B11-32 the ranges today, this month and this year follow the calendar of the county', async () => {
  expect(await askedDays({ reportRange: 'TODAY' })).toEqual(['2026-11-21', '2026-11-21']);
  expect(await askedDays({ reportRange: 'TODAY' }, 'saipan')).toEqual(['2026-11-22', '2026-11-22']);
  expect(await askedDays({ reportRange: 'MONTH' })).toEqual(['2026-11-01', '2026-11-21']);
  expect(await askedDays({ reportRange: 'YTD' })).toEqual(['2026-01-01', '2026-11-21']);
  expect(await askedDays(custom('02/01/2026', '02/28/2026'))).toEqual(['2026-02-01', '2026-02-28']);
  time = new Date('2027-01-01T05:59:00Z');
  expect(await askedDays({ reportRange: 'YTD' })).toEqual(['2026-01-01', '2026-12-31']);
});

describe('the right to see transactions', () => {
  test.each([
    ['USER', 'USER', 'USER'],
    ['ACCOUNT', 'ACCOUNT', 'ACCOUNT'],
    ['ACCOUNT', 'USER', 'USER'],
    ['COUNTY', 'USER', 'COUNTY'],
    ['TRIMIN', 'USER', 'COUNTY'],
  ] as const)(
    'lets %s read the report %s, with transactions of the scope %s',
    async (role, reportType, scope) => {
      expect(await report({ reportType }, { ...user, role })).toMatchObject({ ok: true });
      expect(ledger.asked.at(-1)).toMatchObject({ input: { scope }, user: user.user });
    },
  );

  test.each(['USER', 'COUNTY', 'TRIMIN', 'GUEST', 'ANONYMOUS'] as const)(
    'gives %s no report about an account',
    async (role) => {
      const actor = { ...user, role };
      expect(await report({ reportType: 'ACCOUNT' }, actor)).toEqual({ ok: false, code: 'NOT_FOUND' });
      expect(ledger.asked).toEqual([]);
    },
  );
});

test('the reports service refuses the same wrong dates of a transaction report as the form', async () => {
  const refused = (fields: object) => ({ ok: false, code: 'INVALID_INPUT', fields });
  expect(await report(custom('', ''))).toEqual(refused({ fromDate: 'forms:required' }));
  expect(await report(custom('11/22/2026', ''))).toEqual(refused({ fromDate: 'forms:futureDate' }));
  expect(await report(custom('11/20/2025', ''))).toEqual(refused({ toDate: 'forms:rangeOverYear' }));
  expect(ledger.asked).toEqual([]);
});

test('the PDF of a transaction report is tagged, has a title and a language, and shows the totals first', async () => {
  const pdf = await readPdf();
  expect(pdf.getTitle()).toBe('Transactions – County of lake');
  expect(pdf.catalog.get(PDFName.of('Lang'))?.toString()).toContain('en-US');
  expect(pdf.getPageCount()).toBe(1);
  expect([elements(pdf, '/Table'), elements(pdf, '/H2'), elements(pdf, '/TR')]).toEqual([2, 2, 4 + 3]);
});

const users = Array.from({ length: 5 }, () => randomUUID());

test('2,001 transactions are read in parts and written as one table over several pages', async () => {
  ledger.entries = Array.from({ length: 2_001 }, (_, at) => entry({ user: users[at % 5] ?? null }));
  const pdf = await readPdf({ reportRange: 'YTD' });
  expect(ledger.asked.map(({ input }) => input.after)).toEqual([
    null,
    ledger.entries[999]?.id,
    ledger.entries[1_999]?.id,
  ]);
  expect([elements(pdf, '/Table'), elements(pdf, '/TR')]).toEqual([2, 3 + 2_002]);
  expect(pdf.getPageCount()).toBeGreaterThan(40);
}, 60_000);

test('a report of more than 10,000 transactions is refused', async () => {
  ledger.entries = Array.from({ length: 10_001 }, () => entry());
  expect(await report({ reportRange: 'YTD' })).toEqual({ ok: false, code: 'REPORT_TOO_LONG' });
}, 30_000);

test('the rows of a transaction report add up to its totals by kind, to the cent', () => {
  const t = (key: string) => key.split('.').at(-1) ?? '';
  const someone = randomUUID();
  const entries = [
    entry({ user: someone, charged: 1_000_05, pages: 1_200 }),
    entry({ kind: 'SEARCH', subject: 'searchByName', charged: 10, pages: 0 }),
    entry({ kind: 'SEARCH', subject: 'searchByName', charged: 20, pages: 0 }),
    entry({ kind: 'DEPOSIT', subject: '', charged: 0, credited: 5_000, pages: 0 }),
    entry({ kind: 'ADJUSTMENT', subject: '', charged: 0, credited: -250, pages: 0 }),
    entry({ kind: 'IMAGES', charged: 0, images: -3 }),
  ];
  expect(totalsTable(entries, t).rows).toEqual([
    ['SEARCH', '2', '', '$0.30', '', ''],
    ['IMAGES', '2', '1,203', '$1,000.05', '', '-3'],
    ['DEPOSIT', '1', '', '', '$50.00', ''],
    ['ADJUSTMENT', '1', '', '', '-$2.50', ''],
    ['total', '6', '1,203', '$1,000.35', '$47.50', '-3'],
  ]);
  const table = transactionTable(entries, {
    t,
    timeZone: 'Pacific/Saipan',
    names: new Map([[someone, 'demo.account']]),
  });
  expect(table.rows[0]).toEqual([
    ...['11/22/2026 6:05 AM', 'demo.account', 'IMAGES', 'Warranty Deed A1000001'],
    ...['1,200', '$1,000.05', '', ''],
  ]);
  expect(table.rows[1]?.slice(0, 4)).toEqual(['11/22/2026 6:05 AM', 'office', 'SEARCH', 'heading']);
});
