import { expect, test } from '@jest/globals';
import type { AddOnConfirmation } from '@portal/proto/http/card-payments';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { contentOf, orderOf, Visitor } from './portal.js';

interface Options {
  readonly guid: string;
  readonly purchaseOptions: DownloadOrder['imageState']['purchaseOptions'];
}
interface Bought {
  readonly ok: boolean;
  readonly message: string;
  readonly usageBalance: string;
}

/** Signs in a buyer in a county that the browser tests do not use. */
const buyer = () => Visitor.signedIn('demo.bundles', 'saipan');
const open = (visitor: Visitor) => contentOf<Options>(visitor.post('flatFee/getAddOnOptions'));
const confirm = (visitor: Visitor, guid: string, option = '1') =>
  visitor.post('flatFee/getUserAddOnConfirmation', { option, imageStateReference: { imageStateGuid: guid } });
const buy = (visitor: Visitor, imageStateGuid: string) =>
  visitor.post('flatFee/userAddOn', { imageStateGuid });
const imagesIn = (text: string): number => Number(/^\d+/.exec(text)?.[0]);

test('A11-01 A11-06 A11-07 A11-16 a bundle is offered, confirmed and bought once, however often it is requested', async () => {
  const visitor = await buyer();
  const { guid, purchaseOptions } = await open(visitor);
  expect(purchaseOptions.flatFeeOptions).toMatchObject({
    title: 'Flat Fee Account Add On',
    options: [{ text: '50 images for $20.00', value: '1' }, { value: '2' }, { value: '3' }],
  });
  const { usageBalance: before } = await contentOf<{ usageBalance: string }>(
    visitor.post('currentUser/usageBalance'),
  );
  const confirmation = await contentOf<AddOnConfirmation>(confirm(visitor, guid));
  expect(confirmation).toMatchObject({ ok: true, insufficientBalance: false, purchase: { value: '$20.00' } });
  const first = await contentOf<Bought>(buy(visitor, guid));
  expect(first.ok).toBe(true);
  expect(imagesIn(first.usageBalance)).toBe(imagesIn(before) + 50);
  const again = await Promise.all([buy(visitor, guid), buy(visitor, guid)]);
  for (const { envelope } of again) expect(envelope.content).toEqual(first);
});

test('A11-06 A11-16 S23 a message says that the county no longer sells the bundle, or that the user has to confirm the purchase first', async () => {
  const visitor = await buyer();
  const { guid } = await open(visitor);
  expect(await contentOf<AddOnConfirmation>(confirm(visitor, guid, '5'))).toMatchObject({
    ok: false,
    errorMessage: 'The county no longer offers this bundle. Please choose another one.',
  });
  expect(await contentOf<Bought>(buy(visitor, guid))).toMatchObject({
    ok: false,
    message: 'Please confirm the purchase first.',
  });
  expect((await visitor.post('imaging/cancelImageState', { imageStateGuid: guid })).envelope.ok).toBe(true);
  expect((await confirm(visitor, guid)).status).toBe(404);
});

test("S5 another user's bundle is not found, and an account that may not buy bundles is offered none", async () => {
  const owner = await buyer();
  const { guid } = await open(owner);
  const colleague = await Visitor.signedIn('demo.office', 'saipan');
  for (const attempt of [confirm(colleague, guid), buy(colleague, guid)])
    expect((await attempt).status).toBe(404);
  for (const username of ['demo.flatfee', 'demo.escrow', 'demo.county', 'guest.user']) {
    const other = await Visitor.signedIn(username, 'saipan');
    expect([username, (await other.post('flatFee/getAddOnOptions')).status]).toEqual([username, 404]);
  }
});

test('A10-10 A11-20 an order says how its payer can pay', async () => {
  const small = await Visitor.signedIn('demo.small', 'saipan');
  const { imageState, feeSchedule } = await contentOf<DownloadOrder>(
    small.post('imaging/computeDownloadOrder', orderOf('11')),
  );
  expect(imageState.hasBuyOptions).toBe(true);
  expect(imageState.purchaseOptions).toMatchObject({ flatFeeOptions: null, creditCardOptions: null });
  expect(imageState.purchaseOptions.escrowOptions?.depositAmountMessage).toBe('From $10.00 to $500.00');
  expect(feeSchedule.noPurchasingOptionsAvailableMessage).toBe('');
});
