import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { systemActor } from '@portal/infra/rpc';
import { eventually, testActor } from '@portal/infra/testing';
import { chargeAccountTask } from '@portal/proto/rpc/account-tasks';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  buyAddOn,
  chargeSearch,
  closeAccount,
  computeOrder,
  confirmAddOn,
  decideOfficeEntry,
  getBalance,
  listAddOns,
  listUnsettledAccounts,
  overrideBalance,
  payOrder,
  postOfficeEntry,
} from '@portal/proto/rpc/payments';
import { CardSteps } from './card-steps.js';
import { fee, filingSteps } from './filing-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';
import { preauthorizationSteps } from './preauthorization-steps.js';

const LATER = 31 * 60_000;

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
  const { terms } = steps.payments;
  const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 50, cost: 2_000 };
  const rates = [line, { ...line, unlimitedNumberOfPages: true, numberOfPages: 0, cost: 0 }];
  terms.terms = { ...terms.terms, flatFee: { chargingImages: true, rates } };
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const { endSession } = preauthorizationSteps(() => steps);
const filings = filingSteps(() => steps);
const clerk = (over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null, ...over });
const office = clerk();
const billing = systemActor('lake', 'billing');
const ask = <T>(statement: string, params: unknown[]) => steps.ask<T & object>(statement, params);

const close = async (account: string, actor: Actor = office): Promise<string> => {
  const answer = await steps.payments.rpc.call(closeAccount, { account }, { actor });
  return answer.ok ? 'closed' : answer.code;
};
/** Returns why the account's users may not be purged yet; 'free' if they may. */
const reasonOf = async (account: string): Promise<string> => {
  const identity = systemActor('lake', 'identity');
  const asked = { accounts: [account] };
  const unsettled = await steps.payments.rpc.callOrThrow(listUnsettledAccounts, asked, { actor: identity });
  return unsettled[0]?.reason ?? 'free';
};
const closed = async (over: Parameters<typeof newPayer>[0] = {}): Promise<ReturnType<typeof newPayer>> => {
  const payer = newPayer(over);
  expect(await close(payer.account)).toBe('closed');
  return payer;
};
const price = async (actor: Actor): Promise<string> => {
  const request = { documentKey: 'A1', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1' };
  return (await steps.payments.rpc.callOrThrow(computeOrder, request, { actor })).imageStateGuid;
};
const pay = async (actor: Actor, imageStateGuid: string): Promise<string> => {
  const answer = await steps.payments.rpc.call(payOrder, { imageStateGuid }, { actor });
  return answer.ok ? answer.value.status : answer.code;
};
const search = (actor: Actor) =>
  steps.payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: randomUUID() }, { actor });
const available = async (account: string) =>
  (await steps.payments.rpc.callOrThrow(getBalance, { account }, { actor: office }))?.available;
const enter = (account: string, kind: 'PAYMENT' | 'CORRECTION', amount: number) => {
  const means = kind === 'CORRECTION' ? null : ('CHECK' as const);
  const entry = { id: randomUUID(), account, kind, means, amount, number: '7', note: 'closing' };
  return steps.payments.rpc.call(postOfficeEntry, entry, { actor: office });
};
const told = (account: string) =>
  ask<{ actor: string }>(
    `SELECT actor FROM payments.outbox WHERE aggregate = $1 AND type = 'payments.account-closed.v1'`,
    [`account:${account}`],
  );
const postingsOf = async (account: string): Promise<number> => {
  const [row] = await ask<{ n: string }>(
    `SELECT count(*) AS n FROM payments.journal_entry WHERE account_id = $1`,
    [account],
  );
  return Number(row?.n);
};

describe('an account with nothing left to settle', () => {
  test('C2-26 is closed once, even when several requests arrive, and a single event says who closed it', async () => {
    const { account } = newPayer();
    expect(await Promise.all([close(account), close(account), close(account)])).toEqual(
      Array(3).fill('closed'),
    );
    expect(await close(account, clerk())).toBe('closed');
    expect(await told(account)).toEqual([{ actor: office.user }]);
  });

  test('S9 can be closed by staff of its county and by no other user', async () => {
    const payer = newPayer();
    for (const actor of [{ ...payer, role: 'ACCOUNT' as const }, payer, newPayer()])
      expect(await close(payer.account, actor)).toBe('NOT_FOUND');
    await close(payer.account, clerk({ county: 'saipan' }));
    await steps.payments.give(payer.account, 'USD', 200);
    expect(await pay(payer, await price(payer))).toBe('PAID');
    expect(await told(payer.account)).toHaveLength(1);
  });
});

