import * as fc from 'fast-check';
import { payModes } from './memory-cards.js';
import type { MoneyWorld } from './money-world.js';
import type { Life, MoneyWorlds } from './money-worlds.js';

/** One step in a county; `toString` describes it in a counterexample. */
export type Step = (world: MoneyWorld) => Promise<void>;

const who = fc.nat(5);
const cardPayer = fc.integer({ min: 3, max: 4 });
const some = fc.nat(3);

const named = (text: string, run: (world: MoneyWorld) => Promise<void> | void): Step =>
  Object.assign(async (world: MoneyWorld) => run(world), { toString: () => text });

const money = [
  fc
    .tuple(who, fc.constantFrom('USD' as const, 'IMG' as const), fc.nat(3_000))
    .map(([payer, asset, balance]) =>
      named(`give ${payer} ${asset} ${balance}`, (world) => world.give(payer, asset, balance)),
    ),
  fc
    .tuple(who, fc.nat(2), fc.constantFrom('1', '1-3', '2-12'))
    .map(([payer, document, pages]) =>
      named(`price ${payer} A${document} ${pages}`, (world) => world.price(payer, document, pages)),
    ),
  some.map((visit) => named(`pay ${visit}`, (world) => world.pay(visit))),
  some.map((visit) => named(`cancel ${visit}`, (world) => world.cancel(visit))),
  fc
    .tuple(who, fc.nat(2), fc.constantFrom('1', '1-3'))
    .map(([payer, document, pages]) =>
      named(`buy ${payer} A${document} ${pages}`, (world) => world.buy(payer, document, pages)),
    ),
  fc
    .tuple(who, fc.nat(5))
    .map(([payer, key]) => named(`search ${payer} ${key}`, (world) => world.search(payer, key))),
  fc
    .tuple(who, fc.nat(5))
    .map(([payer, key]) => named(`search again ${payer} ${key}`, (world) => world.searchAgain(payer, key))),
  fc.boolean().map((twice) => named(`bundle ${twice}`, (world) => world.buyBundle(2, '1', twice))),
];

/** Months of fees and renewals; even months are paid from escrow, odd ones by invoice. */
const tasks = [
  fc
    .tuple(
      fc.nat(2),
      fc.constantFrom('MONTHLY_FEE' as const, 'IMAGE_RENEWAL' as const),
      fc.nat(3),
      fc.boolean(),
    )
    .map(([payer, task, month, twice]) =>
      named(`charge ${payer} ${task} ${month} ${twice}`, (world) =>
        world.chargeTask(payer, task, month, twice),
      ),
    ),
];

/**
 * Filings of 3 pages cost 1,450 cents and of 4 pages 1,650 until the county changes its fees. The office takes the
 * amount that was set aside or releases it; it may also return an amount that it has taken.
 */
const filings = [
  fc
    .tuple(fc.constantFrom(0, 1, 2, 3, 5), fc.integer({ min: 3, max: 4 }))
    .map(([payer, pages]) => named(`file ${payer} ${pages}`, (world) => world.file(payer, pages))),
  fc
    .integer({ min: 1, max: 2 })
    .map((windows) => named(`file 3 3 in ${windows} windows`, (world) => world.file(3, 3, windows))),
  who.map((payer) => named(`price filing ${payer}`, (world) => world.priceFiling(payer, 3))),
  some.map((filing) => named(`open card of filing ${filing}`, (world) => world.filings.openCard(filing))),
  fc.tuple(some, fc.integer({ min: 3, max: 4 }), fc.boolean()).map(([filing, pages, send]) =>
    named(`correct filing ${filing} ${pages} ${send}`, async ({ filings }) => {
      await filings.correct(filing, pages);
      if (send) await filings.hold(0, false);
    }),
  ),
  fc
    .tuple(some, fc.boolean())
    .map(([filing, twice]) =>
      named(`send filing ${filing} ${twice}`, (world) => world.filings.hold(filing, twice)),
    ),
  fc
    .tuple(some, fc.boolean(), fc.boolean())
    .map(([filing, taken, contested]) =>
      named(`settle filing ${filing} ${taken} ${contested}`, (world) =>
        world.filings.settle(filing, taken, contested),
      ),
    ),
  fc.constant(named('close batch', (world) => world.closeBatch())),
];

/** Changes the county's fees. The new fees apply to everything that is priced after the change. */
const fees = fc
  .record({
    more: fc.constantFrom(0, 100),
    percent: fc.constantFrom(0, 275, 350),
    chargeWhen: fc.constantFrom('RECORDED' as const, 'SUBMITTED' as const),
  })
  .map((change) =>
    named(`fees +${change.more} ${change.percent} ${change.chargeWhen}`, (world) => world.changeFees(change)),
  );

