import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import { computeOrder, openDownload, payOrder, renewDownload } from '@portal/proto/rpc/payments';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
beforeEach(() => {
  payments.renderer.beforeWriting = () => Promise.resolve(undefined);
  payments.renderer.object = undefined;
  payments.renderer.written.length = 0;
});
afterAll(() => payments.close());

const price = async (actor: Actor, pagesSelected: string): Promise<string> => {
  const pages = { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected };
  return (await payments.rpc.callOrThrow(computeOrder, pages, { actor })).imageStateGuid;
};
const paid = async (actor: Actor, pagesSelected: string): Promise<string> => {
  const imageStateGuid = await price(actor, pagesSelected);
  const { status } = await payments.rpc.callOrThrow(payOrder, { imageStateGuid }, { actor });
  expect(status).toBe('PAID');
  return imageStateGuid;
};
const open = (actor: Actor, imageStateGuid: string) =>
  payments.rpc.call(openDownload, { imageStateGuid }, { actor });

describe('a paid PDF that is damaged', () => {
  const renew = (actor: Actor, imageStateGuid: string) =>
    payments.rpc.call(renewDownload, { imageStateGuid }, { actor });
  const newObject = { objectKey: 'pdf/lake/A1000001/1/new.pdf', sha256: 'f'.repeat(64), size: 2_000 };

  test('is written again from the paid pages at no cost, and the next download returns the new PDF', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await paid(payer, '1-3');
    const [first] = payments.renderer.written.splice(0);
    payments.renderer.object = newObject;
    const entries = () => payments.database.asAdmin('SELECT id FROM payments.journal_entry');
    const before = (await entries()).length;
    expect(await renew(payer, guid)).toMatchObject({
      ok: true,
      value: { preview: false, object: newObject },
    });
    expect(payments.renderer.written).toEqual([{ ...first, again: true }]);
    expect(await open(payer, guid)).toMatchObject({ ok: true, value: { object: newObject } });
    expect((await entries()).length).toBe(before);
  });

  test('is not written again for another user, and no PDF is written for an unpaid order', async () => {
    const [payer, other] = [newPayer(), newPayer()];
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await paid(payer, '1-3');
    payments.renderer.written.length = 0;
    expect(await renew(other, guid)).toMatchObject({ ok: false, code: 'ORDER_NOT_FOUND' });
    expect(await renew(payer, await price(payer, '4'))).toMatchObject({ ok: false, code: 'ORDER_NOT_PAID' });
    expect(payments.renderer.written).toEqual([]);
  });

  test('stays unchanged while the imaging service does not answer, or if the images of the paid pages are missing', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await paid(payer, '1-3');
    const before = await open(payer, guid);
    for (const code of ['SERVICE_UNAVAILABLE', 'PAGE_IMAGE_MISSING'] as const) {
      payments.renderer.beforeWriting = () => Promise.resolve(code);
      expect(await renew(payer, guid)).toMatchObject({ ok: false, code });
    }
    expect(await open(payer, guid)).toEqual(before);
  });
});
