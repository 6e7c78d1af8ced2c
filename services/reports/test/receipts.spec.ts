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
