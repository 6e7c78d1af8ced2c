import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { openDeposit } from '@portal/proto/rpc/payments';
import { CardProvider } from '../src/cards/card-provider.js';
import { CardSweeper } from '../src/sweeps/card-sweeper.js';
import { MemoryCards } from './memory-cards.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

const MINUTE = 60_000;
const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';

/** A card provider that accepts the requests of one county's merchant and never answers them. */
class HangingCards extends MemoryCards {
  hanging: string | undefined;
  readonly asked: string[] = [];
  most = 0;
  private open = 0;
  private readonly release = Promise.withResolvers<void>();

  override async findByReference(county: string, refId: string): Promise<string[]> {
    this.asked.push(county);
    if (county !== this.hanging) return super.findByReference(county, refId);
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    await this.release.promise;
    this.open -= 1;
    return super.findByReference(county, refId);
  }

  letGo(): void {
    this.release.resolve();
  }
}

let payments: PaymentsUnderTest;
let cards: HangingCards;
beforeAll(async () => {
  const started: PaymentsUnderTest[] = [];
  cards = new HangingCards({ now: () => started[0]?.clock.now() ?? new Date() });
  payments = await startPayments({ providers: [{ provide: CardProvider, useValue: cards }] });
  started.push(payments);
});
afterAll(() => payments.close());

const sweep = (): Promise<void> => {
  const [replica] = payments.replicas;
  if (!replica) throw new Error('no replica');
  return replica.get(CardSweeper).run();
};
/** Makes payments that the browser does not report. */
async function leave(county: string, many: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const actor = newPayer({}, { county });
    const session = await payments.rpc.callOrThrow(
      openDeposit,
      { amount: 5_000, communicatorUrl },
      { actor },
    );
    cards.pay(session.token, 'good');
    ids.push(session.attemptId);
  }
  return ids;
}
const credited = async (ids: readonly string[]): Promise<number> => {
  const [row] = await payments.database.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM payments.payment_attempt WHERE id = ANY ($1) AND state = 'CREDITED'`,
    [ids],
  );
  return row?.n ?? 0;
};

test('a county with 120 unreported payments and a hanging provider does not delay other counties', async () => {
  const first = await leave('lake', 120);
  payments.clock.advance(MINUTE);
  const second = await leave('saipan', 3);
  payments.clock.advance(3 * MINUTE);
  cards.hanging = 'lake';
  const run = sweep();
  await eventually(async () => expect(await credited(second)).toBe(3), 20_000);
  expect(await credited(first)).toBe(0);
  await eventually(() => expect(cards.most).toBe(4));
  cards.hanging = undefined;
  cards.letGo();
  await run;
  expect(await credited(first)).toBe(120);
  // at most four calls for one county run in parallel
  expect(cards.most).toBe(4);
}, 60_000);

test('if the provider does not answer for a county, the sweep stops after a few calls, and a sweep after the recovery credits the payments', async () => {
  const waiting = await leave('lake', 30);
  const others = await leave('saipan', 2);
  payments.clock.advance(3 * MINUTE);
  cards.asked.length = 0;
  cards.moodsOf('lake').isDown = true;
  await sweep();
  expect(cards.asked.filter((county) => county === 'lake').length).toBeLessThanOrEqual(6);
  expect(await credited(others)).toBe(2);
  const [due] = await payments.database.asAdmin<{ n: number }>(
    `SELECT count(*)::int AS n FROM payments.payment_attempt WHERE id = ANY ($1) AND next_look_at <= $2`,
    [waiting, payments.clock.now()],
  );
  expect(due?.n).toBeGreaterThanOrEqual(24);
  cards.moodsOf('lake').isDown = false;
  payments.clock.advance(6 * MINUTE);
  await sweep();
  expect(await credited(waiting)).toBe(30);
}, 60_000);
