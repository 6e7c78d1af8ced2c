import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Handle, type Reply } from '@portal/infra/rpc';
import type { ObjectStore } from '@portal/infra/storage';
import { testActor, type TestService } from '@portal/infra/testing';
import { fail, ok } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import { getOfficeEntry, type OfficeEntry } from '@portal/proto/rpc/cashier';
import { describeAccounts, listUsernames } from '@portal/proto/rpc/identity';
import { getPurchase, listSpending, type Purchase } from '@portal/proto/rpc/purchases';
import { exportSpending, writeOfficeReceipt, writeReceipt } from '@portal/proto/rpc/receipts';
import { officeFacts, officeTable } from '../src/receipts/office-receipt.rules.js';
import { receiptFacts, receiptRemark, receiptTable } from '../src/receipts/receipt.rules.js';
import { NamesStub } from './neighbours.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

const order: Purchase = {
  kind: 'ORDER',
  id: randomUUID(),
  at: '2026-11-21T20:05:00.000Z',
  userId: 'somebody',
  document: { documentKey: 'A1000001', displayDocNumber: 'A1000001', instrumentDescription: 'Warranty Deed' },
  pages: [1, 2, 3],
  alreadyPurchased: [2],
  images: null,
  funding: 'ESCROW',
  asset: 'USD',
  charged: 250,
  surcharge: 0,
  cardTransaction: null,
  imageStateGuid: randomUUID(),
  clientReference: 'Nordby',
};
const deposit: Purchase = {
  ...order,
  ...{ kind: 'DEPOSIT', document: null, pages: [], alreadyPurchased: [], funding: 'CREDIT_CARD' },
  ...{ charged: 10_000, surcharge: 275, cardTransaction: '60000000001', clientReference: '' },
};

/** A stand-in for the catalog that returns the key with the values. */
const t = (key: string, params: object = {}): string => [key, ...Object.values(params)].join(' ');
const terms = { t, timeZone: 'America/Chicago', username: 'demo.escrow' };

describe('the texts of a receipt', () => {
  test('include the surcharge of a deposit on a separate line above the total', () => {
    expect(receiptTable(deposit, terms).rows).toEqual([
      ['receipts:deposit', '', 'server:usd 100.00'],
      ['receipts:surcharge', '', 'server:usd 2.75'],
      ['receipts:total', '', 'server:usd 102.75'],
    ]);
  });

  test('include the document and the pages of an order, and name the pages that were free', () => {
    expect(receiptTable(order, terms).rows).toEqual([
      ['receipts:document Warranty Deed A1000001', '1-3', 'server:usd 2.50'],
      ['receipts:total', '', 'server:usd 2.50'],
    ]);
    expect(receiptRemark(order, terms)).toBe('receipts:alreadyPurchased 2');
  });

  test('state the number of images for an order that was paid from a bundle', () => {
    expect(
      receiptTable({ ...order, funding: 'FLAT_FEE', asset: 'IMG', charged: 2 }, terms).rows.at(-1),
    ).toEqual(['receipts:total', '', 'server:images 2']);
  });

  test('include the date in the county, and no line for a missing value', () => {
    const facts = Object.fromEntries(receiptFacts(deposit, terms).map(({ key, value }) => [key, value]));
    expect(facts).toMatchObject({
      'receipts:date': '11/21/2026 2:05 PM',
      'receipts:user': 'demo.escrow',
      'receipts:cardTransaction': '60000000001',
    });
    expect(facts).not.toHaveProperty('receipts:reference');
  });
});

const payment: OfficeEntry = {
  ...{ id: randomUUID(), account: randomUUID(), kind: 'PAYMENT', means: 'CHECK', amount: 25_000 },
  ...{ number: '20498', note: 'Brought to the counter', book: 'ESCROW', state: 'POSTED' },
  ...{ enteredBy: randomUUID(), enteredAt: '2026-11-21T20:05:00.000Z', decidedBy: null, decidedAt: null },
  decisionNote: '',
};
const waiting: OfficeEntry = {
  ...payment,
  id: randomUUID(),
  kind: 'CORRECTION',
  means: null,
  state: 'WAITING',
};

