import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { closeAccount, computeOrder, payOrder } from '@portal/proto/rpc/payments';
import type { Actor } from '@portal/proto/rpc/actor';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

const office = testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null });
const deletePerUse = async (account: string, images: number): Promise<string> => {
  const asked = { account, images };
  const answer = await payments.rpc.call(closeAccount, asked, { actor: office });
  return answer.ok ? 'closed' : answer.code;
};
/** Reads the postings of the entry that forfeits the account's images. */
const linesOf = async (account: string): Promise<string[]> => {
  const lines = await payments.database.asAdmin<{ line: string }>(
    `SELECT a.kind || ' ' || p.amount_minor AS line FROM payments.journal_entry e
       JOIN payments.posting p ON p.entry_id = e.id JOIN payments.ledger_account a ON a.id = p.ledger_account_id
      WHERE e.op_type = 'OVERRIDE' AND e.op_key = $1 ORDER BY a.kind`,
    [`closing:${account}`],
  );
  return lines.map(({ line }) => line);
};
const price = async (actor: Actor): Promise<string> => {
  const request = { documentKey: 'A1', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1' };
  return (await payments.rpc.callOrThrow(computeOrder, request, { actor })).imageStateGuid;
};
const pay = async (actor: Actor, imageStateGuid: string): Promise<string> => {
  const answer = await payments.rpc.call(payOrder, { imageStateGuid }, { actor });
  return answer.ok ? answer.value.status : answer.code;
};

describe('an account that no longer pays a flat fee', () => {
  test('is closed although it has images left; a balanced entry takes them back, and the audit log records this', async () => {
    const { account } = newPayer();
    await payments.give(account, 'IMG', 37);
    expect(await Promise.all([1, 2].map(() => deletePerUse(account, 37)))).toEqual(['closed', 'closed']);
    expect(await linesOf(account)).toEqual(['images -37', 'images_issued 37']);
    const audited = await payments.database.asAdmin(
      `SELECT payload FROM payments.outbox WHERE payload->>'object' = $1 AND payload->>'detail' LIKE 'Images left%'`,
      [`account:${account}`],
    );
    expect(audited).toMatchObject([{ payload: { action: 'balance.override' } }]);
  });

  test('stays open and keeps its images while it has money', async () => {
    const { account } = newPayer();
    await payments.give(account, 'IMG', 5);
    await payments.give(account, 'USD', 1);
    expect(await deletePerUse(account, 5)).toBe('ACCOUNT_HAS_MONEY');
    expect(await linesOf(account)).toEqual([]);
    await payments.give(account, 'USD', 0);
    expect(await deletePerUse(account, 5)).toBe('closed');
  });

  test.each([0, 36, 38])(
    'stays open and keeps its 37 images if the clerk agreed to lose %s images',
    async (seen) => {
      const { account } = newPayer();
      await payments.give(account, 'IMG', 37);
      expect(await deletePerUse(account, seen)).toBe('ACCOUNT_CHANGED');
      expect(await linesOf(account)).toEqual([]);
      expect(await deletePerUse(account, 37)).toBe('closed');
    },
  );

  test('stays open if nobody agreed to lose its images', async () => {
    const { account } = newPayer();
    await payments.give(account, 'IMG', 1);
    const answer = await payments.rpc.call(closeAccount, { account }, { actor: office });
    expect(answer).toMatchObject({ code: 'ACCOUNT_HAS_MONEY' });
  });

  test('stays open while an order from the time of the flat fee holds images', async () => {
    const payer = newPayer({ accountType: 'FLAT_FEE' });
    await payments.give(payer.account, 'IMG', 5);
    const guid = await price(payer);
    const refused: string[] = [];
    payments.renderer.beforeWriting = async () => {
      refused.push(await deletePerUse(payer.account, 5));
      return undefined;
    };
    expect(await pay(payer, guid)).toBe('PAID');
    payments.renderer.beforeWriting = () => Promise.resolve(undefined);
    expect(refused).toEqual(['ACCOUNT_HAS_HOLDS']);
    expect(await deletePerUse(payer.account, 4)).toBe('closed');
  });
});