describe('an account stays open', () => {
  test.each(['USD', 'IMG'] as const)('while it has %s, until the balance is zero', async (asset) => {
    const { account } = newPayer();
    await steps.payments.give(account, asset, 1);
    expect(await close(account)).toBe('ACCOUNT_HAS_MONEY');
    await steps.payments.give(account, asset, 0);
    expect(await close(account)).toBe('closed');
  });

  test('while it owes money for invoices, or has paid more than it owes', async () => {
    const payer = newPayer({ paymentMethod: 'INVOICE' });
    steps.payments.accounts.methods.set(payer.account, 'INVOICE');
    await search(payer);
    expect(await close(payer.account)).toBe('ACCOUNT_OWES');
    await enter(payer.account, 'PAYMENT', 700);
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_MONEY');
    await search(payer);
    await enter(payer.account, 'PAYMENT', 300);
    expect(await close(payer.account)).toBe('closed');
  });

  test('while a purchase is in progress, and the purchase is then paid', async () => {
    const payer = newPayer();
    await steps.payments.give(payer.account, 'USD', 200);
    const guid = await price(payer);
    const refused: string[] = [];
    steps.payments.renderer.beforeWriting = async () => {
      refused.push(await close(payer.account));
      return undefined;
    };
    expect(await pay(payer, guid)).toBe('PAID');
    steps.payments.renderer.beforeWriting = () => Promise.resolve(undefined);
    expect(refused).toEqual(['ACCOUNT_HAS_HOLDS']);
    expect(await close(payer.account)).toBe('closed');
  });

  test('while a card page is open, until the page has expired and nobody can pay on it anymore', async () => {
    const payer = newPayer();
    const { attemptId } = await steps.deposit(payer);
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
    await steps.sweep(LATER);
    expect(await steps.attempt(attemptId)).toMatchObject({ state: 'ABANDONED' });
    expect(await close(payer.account)).toBe('closed');
  });

  test('while a card is authorized, until its session has ended and the amount is captured', async () => {
    const payer = newPayer({ paymentMethod: 'CREDIT_CARD' });
    await steps.authorize(payer);
    await search(payer);
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
    await endSession(payer);
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
    await steps.sweep();
    expect(await close(payer.account)).toBe('closed');
  });

  test('while a correction waits for the approval of a second person', async () => {
    const { account } = newPayer();
    const waiting = await enter(account, 'CORRECTION', 9_000_000);
    expect(waiting).toMatchObject({ ok: true, value: { state: 'WAITING' } });
    expect(await close(account)).toBe('ACCOUNT_HAS_HOLDS');
    const decision = { id: waiting.ok ? waiting.value.id : '', approve: false, note: '' };
    await steps.payments.rpc.callOrThrow(decideOfficeEntry, decision, { actor: clerk() });
    expect(await close(account)).toBe('closed');
  });

  describe('while the office has a document of the account', () => {
    test('and has taken no fee for it yet', async () => {
      const payer = newPayer({ paymentMethod: 'INVOICE' });
      const { filing } = await filings.price(payer);
      await filings.hold(payer, filing);
      expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
      expect(await filings.settle(filing, false)).toMatchObject({ ok: true });
      expect(await close(payer.account)).toBe('closed');
    });

    test('and has taken the fee at submission, until the fee goes back to the account', async () => {
      const payer = await filings.escrowPayer(fee);
      const { filing } = await filings.priceTakenEarly(payer);
      await filings.hold(payer, filing);
      expect(await available(payer.account)).toBe(0);
      expect(await reasonOf(payer.account)).toBe('PAYING');
      expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
      expect(await filings.settle(filing, false)).toMatchObject({ ok: true });
      expect(await available(payer.account)).toBe(fee);
      expect(await close(payer.account)).toBe('ACCOUNT_HAS_MONEY');
    });

    test('and has taken the fee at submission, until the document is recorded', async () => {
      const payer = await filings.escrowPayer(fee);
      const { filing } = await filings.priceTakenEarly(payer);
      await filings.hold(payer, filing);
      expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
      expect(await filings.settle(filing, true)).toMatchObject({ ok: true });
      expect(await close(payer.account)).toBe('closed');
    });
  });

  test('while a document waits for the office, and can be closed after the recording even if an older version stored no time of the decision', async () => {
    const payer = await filings.escrowPayer(fee);
    const { filing } = await filings.price(payer);
    await filings.hold(payer, filing);
    expect(await reasonOf(payer.account)).toBe('PAYING');
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_HOLDS');
    expect(await filings.settle(filing, true)).toMatchObject({ ok: true });
    // a process of an older version does not store the time of the decision
    await ask('UPDATE payments.filing_charge SET decided_at = NULL WHERE id = $1', [filing]);
    expect(await reasonOf(payer.account)).toBe('free');
    expect(await close(payer.account)).toBe('closed');
  });

  test('from the card payment of a document until the payment is refunded to the card', async () => {
    const { actor, filing, attempt } = await filings.paidByCard();
    for (const step of [() => filings.hold(actor, filing), () => filings.settle(filing, false)]) {
      expect(await reasonOf(actor.account)).toBe('PAYING');
      expect(await close(actor.account)).toBe('ACCOUNT_HAS_HOLDS');
      expect(await step()).toMatchObject({ ok: true });
    }
    expect(await reasonOf(actor.account)).toBe('PAYING');
    expect(await close(actor.account)).toBe('ACCOUNT_HAS_HOLDS');
    await steps.sweep(1_000);
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
    expect(await reasonOf(actor.account)).toBe('free');
    expect(await close(actor.account)).toBe('closed');
  });

  test('and can still buy after its closing was refused', async () => {
    const payer = newPayer();
    await steps.payments.give(payer.account, 'USD', 200);
    expect(await close(payer.account)).toBe('ACCOUNT_HAS_MONEY');
    expect(await pay(payer, await price(payer))).toBe('PAID');
    expect(await told(payer.account)).toEqual([]);
  });
});

