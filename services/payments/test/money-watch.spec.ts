import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { computeOrder, openDeposit } from '@portal/proto/rpc/payments';
import { CardProvider } from '../src/cards/card-provider.js';
import { OrderHolder } from '../src/orders/order-holder.js';
import { MoneyWatch } from '../src/sweeps/money-watch.js';
import { MemoryCards } from './memory-cards.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  const started: PaymentsUnderTest[] = [];
  const cards = new MemoryCards({ now: () => started[0]?.clock.now() ?? new Date() });
  payments = await startPayments({ providers: [{ provide: CardProvider, useValue: cards }] });
  started.push(payments);
});
afterAll(() => payments.close());

const replica = () => {
  const [found] = payments.replicas;
  if (!found) throw new Error('no replica');
  return found;
};

/** Reads the values of a metric by its only label. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  await replica().get(MoneyWatch).look();
  const found = (await registry.getSingleMetric(name)?.get())?.values ?? [];
  return Object.fromEntries(found.map(({ labels, value }) => [Object.values(labels)[0] ?? '', value]));
}

test('metrics count the open holds by age and give the age of the oldest', async () => {
  expect(await valuesOf('holds_open')).toEqual({ minute: 0, quarter: 0, older: 0 });
  const payer = newPayer();
  await payments.give(payer.account, 'USD', 200);
  const request = { documentKey: 'A77', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1' };
  const { imageStateGuid } = await payments.rpc.callOrThrow(computeOrder, request, { actor: payer });
  const terms = { owner: randomUUID(), correlationId: randomUUID() };
  const held = await replica().get(OrderHolder).hold(payer, imageStateGuid, terms);
  expect(held.kind).toBe('WORK');
  expect(await valuesOf('holds_open')).toEqual({ minute: 1, quarter: 0, older: 0 });
  payments.clock.advance(16 * 60_000);
  expect(await valuesOf('holds_open')).toEqual({ minute: 0, quarter: 0, older: 1 });
  const [seconds = 0] = Object.values(await valuesOf('holds_oldest_seconds'));
  expect(seconds).toBeGreaterThanOrEqual(960);
});

test('a card payment whose outcome is unknown counts as in doubt, and as late when no sweep asks for its outcome', async () => {
  const actor = newPayer();
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  await payments.rpc.callOrThrow(openDeposit, { amount: 5_000, communicatorUrl }, { actor });
  expect(await valuesOf('cards_in_doubt')).toMatchObject({ payments: 1, notifications: 0 });
  expect(await valuesOf('cards_late_seconds')).toMatchObject({ payments: 0 });
  payments.clock.advance(3_600_000);
  const late = await valuesOf('cards_late_seconds');
  expect(late['payments']).toBeGreaterThan(3_000);
});
