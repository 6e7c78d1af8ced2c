import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { CardProvider } from '../src/cards/card-provider.js';
import { MemoryCards, payModes } from './memory-cards.js';
import { MoneyWorld } from './money-world.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';

/** Sequences to run; MONEY_SEED runs those of a failure again. */
const runs = Number(process.env['MONEY_RUNS'] || 60);
const seed = process.env['MONEY_SEED'];

let payments: PaymentsUnderTest;
let cards: MemoryCards;
beforeAll(async () => {
  // the clock is the service's own, which is there only after the start
  const late = { now: () => payments.clock.now() };
  cards = new MemoryCards(late);
  payments = await startPayments({ providers: [{ provide: CardProvider, useValue: cards }] });
  const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 20, cost: 700 };
  const { terms } = payments.terms;
  // two searches, or one and an order: what is authorized runs out often
  const creditCardExtra = { maxAmount: 1_200, surchargeMessage: '' };
  payments.terms.terms = { ...terms, creditCardExtra, flatFee: { chargingImages: true, rates: [line] } };
});
afterAll(() => payments.close());

type Step = (world: MoneyWorld) => Promise<void>;

const who = fc.nat(4);
const some = fc.nat(3);
const named = (text: string, run: (world: MoneyWorld) => Promise<void> | void): Step =>
  Object.assign(async (world: MoneyWorld) => run(world), { toString: () => text });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(who, fc.constantFrom('USD' as const, 'IMG' as const), fc.nat(3_000))
    .map(([payer, asset, balance]) =>
      named(`give ${payer} ${asset} ${balance}`, (world) => world.give(payer, asset, balance)),
    ),
  fc
    .tuple(who, fc.integer({ min: 1_000, max: 9_999 }))
    .map(([payer, amount]) => named(`open ${payer} ${amount}`, (world) => world.openPage(payer, amount))),
  fc
    .tuple(some, fc.constantFrom(...payModes, 'good' as const, 'good' as const))
    .map(([page, mode]) => named(`pay on page ${page} ${mode}`, (world) => world.payOnPage(page, mode))),
  fc
    .tuple(some, some)
    .map(([page, payment]) => named(`report ${page} ${payment}`, (world) => world.report(page, payment))),
  fc
    .tuple(some, some)
    .map(([page, payment]) => named(`hint ${page} ${payment}`, (world) => world.hint(page, payment))),
  fc
    .tuple(who, fc.nat(2), fc.constantFrom('1', '1-3', '2-12'))
    .map(([payer, document, pages]) =>
      named(`price ${payer} A${document} ${pages}`, (world) => world.price(payer, document, pages)),
    ),
  some.map((visit) => named(`pay ${visit}`, (world) => world.pay(visit))),
  some.map((visit) => named(`cancel ${visit}`, (world) => world.cancel(visit))),
  fc
    .tuple(who, fc.nat(5))
    .map(([payer, key]) => named(`search ${payer} ${key}`, (world) => world.search(payer, key))),
  fc.boolean().map((twice) => named(`bundle ${twice}`, (world) => world.buyBundle(2, '1', twice))),
  fc
    .integer({ min: 3, max: 4 })
    .map((payer) => named(`end session ${payer}`, (world) => world.endSession(payer))),
  fc.boolean().map((broken) => named(`pages broken ${broken}`, (world) => world.breakPages(broken))),
  fc.boolean().map((down) => named(`provider down ${down}`, () => void (cards.isDown = down))),
  fc
    .constantFrom('request' as const, 'answer' as const)
    .map((what) => named(`loses ${what}`, () => void (cards.loses = what))),
  fc.constantFrom(0, 5, 17).map((minutes) => named(`sweep ${minutes}`, (world) => world.sweep(minutes))),
);

/** Steps of one inner list run at the same time. */
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 15 });

test(`whatever happens to purchases, card payments and the provider, the money adds up (${runs} sequences)`, async () => {
  let county = 0;
  await fc.assert(
    fc.asyncProperty(sequence, fc.boolean(), async (steps, approve) => {
      county += 1;
      const world = new MoneyWorld(payments, cards, `county-${county}`);
      for (const together of steps) await Promise.all(together.map((one) => one(world)));
      await world.calmDown(approve);
      expect(await world.broken()).toEqual([]);
    }),
    { numRuns: runs, ...(seed && { seed: Number(seed) }), interruptAfterTimeLimit: 3_600_000 },
  );
}, 3_700_000);