test('S21 a large correction that arrives while the account is closing is refused, so that none waits for approval afterwards', async () => {
  const { account } = newPayer();
  const finish = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  armFailpoints((name) => {
    if (name !== 'account-closing') return undefined;
    reached.resolve(undefined);
    return finish.promise;
  });
  const closing = close(account);
  await reached.promise;
  let isAnswered = false;
  const late = enter(account, 'CORRECTION', 9_000_000).finally(() => (isAnswered = true));
  await eventually(async () => {
    const waiting = await ask('SELECT 1 FROM pg_locks WHERE locktype = $1 AND NOT granted', ['advisory']);
    expect(isAnswered || waiting.length > 0).toBe(true);
  });
  finish.resolve(undefined);
  armFailpoints(undefined);
  expect(await closing).toBe('closed');
  expect((await late).ok).toBe(false);
});

test('a closing whose process dies before the closing is stored changes nothing, and the next closing succeeds', async () => {
  const { account } = newPayer();
  armFailpoints((name) =>
    name === 'account-closing' ? Promise.reject(new FailpointThrew(name)) : undefined,
  );
  expect(await close(account)).toBe('UNEXPECTED');
  armFailpoints(undefined);
  expect(await told(account)).toEqual([]);
  expect(await close(account)).toBe('closed');
});

describe('when somebody pays at the moment of the closing', () => {
  test('S21 exactly one of two things happens: the purchase is paid, or the account is closed', async () => {
    for (let round = 0; round < 12; round += 1) {
      const payer = newPayer({ paymentMethod: 'INVOICE' });
      const guid = await price(payer);
      const [paid, end] = await Promise.all([pay(payer, guid), close(payer.account)]);
      expect(paid === 'PAID').toBe(end !== 'closed');
    }
  });

  test('a purchase with the last money is always paid, because an account with money cannot be closed', async () => {
    for (let round = 0; round < 12; round += 1) {
      const payer = newPayer();
      await steps.payments.give(payer.account, 'USD', 200);
      const guid = await price(payer);
      const [paid, end] = await Promise.all([pay(payer, guid), close(payer.account)]);
      expect(paid).toBe('PAID');
      expect(['ACCOUNT_HAS_HOLDS', 'ACCOUNT_HAS_MONEY', 'closed']).toContain(end);
      expect(await available(payer.account)).toBe(0);
    }
  });
});

