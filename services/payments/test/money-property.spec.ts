import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { AT_ONCE, moneyAddsUp, type Step } from './money-steps.js';
import { MoneyWorlds } from './money-worlds.js';

/** Number of sequences; MONEY_SEED repeats the sequences of a failed run (`npm run money`). */
const runs = Number(process.env['MONEY_RUNS'] || 48);
const seed = process.env['MONEY_SEED'];
const LONGEST_MS = 4 * 3_600_000;

let worlds: MoneyWorlds;
beforeAll(async () => {
  worlds = await MoneyWorlds.start();
});
afterAll(() => worlds.close());

test(
  `the money adds up whatever happens to purchases, filings, fees, card payments and the provider (${runs} sequences)`,
  () =>
    fc.assert(moneyAddsUp(worlds), {
      numRuns: Math.ceil(runs / AT_ONCE),
      interruptAfterTimeLimit: LONGEST_MS,
      ...(seed && { seed: Number(seed) }),
    }),
  LONGEST_MS,
);

test('a payment made while an earlier one is under review is credited when the earlier one is declined', async () => {
  const steps: Step[] = [
    (world) => world.openPage(0, 1_000),
    async (world) => world.payOnPage(0, 'held'),
    (world) => world.sweep(17),
    async (world) => world.payOnPage(0, 'good'),
  ];
  const life = { steps: steps.map((step) => [step]), approve: false, loses: undefined };
  expect(await worlds.live([life])).toEqual([]);
});