describe('a receipt of the office', () => {
  const names = { t, timeZone: 'America/Chicago', account: 'Birch Hollow', clerk: 'lake.deputy' };

  test('has the amount without a sign, except for a correction', () => {
    expect(officeTable(payment, t).rows).toEqual([['receipts:office.PAYMENT', 'server:usd 250.00']]);
    expect(officeTable({ ...payment, kind: 'REFUND', amount: -1_050 }, t).rows).toEqual([
      ['receipts:office.REFUND', 'server:usd 10.50'],
    ]);
    expect(officeTable({ ...waiting, amount: -5 }, t).rows).toEqual([
      ['receipts:office.CORRECTION', 'server:usd -0.05'],
    ]);
  });

  test('names account, clerk, method and number of the payment, and the time of the approval', () => {
    const facts = (entry: OfficeEntry) =>
      Object.fromEntries(officeFacts(entry, names).map(({ key, value }) => [key.slice(9), value]));
    expect(facts(payment)).toEqual({
      number: payment.id.slice(0, 8).toUpperCase(),
      ...{ date: '11/21/2026 2:05 PM', account: 'Birch Hollow', clerk: 'lake.deputy' },
      ...{ paidBy: 'receipts:means.CHECK', checkNumber: '20498', note: 'Brought to the counter' },
    });
    const approved = { ...waiting, number: '', decidedAt: '2026-11-22T15:00:00.000Z' };
    expect(facts(approved)).toMatchObject({ date: '11/22/2026 9:00 AM' });
    expect(facts(approved)).not.toHaveProperty('paidBy');
  });
});

@Controller()
class AccountsStub extends NamesStub {
  @Handle(describeAccounts)
  async describe(): Promise<Reply<typeof describeAccounts>> {
    return ok([]);
  }
}
@Module({ controllers: [AccountsStub] })
class AccountsModule {}

@Controller()
class PaymentsStub {
  @Handle(getOfficeEntry)
  async entry({ id }: Parsed<typeof getOfficeEntry>): Promise<Reply<typeof getOfficeEntry>> {
    const found = [payment, waiting].find((entry) => entry.id === id);
    return found ? ok(found) : fail('NOT_FOUND');
  }

  @Handle(getPurchase)
  async get({ id }: Parsed<typeof getPurchase>): Promise<Reply<typeof getPurchase>> {
    return id === order.id ? ok(order) : fail('ORDER_NOT_FOUND');
  }

  @Handle(listSpending)
  async spending(): Promise<Reply<typeof listSpending>> {
    const row = { orders: 1, pages: 2, charged: 123_450, images: 0 };
    return ok({
      spending: [
        { reference: '=SUM(A1)', ...row },
        { reference: '', ...row },
      ],
      searches: { count: 3, charged: 1_500 },
    });
  }
}
@Module({ controllers: [PaymentsStub] })
class PaymentsModule {}

describe('the files of receipts', () => {
  let started: ReportsUnderTest;
  let reports: TestService;
  let objects: ObjectStore;
  beforeAll(async () => {
    started = await startReports(
      () => new Date('2026-11-21T20:00:00Z'),
      [
        {
          service: 'payments',
          module: PaymentsModule,
          contracts: [getPurchase, listSpending, getOfficeEntry],
        },
        { service: 'identity', module: AccountsModule, contracts: [listUsernames, describeAccounts] },
      ],
    );
    ({ reports, objects } = started);
  }, 60_000);
  afterAll(() => started.close());
  const actor = testActor({ user: 'somebody' });

  test('are tagged PDFs with title and language', async () => {
    const answer = await reports.call(writeReceipt, { kind: 'ORDER', id: order.id }, actor);
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.value.fileName).toBe(`Receipt-${order.id.slice(0, 8).toUpperCase()}.pdf`);
    const pdf = await PDFDocument.load(await objects.get(answer.value.objectKey), { updateMetadata: false });
    expect(pdf.getTitle()).toContain('Receipt');
    const catalog = pdf.catalog.toString();
    expect(catalog).toMatch(/\/Lang \(en-US\)/);
    expect(catalog).toContain('/StructTreeRoot');
  });

  test('are written for a posted entry of the office, but not for a waiting or unknown entry', async () => {
    const staff = testActor({ role: 'COUNTY', account: null });
    const answer = await reports.call(writeOfficeReceipt, { id: payment.id }, staff);
    if (!answer.ok) throw new Error(answer.code);
    const pdf = await PDFDocument.load(await objects.get(answer.value.objectKey), { updateMetadata: false });
    expect([answer.value.fileName, pdf.getPageCount()]).toEqual([
      `Receipt-${payment.id.slice(0, 8).toUpperCase()}.pdf`,
      1,
    ]);
    for (const id of [waiting.id, randomUUID()])
      expect(await reports.call(writeOfficeReceipt, { id }, staff)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are refused for a purchase that the payments service does not find for the user', async () => {
    expect(await reports.call(writeReceipt, { kind: 'ORDER', id: randomUUID() }, actor)).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    });
  });

  test('include a CSV file of the spending, in which no cell is a formula', async () => {
    const answer = await reports.call(exportSpending, { from: '2026-11-01', to: '2026-11-21' }, actor);
    if (!answer.ok) throw new Error(answer.code);
    expect(
      (await objects.get(answer.value.objectKey)).toString('utf8').replace('\ufeff', '').split('\r\n'),
    ).toEqual([
      'Client reference,Orders,Pages,Charged,Images from bundles',
      `'=SUM(A1),1,2,"1,234.50",0`,
      '(no reference),1,2,"1,234.50",0',
      '(searches and details),3,,15.00,',
      '',
    ]);
  });
});
