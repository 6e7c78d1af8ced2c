import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { CardMode, CardProvider } from '../src/cards/card-provider.js';
import { declinedCard, heldCard, SandboxUnderTest } from './sandbox-under-test.js';

const county = 'lake';
export const newRef = (): string => randomBytes(10).toString('hex').toUpperCase();

const collect = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
};

/**
 * Tests that every card provider must pass (payments/DESIGN.md#card-provider), run against an adapter that uses a
 * sandbox.
 */
export function describeCardProvider(name: string, open: (sandbox: SandboxUnderTest) => CardProvider): void {
  describe(`the card provider ${name}`, () => {
    let sandbox: SandboxUnderTest;
    let cards: CardProvider;
    beforeAll(async () => {
      sandbox = await SandboxUnderTest.start();
    });
    beforeEach(() => {
      cards = open(sandbox);
    });
    afterAll(() => sandbox.close());

    const openPage = (mode: CardMode, amount = 10_275n, refId = newRef(), of = county) =>
      cards
        .createHostedSession({
          ...{ county: of, refId, amount, mode, description: 'Escrow deposit' },
          communicatorUrl: 'http://localhost:8080/LandShark/communicator.html',
        })
        .then((session) => ({ ...session, refId }));
    const buy = async (mode: CardMode, card?: object, amount?: bigint) => {
      const page = await openPage(mode, amount);
      const id = await sandbox.pay(page.token, card);
      if (id === undefined) throw new Error('the card page had no transaction');
      return { id, refId: page.refId };
    };
    const read = (id: string) => cards.fetchTransaction(county, id);
    const mutation = (transactionId: string) => ({ county, transactionId, refId: newRef() });
    const since = () => new Date(Date.now() - 60 * 60_000);
    const soon = () => new Date(Date.now() + 60_000);

    test('opens a card page and reports what was paid on it', async () => {
      const before = Date.now();
      const { id, refId } = await buy('SALE');
      const paid = await read(id);
      expect(paid).toMatchObject({
        ...{ id, mode: 'SALE', status: 'CAPTURED', approved: true, invoice: refId, requestRef: refId },
        ...{ authorized: 10_275n, settling: 10_275n },
      });
      expect(paid?.submittedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(await cards.merchantOf(county)).toBe('lake-1');
    });

    test('distinguishes an authorization from a sale', async () => {
      const { id } = await buy('AUTH');
      expect(await read(id)).toMatchObject({ mode: 'AUTH', status: 'AUTHORIZED', approved: true });
    });

    test('finds a transaction only for the county whose card page took the payment', async () => {
      const { token } = await openPage('SALE', 500n, newRef(), 'saipan');
      const id = await sandbox.pay(token);
      expect(id).toBeDefined();
      expect(await read(id ?? '')).toBeUndefined();
      expect(await cards.fetchTransaction('saipan', id ?? '')).toMatchObject({ authorized: 500n });
    });

    test('distinguishes declined transactions from transactions that are held for review', async () => {
      const { token } = await openPage('SALE');
      const declined = await sandbox.pay(token, declinedCard);
      expect(await read(declined ?? '')).toMatchObject({ status: 'DECLINED', approved: false });
      const held = await buy('SALE', heldCard);
      expect(await read(held.id)).toMatchObject({ status: 'HELD', approved: false });
    });

    test('reports a transaction that does not exist as unknown', async () => {
      expect(await read('60000000000999')).toBeUndefined();
    });

    test('finds transactions by the reference that the portal gave them, before and after they are settled', async () => {
      const { id, refId } = await buy('SALE');
      expect(await cards.findByReference(county, refId, since(), soon())).toEqual([id]);
      expect(await cards.findByReference(county, newRef(), since(), soon())).toEqual([]);
      await sandbox.control({ settle: true });
      expect(await cards.findByReference(county, refId, since(), soon())).toEqual([id]);
      expect(await read(id)).toMatchObject({ status: 'SETTLED', authorized: 10_275n });
    });

    test('lists settled transactions, batch by batch, and none of another county', async () => {
      const first = await buy('SALE', undefined, 1_001n);
      await sandbox.control({ settle: true });
      const second = await buy('SALE', undefined, 1_002n);
      await sandbox.control({ settle: true });
      const lines = await collect(cards.settled(county, since(), soon()));
      const mine = lines.filter(({ id }) => id === first.id || id === second.id);
      expect(mine.map(({ settled }) => settled).sort()).toEqual([1_001n, 1_002n]);
      expect(new Set(mine.map(({ batchId }) => batchId)).size).toBe(2);
      expect(await collect(cards.settled('saipan', since(), soon()))).not.toContainEqual(
        expect.objectContaining({ id: first.id }),
      );
    });

    test('captures a part of an authorization, once', async () => {
      const { id } = await buy('AUTH', undefined, 5_000n);
      expect(await cards.capture(mutation(id), 1_200n)).toBe('OK');
      expect(await read(id)).toMatchObject({ status: 'CAPTURED', authorized: 5_000n, settling: 1_200n });
      expect(await cards.capture(mutation(id), 1_200n)).toBe('DECLINED');
      expect(await read(id)).toMatchObject({ settling: 1_200n });
    });

    test('captures no more than was authorized', async () => {
      const { id } = await buy('AUTH', undefined, 5_000n);
      expect(await cards.capture(mutation(id), 5_001n)).toBe('DECLINED');
      expect(await read(id)).toMatchObject({ status: 'AUTHORIZED' });
    });

    test('voids an authorization', async () => {
      const { id } = await buy('AUTH');
      expect(await cards.void(mutation(id))).toBe('OK');
      expect(await read(id)).toMatchObject({ status: 'VOIDED' });
      expect(await cards.capture(mutation(id), 100n)).toBe('DECLINED');
    });

    test('refunds settled money, and no more than was settled', async () => {
      const { id } = await buy('SALE', undefined, 2_000n);
      expect(await cards.refund(mutation(id), 500n)).toBe('DECLINED');
      await sandbox.control({ settle: true });
      expect(await cards.refund(mutation(id), 500n)).toBe('OK');
      expect(await cards.refund(mutation(id), 1_501n)).toBe('DECLINED');
      const refunds = (await sandbox.book()).filter(({ refTransId }) => refTransId === id);
      expect(refunds.map(({ settleAmount }) => settleAmount)).toEqual([500]);
    });

    test('finds a refund by the invoice number of its payment, and the refund refers to the payment', async () => {
      const { id, refId } = await buy('SALE', undefined, 2_000n);
      await sandbox.control({ settle: true });
      await sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropReply' });
      expect(await cards.refund(mutation(id), 2_000n)).toBe('UNKNOWN');
      const others = (await cards.findByReference(county, refId, since(), soon())).filter(
        (each) => each !== id,
      );
      expect(others).toHaveLength(1);
      expect(await read(others[0] ?? '')).toMatchObject({
        status: 'REFUNDED',
        refundOf: id,
        settling: 2_000n,
      });
      expect(await read(id)).toMatchObject({ refundOf: null });
    });

    test('reports a change as unknown if the answer is lost, and a later query shows that the change was made', async () => {
      const { id } = await buy('AUTH', undefined, 900n);
      await sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropReply' });
      expect(await cards.capture(mutation(id), 900n)).toBe('UNKNOWN');
      expect(await read(id)).toMatchObject({ status: 'CAPTURED', settling: 900n });
    });

    test.each(['dropRequest', 'error500', 'garbage'])(
      'reports a change as unknown after the fault %s, and the change was not made',
      async (mode) => {
        const { id } = await buy('AUTH', undefined, 900n);
        await sandbox.misbehave({ on: 'createTransactionRequest', mode });
        expect(await cards.capture(mutation(id), 900n)).toBe('UNKNOWN');
        expect(await read(id)).toMatchObject({ status: 'AUTHORIZED' });
      },
    );

    test('reports a change that exceeds its deadline as unknown', async () => {
      const { id } = await buy('AUTH', undefined, 900n);
      await sandbox.misbehave({ on: 'createTransactionRequest', mode: 'slow', ms: 2_500 });
      expect(await cards.capture(mutation(id), 900n)).toBe('UNKNOWN');
    });

    test.each(['dropReply', 'dropRequest', 'error500', 'garbage'])(
      'repeats a query after the fault %s',
      async (mode) => {
        const { id } = await buy('SALE');
        await sandbox.misbehave({ on: 'getTransactionDetailsRequest', mode, times: 2 });
        expect(await read(id)).toMatchObject({ status: 'CAPTURED' });
      },
    );

    test('reports that the provider is unavailable if a query gets no answer, and reveals no secret', async () => {
      const { id } = await buy('SALE');
      await sandbox.misbehave({ on: 'getTransactionDetailsRequest', mode: 'error500', times: 9 });
      const failure: unknown = await read(id).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ProviderUnavailable' });
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('lake-key');
      await sandbox.misbehave();
    });

    test.each([
      ['refuseKeys', { name: 'ProviderRefused', reason: 'KEYS' }],
      ['refuseRequest', { name: 'ProviderRefused', reason: 'REQUEST' }],
      ['busy', { name: 'ProviderUnavailable' }],
    ])('distinguishes refused keys, a refused request and a busy provider: %s', async (mode, expected) => {
      const queries = [
        ['getHostedPaymentPageRequest', () => openPage('SALE')],
        ['getTransactionDetailsRequest', () => read('60000000000999')],
        ['getUnsettledTransactionListRequest', () => collect(cards.unsettled(county))],
      ] as const;
      for (const [on, ask] of queries) {
        await sandbox.misbehave({ on, mode });
        await expect(ask()).rejects.toMatchObject(expected);
      }
    });

    test('signs its notifications and names the transaction in them', async () => {
      const { id } = await buy('SALE');
      const sent = await eventually(() => {
        const found = sandbox.notifications.find(({ raw }) => raw.includes(id));
        if (!found) throw new Error('no notification yet');
        return found;
      });
      expect(sent.path).toBe('/webhooks/lake');
      expect(await cards.verifyWebhook(county, sent.raw, sent.signatures)).toMatchObject({
        ...{ kind: 'GENUINE', transactionId: id },
      });
      const changed = Buffer.from(sent.raw);
      changed[20] = (changed[20] ?? 0) ^ 1;
      expect(await cards.verifyWebhook(county, changed, sent.signatures)).toEqual({ kind: 'FORGED' });
    });

    test('uses a changed key file at once, and has no key for a county without a merchant', async () => {
      const { merchants } = await import('./sandbox-under-test.js');
      const rotated = { ...merchants.lake, transactionKey: 'a new and longer key' };
      await sandbox.saveMerchants({ lake: rotated });
      await expect(openPage('SALE')).resolves.toMatchObject({ token: expect.any(String) });
      expect(await cards.merchantOf('saipan')).toBeUndefined();
      await expect(openPage('SALE', 100n, newRef(), 'saipan')).rejects.toThrow('no card merchant');
      await sandbox.saveMerchants(merchants);
    });

    test('still finds a transaction after the sandbox has restarted', async () => {
      const { id, refId } = await buy('SALE', undefined, 4_321n);
      await sandbox.restart();
      cards = open(sandbox);
      expect(await read(id)).toMatchObject({ authorized: 4_321n, invoice: refId });
    });
  });
}
