import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import { findCountyMoney } from '@portal/proto/rpc/ls1-migration';
import {
  computeOrder,
  holdFiling,
  listUnsettledAccounts,
  overrideBalance,
  payOrder,
  postOfficeEntry,
  priceFiling,
} from '@portal/proto/rpc/payments';
import type { Actor } from '@portal/proto/rpc/actor';
import { randomUUID } from 'node:crypto';
import { CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const list = (accounts: readonly string[], actor: Actor = systemActor('lake', 'identity')) =>
  steps.payments.rpc.call(listUnsettledAccounts, { accounts: [...accounts] }, { actor });
async function reasonOf(account: string, county = 'lake'): Promise<string> {
  const answer = await list([account], systemActor(county, 'identity'));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.find((found) => found.account === account)?.reason ?? 'free';
}
const pay = async (actor: Actor): Promise<void> => {
  const request = { documentKey: 'A-1', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1' };
  const { imageStateGuid } = await steps.payments.rpc.callOrThrow(computeOrder, request, { actor });
  await steps.payments.rpc.callOrThrow(payOrder, { imageStateGuid }, { actor });
};

test('an account counts as settled when it has no entries or has spent all its money', async () => {
  const payer = newPayer();
  expect(await reasonOf(payer.account)).toBe('free');
  await steps.payments.give(payer.account, 'USD', 200);
  expect(await reasonOf(payer.account)).toBe('MONEY');
  await pay(payer);
  expect(await reasonOf(payer.account)).toBe('free');
});

test('images, debts and reserved amounts each keep an account from being settled', async () => {
  const [images, debtor, held] = [newPayer(), newPayer({ paymentMethod: 'INVOICE' }), newPayer()];
  await steps.payments.give(images.account, 'IMG', 1);
  await pay(debtor);
  await steps.payments.give(held.account, 'USD', 100);
  await steps.payments.database.asAdmin(
    `UPDATE payments.account_balance b SET held_minor = 100 FROM payments.ledger_account a
      WHERE a.id = b.ledger_account_id AND a.owner_account_id = $1`,
    [held.account],
  );
  const reasons = await Promise.all([images, debtor, held].map(({ account }) => reasonOf(account)));
  await steps.payments.database.asAdmin('UPDATE payments.account_balance SET held_minor = 0');
  expect(reasons).toEqual(['MONEY', 'OWES', 'HOLDS']);
});

test('an account that has only images counts as unsettled if the caller counts images, or if an order holds some', async () => {
  const [left, held, rich] = [newPayer(), newPayer(), newPayer()];
  for (const { account } of [left, held, rich]) await steps.payments.give(account, 'IMG', 3);
  await steps.payments.give(rich.account, 'USD', 100);
  const { asAdmin } = steps.payments.database;
  const balanceOf = `payments.account_balance b SET %s FROM payments.ledger_account a
    WHERE a.id = b.ledger_account_id AND a.kind = 'images' AND a.owner_account_id = $1`;
  const change = (what: string, { account }: { account: string }) =>
    asAdmin(`UPDATE ${balanceOf.replace('%s', what)}`, [account]);
  await change('held_minor = 1', held);
  await change(`unlimited_until = '2999-01-01'`, left);
  const accounts = [left, held, rich].map(({ account }) => account);
  const actor = systemActor('lake', 'identity');
  const reasons = async (countImages?: boolean) => {
    const asked = { accounts, ...(countImages !== undefined && { countImages }) };
    const answer = await steps.payments.rpc.callOrThrow(listUnsettledAccounts, asked, { actor });
    return accounts.map((account) => answer.find((each) => each.account === account)?.reason ?? 'free');
  };
  expect(await reasons(false)).toEqual(['free', 'HOLDS', 'MONEY']);
  for (const all of [true, undefined]) expect(await reasons(all)).toEqual(['MONEY', 'HOLDS', 'MONEY']);
  await change('held_minor = 0', held);
});

test('an open card page, or a correction that waits for approval, counts as a payment in progress', async () => {
  const [atCardPage, waiting] = [newPayer(), newPayer()];
  await steps.deposit(atCardPage);
  const clerk = { ...newPayer({}, { role: 'COUNTY' }), account: null, terms: null };
  await steps.payments.rpc.callOrThrow(
    postOfficeEntry,
    {
      ...{ id: randomUUID(), account: waiting.account, kind: 'CORRECTION', means: null, number: '' },
      ...{ amount: 90_000, note: 'Posted twice' },
    },
    { actor: clerk },
  );
  expect(await reasonOf(atCardPage.account)).toBe('PAYING');
  expect(await reasonOf(waiting.account)).toBe('PAYING');
});

test('S7 the list of unsettled accounts reveals nothing about accounts of another county', async () => {
  const payer = newPayer();
  await steps.payments.give(payer.account, 'USD', 100);
  expect(await reasonOf(payer.account, 'saipan')).toBe('free');
});

test('staff cannot list unsettled accounts, because only services may', async () => {
  const staff = testActor({ role: 'COUNTY', account: null, terms: null });
  expect((await list([], staff)).ok).toBe(false);
});

test('S27 a county counts as having money as soon as somebody has paid or e-filed; opening balances of the demo do not count', async () => {
  const find = async (county: string) => {
    const answer = await steps.payments.rpc.call(
      findCountyMoney,
      {},
      { actor: systemActor(county, 'identity') },
    );
    if (!answer.ok) throw new Error(answer.code);
    return answer.value;
  };
  expect((await find('lake')).hasEntries).toBe(true);
  const account = randomUUID();
  const opening = { asset: 'USD', account, reason: 'Opening balance of the demo' } as const;
  const give = (key: string, balance: number) =>
    steps.payments.rpc.callOrThrow(
      overrideBalance,
      { ...opening, key, balance },
      { actor: systemActor('saipan', 'launcher') },
    );
  await give('demo opening escrow', 500);
  expect(await find('saipan')).toEqual({ hasEntries: false, isUnderWay: false });
  const filer = { ...newPayer({ paymentMethod: 'INVOICE' }), county: 'saipan' };
  const [filing, replaces] = [randomUUID(), null];
  await steps.payments.rpc.callOrThrow(
    priceFiling,
    { filing, efileType: 'LR', pages: 1, replaces },
    { actor: filer },
  );
  expect((await find('saipan')).isUnderWay).toBe(false);
  await steps.payments.rpc.callOrThrow(holdFiling, { filing, replaces }, { actor: filer });
  expect(await find('saipan')).toEqual({ hasEntries: false, isUnderWay: true });
  await give('opening escrow', 700);
  expect((await find('saipan')).hasEntries).toBe(true);
});