/** The county's limit for corrections is 10,000 cents, so about half of the corrections need a second person. */
const cashier = [
  fc
    .tuple(
      who,
      fc.constantFrom('PAYMENT' as const, 'REFUND' as const, 'CORRECTION' as const),
      fc.integer({ min: 1, max: 20_000 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([payer, kind, amount, down, twice]) => {
      const cents = kind === 'REFUND' || (kind === 'CORRECTION' && down) ? -amount : amount;
      return named(`enter ${payer} ${kind} ${cents} ${twice}`, (world) =>
        world.enter(payer, kind, cents, twice),
      );
    }),
  some.map((entry) => named(`enter again ${entry}`, (world) => world.enterAgain(entry))),
  fc
    .tuple(some, fc.constantFrom(0 as const, 1 as const), fc.boolean(), fc.boolean())
    .map(([entry, clerk, approve, twice]) =>
      named(`decide ${entry} ${clerk} ${approve} ${twice}`, (world) =>
        world.decide(entry, clerk, approve, twice),
      ),
    ),
];

const deletions = [
  who.map((payer) => named(`close ${payer}`, (world) => world.close(payer))),
  fc
    .constantFrom(0, 1, 5)
    .map((payer) => named(`close ${payer} while filing`, (world) => world.closeWhileFiling(payer))),
  fc
    .constantFrom(0, 1, 5)
    .map((payer) => named(`close ${payer} after filing`, (world) => world.closeAfterFiling(payer))),
  fc
    .tuple(who, fc.nat(2))
    .map(([payer, document]) =>
      named(`close ${payer} while buying A${document}`, (world) => world.closeWhileBuying(payer, document)),
    ),
];

const cards = [
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
  who.map((payer) => named(`settle ${payer}`, (world) => world.settleOnPage(payer, 2_000))),
  cardPayer.map((payer) => named(`settle ${payer}`, (world) => world.settleOnPage(payer, 2_000))),
  fc
    .tuple(cardPayer, fc.nat(5))
    .map(([payer, key]) => named(`search ${payer} ${key}`, (world) => world.search(payer, key))),
  cardPayer.map((payer) => named(`spend ${payer}`, (world) => world.spend(payer))),
  cardPayer.map((payer) => named(`race ${payer}`, (world) => world.spendWhileClosing(payer))),
  cardPayer.map((payer) => named(`end session ${payer}`, (world) => world.endSession(payer))),
  cardPayer.map((payer) => named(`close cards ${payer}`, (world) => world.closeCards(payer))),
];

/** Failpoints between two statements, or between a query and the change that follows. */
const places = [
  ...['order-held', 'order-rendered', 'order-settling', 'order-settled', 'entry-inserted'],
  ...['office-entry-written', 'account-closing', 'account-task-posted'],
  ...['filing-held', 'filing-settled', 'filing-refused', 'filing-refunding', 'filing-refunded'],
  ...[
    'attempt-written',
    'attempt-token-received',
    'attempt-verified',
    'attempt-crediting',
    'attempt-settled',
  ],
  ...[
    'card-spending',
    'card-spending',
    'closing-claimed',
    'closing-changing',
    'closing-changed',
    'closing-posting',
  ],
];

const faults = [
  fc.boolean().map((broken) => named(`pages broken ${broken}`, (world) => world.breakPages(broken))),
  fc.boolean().map((down) => named(`provider down ${down}`, (world) => world.setDown(down))),
  fc
    .constantFrom('request' as const, 'answer' as const)
    .map((what) => named(`loses ${what}`, (world) => world.lose(what))),
  fc.constantFrom(0, 5, 17).map((minutes) => named(`sweep ${minutes}`, (world) => world.sweep(minutes))),
  fc
    .tuple(fc.constantFrom(...places), fc.constantFrom('throw' as const, 'delay' as const, 'delay' as const))
    .map(([place, what]) => named(`${what} at ${place}`, (world) => world.arm(place, what))),
];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(...money) },
  { weight: 5, arbitrary: fc.oneof(...cards) },
  { weight: 2, arbitrary: fc.oneof(...cashier) },
  { weight: 1, arbitrary: fc.oneof(...deletions) },
  { weight: 1, arbitrary: fc.oneof(...tasks) },
  { weight: 3, arbitrary: fc.oneof(...filings) },
  { weight: 1, arbitrary: fees },
  { weight: 2, arbitrary: fc.oneof(...faults) },
);

/**
 * Most sequences start with an authorized card or a document that a card has paid, because many faults occur only then.
 */
const beginning: fc.Arbitrary<Step[][]> = fc.constantFrom(
  [],
  ...[3, 4].map((payer) => [[named(`settle ${payer}`, (world) => world.settleOnPage(payer, 2_000))]]),
  [[named('file 3 3', (world) => world.file(3, 3))], [named('close batch', (world) => world.closeBatch())]],
);

const middle = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 });

/**
 * A sequence of steps, whether a person at the provider later approves held payments, and which part of the last change
 * at the provider gets lost.
 */
const life: fc.Arbitrary<Life> = fc.record({
  steps: fc.tuple(beginning, middle).map(([first, then]) => [...first, ...then]),
  approve: fc.boolean(),
  loses: fc.constantFrom(undefined, 'request' as const, 'answer' as const),
});

/** Counties whose sequences run at the same time; they share only processes and sweepers. */
export const AT_ONCE = 4;

/** The property that the money adds up whatever happens to purchases, card payments and the provider. */
export const moneyAddsUp = (worlds: MoneyWorlds) =>
  fc.asyncProperty(fc.array(life, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (lives) => {
    const broken = await worlds.live(lives);
    if (broken.length > 0) throw new Error(broken.join('\n'));
  });