describe('a closed account', () => {
  test('buys nothing, not even an order that was priced before', async () => {
    const payer = newPayer({ paymentMethod: 'INVOICE' });
    const guid = await price(payer);
    expect(await close(payer.account)).toBe('closed');
    expect(await pay(payer, guid)).toBe('ORDER_CLOSED');
    expect(await postingsOf(payer.account)).toBe(0);
  });

  test('pays for no search', async () => {
    const payer = await closed({ paymentMethod: 'INVOICE' });
    expect((await search(payer)).outcome).toBe('INSUFFICIENT_FUNDS');
  });

  test.each(['1', '2'])('gets no bundle, not even a free one: option %s', async (option) => {
    const actor = newPayer({ accountType: 'FLAT_FEE', paymentMethod: 'INVOICE', userReload: true });
    const { imageStateGuid } = await steps.payments.rpc.callOrThrow(listAddOns, {}, { actor });
    await steps.payments.rpc.callOrThrow(confirmAddOn, { imageStateGuid, option }, { actor });
    expect(await close(actor.account)).toBe('closed');
    const bought = await steps.payments.rpc.call(buyAddOn, { imageStateGuid }, { actor });
    expect(bought).toMatchObject({ ok: false, code: 'INSUFFICIENT_FUNDS' });
  });

  test('gets no unlimited images from a late renewal, not even free images', async () => {
    const { account } = await closed();
    const month = { account, task: 'IMAGE_RENEWAL' as const, period: '2026-11', images: null };
    const later = new Date(steps.payments.clock.now().getTime() + LATER).toISOString();
    const asked = {
      ...month,
      funding: 'INVOICE' as const,
      amount: 0,
      unlimitedUntil: later,
      notAfter: later,
    };
    const charged = await steps.payments.rpc.call(chargeAccountTask, asked, { actor: billing });
    expect(charged).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  });

  test('opens no card page', async () => {
    const [escrow, card] = [await closed(), await closed({ paymentMethod: 'CREDIT_CARD' })];
    expect(await steps.openDeposit(escrow, 1_000)).toEqual({ ok: false, code: 'CARD_NOT_OFFERED' });
    await expect(steps.preauthorize(card)).rejects.toThrow('CARD_NOT_OFFERED');
  });

  test('accepts no payment and no new balance from the office', async () => {
    const { account } = await closed();
    expect(await enter(account, 'PAYMENT', 500)).toMatchObject({ code: 'INVALID_INPUT' });
    const set = { key: randomUUID(), account, asset: 'USD' as const, balance: 5, reason: 'x' };
    expect(await steps.payments.rpc.call(overrideBalance, set, { actor: office })).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await postingsOf(account)).toBe(0);
  });

  test('cannot send a document that was priced before', async () => {
    const payer = newPayer({ paymentMethod: 'INVOICE' });
    const { filing } = await filings.price(payer);
    expect(await close(payer.account)).toBe('closed');
    expect(await filings.hold(payer, filing)).toMatchObject({ code: 'FILING_CLOSED' });
  });

  test('is not charged for a document whose card payment the provider reports afterwards', async () => {
    const payer = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await filings.price(payer);
    const opened = await filings.openCard(payer, filing);
    if (!opened.ok) throw new Error(opened.code);
    await steps.sweep(LATER);
    expect(await close(payer.account)).toBe('closed');
    const transId = await steps.pay(opened.value);
    const answer = await steps.report(payer, opened.value.attemptId, transId, 'EFILE');
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'REFUSED' } });
    expect(await steps.attempt(opened.value.attemptId)).toEqual({ state: 'MISMATCH', failure: 'CLOSED' });
    expect(await postingsOf(payer.account)).toBe(0);
  });

  test('is not credited with a deposit that the provider reports afterwards, however often', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    await steps.sweep(LATER);
    expect(await close(payer.account)).toBe('closed');
    const transId = await steps.pay(session);
    for (let time = 0; time < 3; time += 1) {
      const answer = await steps.report(payer, session.attemptId, transId);
      expect(answer).toMatchObject({ ok: true, value: { outcome: 'REFUSED' } });
      await steps.sweep(time * 60_000);
    }
    expect(await steps.attempt(session.attemptId)).toEqual({ state: 'MISMATCH', failure: 'CLOSED' });
    expect(await postingsOf(payer.account)).toBe(0);
    expect(await close(payer.account)).toBe('closed');
  });
});
