import { expect, test } from '@jest/globals';
import type { PurchaseRow, PurchasesPage, SpendingAnswer } from '@portal/proto/http/purchases';
import type { ReconciliationReport } from '@portal/proto/http/reconciliation';
import { misbehave, payByCard, startDeposit } from './card-sandbox.js';
import { contentOf, orderOf, Visitor } from './portal.js';

const today = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format();
const usDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;
const days = (): { fromDate: string; toDate: string } => {
  const day = usDate(today('Pacific/Saipan'));
  return { fromDate: day, toDate: day };
};

const list = async (visitor: Visitor, clientReference: string | null = null): Promise<PurchaseRow[]> =>
  (await contentOf<PurchasesPage>(visitor.post('purchases/list', { clientReference }))).purchases;

/**
 * The deed that this test buys. No other test uses it, because a purchase makes all pages of a document free for the
 * rest of the day.
 */
const document = 'A1003304';
const buy = async (visitor: Visitor, pages: string): Promise<string> => {
  const order = await contentOf<{ imageState: { guid: string } }>(
    visitor.post('imaging/computeDownloadOrder', orderOf(pages, document)),
  );
  const { guid } = order.imageState;
  await contentOf(visitor.post('imaging/payDownloadOrder', { imageStateGuid: guid }));
  return guid;
};

const deposit = async (visitor: Visitor): Promise<{ attemptId: string; transId: string }> => {
  const { attemptId, token } = await startDeposit(visitor, '50.00');
  return { attemptId, ...(await payByCard(token)) };
};
const complete = (visitor: Visitor, { attemptId, transId }: { attemptId: string; transId: string }) =>
  contentOf<{ completed: boolean }>(
    visitor.post('escrowDeposit/completeDeposit', { attemptId, transactionResponse: { transId } }),
  );

test('a buyer lists an order, labels it, downloads it again and gets a receipt; users of other accounts can do none of this', async () => {
  const buyer = await Visitor.signedIn('demo.escrow', 'saipan');
  const guid = await buy(buyer, '3');
  const reference = `Order ${guid.slice(0, 8)}`;
  await contentOf(
    buyer.post('purchases/clientReference', { imageStateGuid: guid, clientReference: reference }),
  );
  const [row] = await list(buyer, reference);
  expect(row).toMatchObject({
    kind: 'ORDER',
    imageStateGuid: guid,
    clientReference: reference,
    username: '',
  });

  const again = await Visitor.signedIn('demo.escrow', 'saipan');
  const balance = await contentOf(again.post('currentUser/usageBalance'));
  const file = await again.get(`imaging/download/${guid}`);
  expect([file.status, file.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(await contentOf(again.post('currentUser/usageBalance'))).toEqual(balance);
  const receipt = await again.post('purchases/receipt', { kind: 'ORDER', id: row?.id });
  expect([receipt.status, receipt.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(receipt.headers['content-disposition']).toContain('Receipt-');

  const others = [
    await Visitor.signedIn('demo.invoice', 'saipan'),
    await Visitor.signedIn('guest.user', 'saipan'),
    await Visitor.signedIn('demo.escrow', 'lake'),
    await Visitor.signedIn('demo.account', 'lake'),
  ];
  for (const other of others) {
    expect(await list(other, reference)).toEqual([]);
    expect((await other.post('purchases/receipt', { kind: 'ORDER', id: row?.id })).status).toBe(404);
    const named = await other.post('purchases/clientReference', {
      imageStateGuid: guid,
      clientReference: 'x',
    });
    expect(named.status).toBe(404);
    expect((await other.get(`imaging/download/${guid}`)).status).toBe(404);
  }
  const admin = await Visitor.signedIn('demo.account', 'saipan');
  expect(await list(admin, reference)).toMatchObject([{ username: 'demo.escrow' }]);
  expect((await admin.get(`imaging/download/${guid}`)).status).toBe(200);
});

test('a deposit has a receipt with its surcharge, and spending is totaled by reference in a table and a CSV file', async () => {
  const buyer = await Visitor.signedIn('demo.account', 'saipan');
  expect(await complete(buyer, await deposit(buyer))).toMatchObject({ completed: true });
  const [row] = await list(buyer);
  expect(row).toMatchObject({ kind: 'DEPOSIT', charged: '$50.00', surcharge: '$1.50', imageStateGuid: null });
  const receipt = await buyer.post('purchases/receipt', { kind: 'DEPOSIT', id: row?.id });
  expect(receipt.body.subarray(0, 5).toString()).toBe('%PDF-');

  const guid = await buy(buyer, '4');
  const reference = `=Client ${guid.slice(0, 8)}`;
  await contentOf(
    buyer.post('purchases/clientReference', { imageStateGuid: guid, clientReference: reference }),
  );
  const spending = await contentOf<SpendingAnswer>(buyer.post('purchases/spending', days()));
  expect(spending.rows.find((each) => each.reference === reference)).toMatchObject({ orders: 1 });
  const csv = await buyer.post('purchases/spendingCsv', days());
  expect(csv.headers['content-type']).toContain('text/csv');
  // text that a spreadsheet would run as a formula is written as text
  expect(csv.body.toString()).toContain(`'${reference}`);
  const wrong = await buyer.post('purchases/spending', { fromDate: '13/01/2026', toDate: '' });
  expect([wrong.status, Object.keys(wrong.envelope.fields ?? {}).sort()]).toEqual([
    422,
    ['fromDate', 'toDate'],
  ]);
});

test('reconciliation finds a card that was charged twice, and staff note what was done about it', async () => {
  const buyer = await Visitor.signedIn('demo.account', 'saipan');
  await misbehave({ on: 'pay', mode: 'duplicate' });
  const paid = await deposit(buyer);
  await complete(buyer, paid);
  const staff = await Visitor.signedIn('demo.county', 'saipan');
  await contentOf(staff.post('reports/cardReconciliationRun'));
  const day = today('Pacific/Saipan');
  const report = (visitor = staff) =>
    contentOf<ReconciliationReport>(visitor.post('reports/cardReconciliation', { from: day, to: day }));
  const ofBuyer = (await report()).findings.filter(({ class: found }) => found === 'DUPLICATE');
  // the portal credits the charge that is reported first, and reconciliation finds the other charge
  const charges = [BigInt(paid.transId), BigInt(paid.transId) + 1n];
  const found = ofBuyer.find(({ transactionId }) => charges.includes(BigInt(transactionId)));
  expect(found).toMatchObject({ state: 'OPEN', username: 'demo.account', suspense: '$51.50' });

  const abroad = await Visitor.signedIn('demo.county', 'lake');
  expect((await report(abroad)).findings.map(({ id }) => id)).not.toContain(found?.id);
  const note = { id: found?.id, note: 'Refunded at the provider.', resolved: true };
  expect((await abroad.post('reports/cardReconciliationNote', note)).status).toBe(404);
  expect((await buyer.post('reports/cardReconciliationNote', note)).status).toBe(404);
  await contentOf(staff.post('reports/cardReconciliationNote', note));
  expect((await report()).findings.find(({ id }) => id === found?.id)).toMatchObject({
    state: 'RESOLVED',
    notes: [{ text: 'Refunded at the provider.', username: 'demo.county', resolved: true }],
  });
});
