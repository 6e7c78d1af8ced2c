import { setTimeout as sleep } from 'node:timers/promises';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { callContext } from '@portal/infra/log';
import { CardSweeper } from '../src/sweeps/card-sweeper.js';
import { CardProvider } from '../src/cards/card-provider.js';
import { Completer } from '../src/orders/completer.js';
import { brokenInvariants, invariants, type Invariant } from './invariants.js';
import { LONG_AFTER_MS, MemoryCards, type BookedPayment } from './memory-cards.js';
import type { Step } from './money-steps.js';
import { isLockTimeout } from '../src/ledger/lock-timeout.js';
import { MoneyWorld } from './money-world.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';
import {
  brokenProviderTruth,
  providerMoneySql,
  type AskedPayment,
  type PostedMoney,
} from './provider-truth.js';

/** The steps in one county. `approve` and `loses` say how the run of the steps ends; see `MoneyWorld.calmDown`. */
export interface Life {
  /** The steps of one inner list run at the same time; the inner lists run one after the other. */
  readonly steps: readonly (readonly Step[])[];
  readonly approve: boolean;
  readonly loses: 'request' | 'answer' | undefined;
}

/** The length of a delay at a failpoint: long enough for concurrent steps to finish. */
const DELAY_MS = 40;
/** After this many counties the tables are emptied, because they are checked again and again and must stay small. */
const FORGOTTEN_AFTER = 100;

/** Makes every lease on a purchase old, as if its worker had died long ago. */
const endLeases = `UPDATE payments.download_order SET lease_until = clock_timestamp() - interval '1 second'
  WHERE state IN ('HELD', 'RENDERED')`;

/** Invariants that hold once the provider has been asked about everything: no work of these kinds is unfinished. */
const finished: readonly Invariant[] = [
  ['an attempt', `payment_attempt WHERE state IN ('CREATED', 'TOKEN_ISSUED', 'HELD_FOR_REVIEW')`],
  ['an authorization', `card_authorization WHERE state IN ('AUTHORIZED', 'CLOSING', 'FAILED')`],
  ['an order', `download_order WHERE state IN ('HELD', 'RENDERED')`],
  ['a hold', `hold WHERE state = 'PENDING'`],
  ['a card payment that goes back', `filing_refund WHERE state <> 'DONE'`],
  ['a use of a card', `card_use WHERE state = 'PENDING'`],
].map(([what, rows]) => ({ id: 'I12', says: `${what} is finished`, sql: `SELECT * FROM payments.${rows}` }));

/** A payments service whose card provider is in memory. Several counties run sequences of steps in it at the same time. */
export class MoneyWorlds {
  private made = 0;
  private readonly brokenCounties = new Set<string>();
  private readonly armed = new Map<string, Map<string, 'throw' | 'delay'>>();

  private constructor(
    readonly payments: PaymentsUnderTest,
    readonly cards: MemoryCards,
  ) {}

