import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { chargeSearch, listOfficeEntries, postOfficeEntry } from '@portal/proto/rpc/payments';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

const clerk: Actor = { ...newPayer({}, { role: 'COUNTY' }), account: null, terms: null };
const post = (account: string, kind: 'PAYMENT' | 'REFUND', amount: number) =>
  payments.rpc.call(
    postOfficeEntry,
    { id: randomUUID(), account, kind, means: 'CASH', amount, number: '', note: '' },
    { actor: clerk },
  );
const owed = async (account: string) => {
  const asked = { account, offset: 0, limit: 10 };
  return (await payments.rpc.callOrThrow(listOfficeEntries, asked, { actor: clerk })).balance?.owed;
};

test('S21 money paid ahead is not refunded while a purchase by invoice is spending it', async () => {
  const payer = newPayer({ paymentMethod: 'INVOICE' });
  payments.accounts.methods.set(payer.account, 'INVOICE');
  expect(await post(payer.account, 'PAYMENT', 500)).toMatchObject({ ok: true, value: { book: 'INVOICE' } });
  const finish = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  armFailpoints((name) => {
    if (name !== 'entry-inserted') return undefined;
    // the refund also reaches this failpoint, but only the purchase has to stop here
    armFailpoints(undefined);
    reached.resolve(undefined);
    return finish.promise;
  });
  const search = { item: 'searchByName' as const, key: randomUUID() };
  const bought = payments.rpc.callOrThrow(chargeSearch, search, { actor: payer });
  await reached.promise;
  let isAnswered = false;
  const refunded = post(payer.account, 'REFUND', -500).finally(() => (isAnswered = true));
  await eventually(async () => {
    const waiting = await payments.database.asAdmin(
      'SELECT 1 FROM pg_locks WHERE locktype = $1 AND NOT granted',
      ['advisory'],
    );
    expect(isAnswered || waiting.length > 0).toBe(true);
  });
  finish.resolve(undefined);
  await bought;
  expect(await refunded).toMatchObject({ code: 'INVALID_INPUT', fields: { amount: 'cashier:notCovered' } });
  expect(await owed(payer.account)).toBe(0);
});
