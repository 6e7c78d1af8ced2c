import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { DownloadOrder, PaymentAnswer } from '@portal/proto/http/orders';
import { DemoRows } from './demo-rows.js';
import { ask, contentOf, hosts, orderOf, Visitor, type Reply } from './portal.js';

const pdf = '%PDF-';
const pdfInBase64 = Buffer.from(pdf).toString('base64').slice(0, 6);

const expectNoPages = (what: string, { status, body }: Reply): void => {
  expect([what, status >= 400 && status < 500]).toEqual([what, true]);
  expect([what, body.includes(pdf), body.includes(pdfInBase64)]).toEqual([what, false, false]);
};

const price = (visitor: Visitor, key?: string): Promise<DownloadOrder> =>
  contentOf<DownloadOrder>(visitor.post('imaging/computeDownloadOrder', orderOf('1', key)));
const pay = (visitor: Visitor, imageStateGuid: string): Promise<Reply> =>
  visitor.post('imaging/payDownloadOrder', { imageStateGuid });
const statusOf = async (visitor: Visitor, guid: string): Promise<string> =>
  (await contentOf<PaymentAnswer>(pay(visitor, guid))).status;

/** Downloads an order through both routes that deliver PDFs. */
const fetched = async (visitor: Visitor, guid: string): Promise<Reply[]> => [
  await visitor.get(`imaging/download/${guid}`),
  await visitor.post('imaging/getImage', { imageStateGuid: guid }),
];

const expectSealedFrom = async (what: string, visitor: Visitor, guid: string): Promise<void> => {
  for (const reply of await fetched(visitor, guid)) expectNoPages(what, reply);
};

/** Finds the last document whose first page nobody in the account has bought. */
const unboughtOf = async (visitor: Visitor): Promise<{ key: string; order: DownloadOrder }> => {
  const keys = new Set(
    new DemoRows(visitor.county)
      .of('images')
      .map(({ document_key: key = '' }) => key)
      .filter((key) => key.startsWith('A'))
      .toReversed(),
  );
  for (const key of keys) {
    const order = await price(visitor, key);
    if (order.feeSchedule.alreadyPurchasedMessage === '') return { key, order };
  }
  throw new Error('the account has bought every document');
};

const centsIn = (text = ''): number => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);
const centsOf = ({ feeSchedule }: DownloadOrder): number =>
  centsIn(feeSchedule.singleItemPurchase?.item.value);

const moneyOf = async (username: string): Promise<number> => {
  const visitor = await Visitor.signedIn(username);
  const { usageBalance } = await contentOf<{ usageBalance: string }>(
    visitor.post('currentUser/usageBalance'),
  );
  return centsIn(usageBalance);
};

test('S6 S23 pages are delivered only to the user who paid for them, and only after the payment', async () => {
  const buyer = await Visitor.signedIn('demo.escrow');
  const { key, order } = await unboughtOf(buyer);
  const { guid } = order.imageState;
  await expectSealedFrom('priced', buyer, guid);
  expect(await statusOf(buyer, guid)).toBe('PAID');
  const [file, image] = await fetched(buyer, guid);
  expect(file?.body.subarray(0, 5).toString()).toBe(pdf);
  expect(image?.body.includes(pdfInBase64)).toBe(true);
  const others = {
    'another account': await Visitor.signedIn('demo.flatfee'),
    'another county': await Visitor.signedIn('demo.escrow', 'saipan'),
    'county staff': await Visitor.signedIn('demo.county'),
    nobody: new Visitor(),
  };
  for (const [who, other] of Object.entries(others)) await expectSealedFrom(who, other, guid);

  const visitor = await Visitor.signedIn('demo.invoice');
  const { imageState: cancelled } = await price(visitor, key);
  expect(
    (await visitor.post('imaging/cancelImageState', { imageStateGuid: cancelled.guid })).envelope.ok,
  ).toBe(true);
  await expectSealedFrom('cancelled', visitor, cancelled.guid);
  expect((await pay(visitor, cancelled.guid)).envelope).toMatchObject({ ok: false, content: null });
  await expectSealedFrom('cancelled and paid', visitor, cancelled.guid);
});

test('S6 no URL leads to the contents of the object store', async () => {
  const objects = path.join(String(process.env.PORTAL_DATA), 'objects');
  const keys = readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pdf'))
    .map(({ parentPath, name }) => path.relative(objects, path.join(parentPath, name)));
  expect(keys.length).toBeGreaterThan(0);
  const [key = ''] = keys;
  const places = ['', 'objects', 'LandShark', 'LandShark/objects', 'LandShark/img', 'LandShark/api/imaging'];
  const ways = places.flatMap((place) => [`/${place}/${key}`, `/${place}/${encodeURIComponent(key)}`]);
  const around = ['/LandShark/img/..%2f..%2f', '/LandShark/img/../../', '/LandShark/assets/../../objects/'];
  for (const way of [...ways, ...around.map((start) => start + key)]) {
    const { status, body } = await ask(hosts.lake, { path: way });
    expect([way, body.includes(pdf)]).toEqual([way, false]);
    // for a path that is not a file of the web client, the server sends the client's first page
    expect([way, [200, 400, 403, 404].includes(status)]).toEqual([way, true]);
  }
});

test('S22 two windows that buy the same page at the same moment pay for it once', async () => {
  const [left, right] = [await Visitor.signedIn('demo.escrow'), await Visitor.signedIn('demo.escrow')];
  const { key, order } = await unboughtOf(left);
  const guids = [order.imageState.guid, (await price(right, key)).imageState.guid] as const;
  const before = await moneyOf('demo.escrow');
  const paid = await Promise.all([statusOf(left, guids[0]), statusOf(right, guids[1])]);
  expect(paid).toEqual(['PAID', 'PAID']);
  const spent = before - (await moneyOf('demo.escrow'));
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBe(centsOf(order));
  const files = [...(await fetched(left, guids[0])), ...(await fetched(right, guids[1]))];
  for (const { body } of files) expect(body.includes(pdf) || body.includes(pdfInBase64)).toBe(true);
});

test('S21 concurrent orders are paid only as far as the balance covers them', async () => {
  const buyer = await Visitor.signedIn('demo.small');
  const money = await moneyOf('demo.small');
  const keys = new DemoRows('lake').of('images').map(({ document_key: key = '' }) => key);
  const orders: DownloadOrder[] = [];
  for (const key of new Set(keys.filter((each) => each.startsWith('A')).slice(-400))) {
    const order = await price(buyer, key);
    if (order.feeSchedule.alreadyPurchasedMessage === '') orders.push(order);
    if (orders.length === 50) break;
  }
  expect(orders).toHaveLength(50);
  const cents = orders[0] ? centsOf(orders[0]) : 0;
  expect(cents).toBeGreaterThan(0);
  const paid = await Promise.all(orders.map(({ imageState }) => statusOf(buyer, imageState.guid)));
  expect(paid.filter((status) => status === 'PAID')).toHaveLength(Math.floor(money / cents));
  expect(paid.filter((status) => status !== 'PAID' && status !== 'INSUFFICIENT_FUNDS')).toEqual([]);
  const unpaid = orders.find((_, at) => paid[at] === 'INSUFFICIENT_FUNDS')?.imageState.guid ?? '';
  await expectSealedFrom('too little money', buyer, unpaid);
  expect(await moneyOf('demo.small')).toBe(money % cents);
}, 60_000);