  /** @param make creates the provider */
  static async start(
    make: (clock: { now(): Date }) => MemoryCards = (clock) => new MemoryCards(clock),
  ): Promise<MoneyWorlds> {
    const started: PaymentsUnderTest[] = [];
    // uses the clock of the service, which exists only after the service has started
    const cards = make({ now: () => started[0]?.clock.now() ?? new Date() });
    const payments = await startPayments({ providers: [{ provide: CardProvider, useValue: cards }] });
    started.push(payments);
    const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 20, cost: 700 };
    const { terms } = payments.terms;
    // enough for two searches, or for one search and an order, so that authorizations often run out
    const creditCardExtra = { ...terms.creditCardExtra, maxAmount: 1_200 };
    payments.terms.terms = { ...terms, creditCardExtra, flatFee: { chargingImages: true, rates: [line] } };
    const worlds = new MoneyWorlds(payments, cards);
    payments.renderer.beforeWriting = ({ county }) =>
      Promise.resolve(worlds.brokenCounties.has(county) ? ('PAGE_IMAGE_MISSING' as const) : undefined);
    armFailpoints((name) => worlds.reach(name));
    return worlds;
  }

  /**
   * Runs steps in new counties, all at the same time.
   * @returns the invariants that do not hold afterwards
   */
  async live(lives: readonly Life[]): Promise<string[]> {
    const ends = await Promise.allSettled(lives.map((life) => this.liveOne(life)));
    const thrown = ends.find((end) => end.status === 'rejected');
    if (thrown) {
      // deletes the unfinished work, which every later run would report
      await this.forget();
      throw thrown.reason;
    }
    const replica = this.payments.replicas[0];
    await this.payments.database.asAdmin(endLeases);
    await replica?.get(Completer).run();
    // Several rounds are needed. A card that is found late is authorized in one round and closed in the next; if the
    // answer to the closing is lost, a third round asks again. The first round may also skip a provider that did not
    // answer.
    for (let hour = 0; hour < 6; hour += 1) {
      await replica?.get(CardSweeper).run();
      this.payments.clock.advance(LONG_AFTER_MS);
    }
    const broken = await this.broken();
    if (this.made % FORGOTTEN_AFTER < lives.length || broken.length > 0) await this.forget();
    return broken;
  }

  async close(): Promise<void> {
    armFailpoints(undefined);
    await this.payments.close();
  }

  private async liveOne({ steps, approve, loses }: Life): Promise<void> {
    const county = `county-${(this.made += 1)}`;
    const armed = new Map<string, 'throw' | 'delay'>();
    this.armed.set(county, armed);
    const faults = { brokenCounties: this.brokenCounties, armed };
    const world = new MoneyWorld(this.payments, this.cards, faults, county);
    const inCounty = (work: () => Promise<void>): Promise<void> =>
      callContext.run({ correlationId: 'property', county }, work);
    for (const together of steps)
      await Promise.all(together.map((step) => inCounty(() => step(world)).catch(ignoreFailpoints)));
    armed.clear();
    await world.calmDown(approve, loses);
    const uncharged = await world.uncharged();
    if (uncharged.length > 0) throw new Error(uncharged.join('\n'));
  }

  private async broken(): Promise<string[]> {
    const { asAdmin } = this.payments.database;
    const [rules, posted, attempts] = await Promise.all([
      brokenInvariants(asAdmin, [...invariants, ...finished]),
      asAdmin<PostedMoney>(providerMoneySql.posted),
      asAdmin<AskedPayment>(providerMoneySql.attempts),
    ]);
    const booked = [...this.cards.book.values()].filter(({ refundOf }) => refundOf === null);
    const payments = booked.map((payment) => ({
      ...payment,
      taken: isTaken(payment) ? payment.settling - this.cards.refunded(payment.id) : 0n,
      ours: true,
      submitted: payment.submittedAt,
    }));
    const twice = booked
      .filter(({ id, settling }) => this.cards.refunded(id) > settling)
      .map(({ id }) => `I8 more of ${id} went back than was taken`);
    return [...rules, ...brokenProviderTruth({ posted, attempts, payments }), ...twice];
  }

  /**
   * Handles a failpoint: a fault that was armed for a county happens to the first task of this county that reaches the
   * failpoint.
   */
  private reach(name: string): Promise<void> | undefined {
    const armed = this.armed.get(callContext.current()?.county ?? '');
    const what = armed?.get(name);
    if (what === undefined) return undefined;
    armed?.delete(name);
    return what === 'delay' ? sleep(DELAY_MS) : Promise.reject(new FailpointThrew(name));
  }

  private async forget(): Promise<void> {
    const tables = await this.payments.database.asAdmin<{ name: string }>(
      `SELECT format('payments.%I', relname) AS name FROM pg_class
        WHERE relnamespace = 'payments'::regnamespace AND relkind = 'r' AND relname NOT LIKE '%migrations%'`,
    );
    await this.payments.database.asAdmin(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE`);
    this.cards.book.clear();
    this.armed.clear();
    this.payments.terms.ofCounties.clear();
    this.payments.prices.ofCounties.clear();
  }
}

const isTaken = ({ status }: BookedPayment): boolean => status === 'CAPTURED' || status === 'SETTLED';

/**
 * Ignores errors that failpoints throw, and errors about locks that were held for too long. In the product, the caller
 * would get an answer without an outcome, or would be told to try again.
 */
function ignoreFailpoints(error: unknown): void {
  if (!(error instanceof FailpointThrew) && !isLockTimeout(error)) throw error;
}
