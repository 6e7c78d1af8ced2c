import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  cancelImageState,
  computeOrder,
  getBalance,
  openDownload,
  payOrder,
  recomputeOrder,
} from '@portal/proto/rpc/payments';
import type { Actor } from '@portal/proto/rpc/actor';
import pg from 'pg';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';
import { brokenInvariants } from './invariants.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

const pages = (documentKey: string, csv: string) => ({
  documentKey,
  pageSelectionMethod: 'CSV_PAGES' as const,
  pagesSelected: csv,
});

const price = (actor: Actor, documentKey = 'A1000001', csv = '1, 3, 7-9') =>
  payments.rpc.callOrThrow(computeOrder, pages(documentKey, csv), { actor });
const pay = (actor: Actor, imageStateGuid: string) =>
  payments.rpc.call(payOrder, { imageStateGuid }, { actor });
const open = (actor: Actor, imageStateGuid: string) =>
  payments.rpc.call(openDownload, { imageStateGuid }, { actor });
const entriesOf = async (guid: string) =>
  (
    await payments.database.asAdmin<{ id: string }>(
      `SELECT e.id FROM payments.journal_entry e JOIN payments.download_order o ON e.op_key = o.id::text
        WHERE o.image_state_id = $1`,
      [guid],
    )
  ).length;

/** Reads the number of new pages in each event that says that an order of the visit was paid. */
const newPagesTold = async (guid: string) =>
  (
    await payments.database.asAdmin<{ pages: number | null }>(
      `SELECT (f.payload->>'newPages')::int AS pages
         FROM payments.outbox f JOIN payments.download_order o ON f.aggregate = 'order:' || o.id
        WHERE o.image_state_id = $1 AND f.type = 'payments.order-paid.v1'`,
      [guid],
    )
  ).map((fact) => fact.pages);

/**
 * Counts the messages that the service sends to the database while `work` runs; the service waits for an answer to each
 * message.
 */
async function messagesOf(work: () => Promise<unknown>): Promise<number> {
  const client = pg.Client.prototype as unknown as { query(...of: unknown[]): unknown };
  const send = client.query;
  let messages = 0;
  client.query = function (this: pg.Client, ...of: unknown[]) {
    if (this.user === 'payments_app') messages += 1;
    return send.apply(this, of);
  };
  try {
    await work();
  } finally {
    client.query = send;
  }
  return messages;
}

test('S47 in an account view, staff see the prices of the viewed account, and nothing is stored', async () => {
  const payer = newPayer();
  await payments.give(payer.account, 'USD', 10_000);
  const rows = async (): Promise<unknown> => {
    const tables = ['image_state', 'download_order', 'hold', 'journal_entry', 'outbox'];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM payments.${table}) AS ${table}`);
    return payments.database.asAdmin(`SELECT ${counts.join(', ')}`);
  };
  const before = await rows();
  const actor: Actor = { ...payer, user: randomUUID(), viewing: true };
  const seen = await price(actor);
  expect(await rows()).toEqual(before);
  const { imageStateGuid: _, expiresAt: _until, ...own } = await price(payer);
  expect(seen).toMatchObject(own);
  const kept = await payments.rpc.call(payOrder, { imageStateGuid: seen.imageStateGuid }, { actor: payer });
  expect(kept).toMatchObject({ ok: false, code: 'ORDER_NOT_FOUND' });
  expect(await pay(actor, seen.imageStateGuid)).toMatchObject({ ok: false, code: 'UNEXPECTED' });
});

describe('an order from price to download', () => {
  test('needs 13 messages to the database when it is paid from escrow', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 10_000);
    const counts: number[] = [];
    // the first orders send more messages, because they open connections and ledger accounts
    for (let page = 3; page <= 12; page += 1) {
      const { imageStateGuid } = await price(payer, 'A1000001', String(page));
      counts.push(await messagesOf(() => pay(payer, imageStateGuid)));
    }
    expect(Math.min(...counts)).toBe(13);
  });

  test('that is paid from escrow lowers the escrow balance by its price, and delivers the selected pages', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 10_000);
    const quote = await price(payer);
    expect(quote).toMatchObject({
      ...{ pages: [1, 3, 7, 8, 9], charge: 400, asset: 'USD', funding: 'ESCROW' },
      ...{ beginning: 10_000, ending: 9_600, insufficient: false },
    });
    const expected = { status: 'PAID', balance: { asset: 'USD', available: 9_600, unlimited: false } };
    expect(await pay(payer, quote.imageStateGuid)).toEqual({ ok: true, value: expected });
    const download = await open(payer, quote.imageStateGuid);
    expect(download).toMatchObject({ ok: true, value: { preview: false, fileName: 'A1000001.pdf' } });
    expect(payments.renderer.written.at(-1)?.pages).toEqual([1, 3, 7, 8, 9]);
  });

  test('is free when it is repeated, and only new pages are charged', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const first = await price(payer, 'A1000002', '1-3');
    await pay(payer, first.imageStateGuid);
    const again = await price(payer, 'A1000002', '1-3');
    expect(again).toMatchObject({ charge: 0, alreadyPurchased: [1, 2, 3], insufficient: false });
    expect(await pay(payer, again.imageStateGuid)).toMatchObject({ ok: true, value: { status: 'PAID' } });
    expect(await entriesOf(again.imageStateGuid)).toBe(0);
    expect(await newPagesTold(first.imageStateGuid)).toEqual([3]);
    expect(await newPagesTold(again.imageStateGuid)).toEqual([0]);
    const more = await price(payer, 'A1000002', '2-5');
    expect(more).toMatchObject({ charge: 250, alreadyPurchased: [2, 3], pages: [2, 3, 4, 5] });
  });

  test('is paid once for all pages of a document when it is priced by document', async () => {
    const payer = newPayer({ imageChargeMethod: 'DOCUMENT' });
    await payments.give(payer.account, 'USD', 1_000);
    const first = await price(payer, 'A1000003', '1');
    expect(first.charge).toBe(400);
    await pay(payer, first.imageStateGuid);
    expect((await price(payer, 'A1000003', '2-12')).charge).toBe(0);
  });

  test('is paid with images by a flat-fee account', async () => {
    const payer = newPayer({ accountType: 'FLAT_FEE' });
    await payments.give(payer.account, 'IMG', 50);
    const quote = await price(payer);
    expect(quote).toMatchObject({ asset: 'IMG', charge: 5, beginning: 50, ending: 45 });
    expect(await pay(payer, quote.imageStateGuid)).toMatchObject({
      ok: true,
      value: { balance: { available: 45 } },
    });
  });

  test('of any size is covered while the account’s unlimited bundle lasts', async () => {
    const payer = newPayer({ accountType: 'FLAT_FEE' });
    await payments.give(payer.account, 'IMG', 1);
    const until = new Date(payments.clock.now().getTime() + 60_000);
    await payments.database.asAdmin(
      `UPDATE payments.account_balance SET unlimited_until = $2
        WHERE ledger_account_id = (SELECT id FROM payments.ledger_account WHERE owner_account_id = $1)`,
      [payer.account, until],
    );
    const quote = await price(payer);
    expect(quote).toMatchObject({ unlimited: true, insufficient: false, beginning: null });
    expect(await pay(payer, quote.imageStateGuid)).toMatchObject({
      ok: true,
      value: { status: 'PAID', balance: { available: 1, unlimited: true } },
    });
    expect(await entriesOf(quote.imageStateGuid)).toBe(1);
  });

  test('adds its price to the debt of an invoice account, which needs no money beforehand', async () => {
    const payer = newPayer({ paymentMethod: 'INVOICE' });
    const quote = await price(payer);
    expect(quote).toMatchObject({ charge: 400, beginning: null, ending: null, insufficient: false });
    expect(await pay(payer, quote.imageStateGuid)).toMatchObject({ ok: true, value: { status: 'PAID' } });
    const [owed] = await payments.database.asAdmin<{ sum: string }>(
      `SELECT sum(p.amount_minor) FROM payments.posting p JOIN payments.ledger_account a ON a.id = p.ledger_account_id
        WHERE a.kind = 'ar_invoice' AND a.owner_account_id = $1`,
      [payer.account],
    );
    expect(owed?.sum).toBe('-400');
  });

  test('is never charged to county staff', async () => {
    const staff = newPayer({}, { role: 'COUNTY', terms: null });
    const quote = await price(staff);
    expect(quote).toMatchObject({ charge: 0, funding: 'FREE', insufficient: false });
    expect(await pay(staff, quote.imageStateGuid)).toEqual({
      ok: true,
      value: { status: 'PAID', balance: null },
    });
    expect(await entriesOf(quote.imageStateGuid)).toBe(0);
  });

  test('of a guest does not make its pages free for the next guest', async () => {
    payments.prices.tariff = {
      ...payments.prices.tariff,
      general: { document: 0, firstPage: 0, additionalPages: 0 },
    };
    const guest = newPayer({ paymentMethod: 'CREDIT_CARD' }, { role: 'GUEST' });
    const quote = await price(guest, 'A1000004', '1');
    expect(await pay(guest, quote.imageStateGuid)).toMatchObject({ ok: true, value: { status: 'PAID' } });
    payments.prices.tariff = {
      ...payments.prices.tariff,
      general: { document: 400, firstPage: 200, additionalPages: 50 },
    };
    const next = { ...guest, session: randomUUID() };
    expect(await price(next, 'A1000004', '1')).toMatchObject({ charge: 200, insufficient: true });
    expect(await open(next, quote.imageStateGuid)).toMatchObject({ ok: false, code: 'ORDER_NOT_FOUND' });
  });
});

describe('the payments service', () => {
  test('A10-02 answers INSUFFICIENT_FUNDS when there is too little money, and charges nothing', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 399);
    const quote = await price(payer);
    expect(quote).toMatchObject({ insufficient: true, beginning: 399, ending: -1 });
    expect(await pay(payer, quote.imageStateGuid)).toMatchObject({
      ok: true,
      value: { status: 'INSUFFICIENT_FUNDS', balance: { available: 399 } },
    });
    expect(await entriesOf(quote.imageStateGuid)).toBe(0);
  });

  test('prices an order again after a deposit, and then accepts its payment', async () => {
    const payer = newPayer();
    const { imageStateGuid } = await price(payer);
    await payments.give(payer.account, 'USD', 500);
    const quote = await payments.rpc.callOrThrow(recomputeOrder, { imageStateGuid }, { actor: payer });
    expect(quote).toMatchObject({ imageStateGuid, insufficient: false, beginning: 500, ending: 100 });
    expect(await pay(payer, imageStateGuid)).toMatchObject({ ok: true, value: { status: 'PAID' } });
  });

  test('S6 S23 refuses a download before payment', async () => {
    const payer = newPayer();
    const quote = await price(payer);
    expect(await open(payer, quote.imageStateGuid)).toMatchObject({ ok: false, code: 'ORDER_NOT_PAID' });
  });

  test('S6 S23 refuses payment after a cancellation, and accepts a second cancellation', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    const cancel = () => payments.rpc.call(cancelImageState, { imageStateGuid }, { actor: payer });
    expect(await cancel()).toMatchObject({ ok: true });
    expect(await cancel()).toMatchObject({ ok: true });
    expect(await pay(payer, imageStateGuid)).toMatchObject({ ok: false, code: 'ORDER_CLOSED' });
    expect(await open(payer, imageStateGuid)).toMatchObject({ ok: false, code: 'ORDER_NOT_PAID' });
  });

  test('refuses to cancel a paid order', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    await pay(payer, imageStateGuid);
    const cancelled = await payments.rpc.call(cancelImageState, { imageStateGuid }, { actor: payer });
    expect(cancelled).toMatchObject({ ok: false, code: 'ORDER_CLOSED' });
  });

  test('S23 refuses a price that is older than 30 minutes', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    payments.clock.advance(30 * 60_000);
    expect(await pay(payer, imageStateGuid)).toMatchObject({ ok: false, code: 'ORDER_EXPIRED' });
  });

  test('answers a repeated payment of a paid order with PAID and posts nothing', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    await pay(payer, imageStateGuid);
    await open(payer, imageStateGuid);
    expect(await pay(payer, imageStateGuid)).toMatchObject({
      ok: true,
      value: { status: 'PAID', balance: { available: 600 } },
    });
    expect(await entriesOf(imageStateGuid)).toBe(1);
  });

  test('refuses to charge a price after the payment method of the account has changed', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    const changed = { ...payer, terms: payer.terms && { ...payer.terms, paymentMethod: 'INVOICE' as const } };
    expect(await pay(changed, imageStateGuid)).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
  });

  test.each([
    ['another user', {}],
    ['another session of the user', { user: undefined }],
    ['another county', { county: 'saipan' }],
  ])('S5 does not find an order for %s, even by its guid', async (_who, over) => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    const stranger: Actor = {
      ...payer,
      ...('user' in over ? { session: randomUUID() } : 'county' in over ? over : { user: randomUUID() }),
    };
    for (const contract of [payOrder, recomputeOrder, cancelImageState] as const) {
      const answer = await payments.rpc.call(contract, { imageStateGuid }, { actor: stranger });
      expect(answer).toMatchObject({ ok: false, code: 'ORDER_NOT_FOUND' });
    }
    await pay(payer, imageStateGuid);
    const fetched = await open(stranger, imageStateGuid);
    // only the user who paid may fetch the download, in this session or in another one
    expect(fetched.ok).toBe('user' in over);
  });

  test.each([
    ['0', 'NO_SUCH_PAGE'],
    ['99', 'NO_SUCH_PAGE'],
    ['a-b', 'NO_SUCH_PAGE'],
    [' , ', 'NO_PAGES_SELECTED'],
  ])('refuses the page list "%s"', async (csv, code) => {
    const answer = await payments.rpc.call(computeOrder, pages('A1000001', csv), { actor: newPayer() });
    expect(answer).toMatchObject({ ok: false, code });
  });

  test('has no pages to sell for a document without images', async () => {
    payments.renderer.pageCount = 0;
    const entire = { documentKey: 'A1000005', pageSelectionMethod: 'ENTIRE_DOCUMENT' as const };
    const answer = await payments.rpc.call(computeOrder, entire, { actor: newPayer() });
    payments.renderer.pageCount = 12;
    expect(answer).toMatchObject({ ok: false, code: 'NO_PAGES_SELECTED' });
  });

  test('does not find an unknown document', async () => {
    payments.index.hidden.add('A9999999');
    const answer = await payments.rpc.call(computeOrder, pages('A9999999', '1'), { actor: newPayer() });
    expect(answer).toMatchObject({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
  });

  test('S6 does not deliver a document that was sealed after payment', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer, 'A1000006', '1');
    await pay(payer, imageStateGuid);
    payments.index.hidden.add('A1000006');
    expect(await open(payer, imageStateGuid)).toMatchObject({ ok: false, code: 'DOCUMENT_SEALED' });
  });

  test('refuses an order of a user who may only preview, and gives this user no file for a download', async () => {
    const viewer = newPayer({ imageRetrieval: false });
    const answer = await payments.rpc.call(computeOrder, pages('A1000001', '1'), { actor: viewer });
    expect(answer).toMatchObject({ ok: false, code: 'IMAGES_NOT_ALLOWED' });
    expect(await open(viewer, randomUUID())).toMatchObject({
      ok: true,
      value: { preview: true, object: null },
    });
  });

  test('refuses a download to a user without the right to images', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const { imageStateGuid } = await price(payer);
    await pay(payer, imageStateGuid);
    const barred = {
      ...payer,
      terms: payer.terms && { ...payer.terms, imageRetrieval: false, previewRetrieval: false },
    };
    expect(await open(barred, imageStateGuid)).toMatchObject({ ok: false, code: 'DOWNLOAD_NOT_ALLOWED' });
  });

  test('does not show a user the balance of another account', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const asked = await payments.rpc.call(getBalance, { account: payer.account }, { actor: newPayer() });
    expect(asked).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    const staff = newPayer({}, { role: 'TRIMIN', terms: null });
    expect(await payments.rpc.call(getBalance, { account: payer.account }, { actor: staff })).toMatchObject({
      ok: true,
      value: { available: 1_000 },
    });
  });
});
