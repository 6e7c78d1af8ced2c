import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { prepareCountyRerun, runCountyTasks } from '@portal/proto/rpc/billing';
import { Temporal } from 'temporal-polyfill';
import { CountyRun } from '../src/runs/county-run.js';
import { clerk, schedule, type BillingWorld } from './billing-world.js';

/** The time zones of the portal's counties, of the rest of the United States, and UTC. */
export const zones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam', 'Pacific/Saipan'],
  ...['Pacific/Palau', 'Pacific/Chuuk', 'Pacific/Pohnpei', 'Pacific/Pago_Pago', 'UTC'],
];
export const times = ['00:00', '01:30', '02:00', '02:30', '03:00', '23:59'];
export const days = [1, 8, 14, 28];
const HOUR_MS = 3_600_000;
/** The lengths of the outages during which no process of billing runs. */
export const pauses = [0, 2 * HOUR_MS, 72 * HOUR_MS, 45 * 24 * HOUR_MS, 100 * 24 * HOUR_MS];
/** The points at which a process dies, in the billing service and in the payments service. */
const deaths = [
  ...['county-looked-at', 'task-claimed', 'task-charged', 'task-settled'],
  ...['entry-inserted', 'account-task-posted'],
];

const FEE = 1_000;
const START = '2026-12-30T12:00:00.000Z';
const FIRST = '2027-01';
const FUNDS = 1_000_000;

/** Returns a generator of random numbers from 0 to 1; the same seed gives the same numbers (mulberry32). */
export function drawn(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface LivedCounty {
  readonly county: string;
  readonly escrow: string;
  readonly flat: string;
}

export interface Lived {
  readonly charges: number;
  readonly deaths: number;
  readonly faults: readonly object[];
}

/** Computes from the calendar, without the rules under test, when a month falls due. */
const dueMoment = (zone: string, period: Temporal.PlainYearMonth, day: number, time: string): number =>
  period
    .toPlainDate({ day })
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;

/**
 * Simulates months in the lives of counties: due times in order, several processes that tick at once, processes that
 * die, outages of all processes, buttons that are pressed ten times, and due days that staff change.
 */
export class BillingLife {
  private readonly random: () => number;
  private readonly counties: LivedCounty[] = [];
  private died = 0;

  constructor(
    private readonly world: BillingWorld,
    private readonly o: { seed: number; months: number; counties: number },
  ) {
    this.random = drawn(o.seed);
  }

  async live(): Promise<Lived> {
    this.world.clock.set(START);
    await this.found();
    let asleepUntil = 0;
    for (const { at, of } of this.moments()) {
      if (at < asleepUntil) continue;
      const pause = Math.min(this.oneOf(this.random() < 0.03 ? pauses : [0]), this.last() - at);
      asleepUntil = at + pause;
      this.moveTo(asleepUntil);
      await this.happen(pause > 0 ? this.counties : [of], pause);
    }
    return this.end();
  }

  private async found(): Promise<void> {
    const { accounts, schedules } = this.world;
    schedules.kept.clear();
    for (let at = 0; at < this.o.counties; at += 1) {
      const county = `lived-${this.o.seed}-${at}`;
      const drawnDay = this.oneOf(days);
      const settings = {
        timeZone: zones[(2 * at) % zones.length] ?? 'UTC',
        day: drawnDay,
        time: this.oneOf(times),
      };
      schedules.kept.set(county, schedule(county, settings));
      const since = { lastTasks: '2026-12-31', lastTasksAt: START };
      const flat = { accountType: 'FLAT_FEE', flatFeeRateLevel: 1, paymentMethod: 'INVOICE' } as const;
      const escrow = accounts.add(county, { ...since, monthlyFee: FEE }).id;
      this.counties.push({ county, escrow, flat: accounts.add(county, { ...since, ...flat }).id });
      await this.world.give(county, escrow, 'USD', FUNDS);
    }
  }

  /** Lists every due time of every county, in order. */
  private moments(): { at: number; of: LivedCounty }[] {
    const first = Temporal.PlainYearMonth.from(FIRST);
    return this.counties
      .flatMap((of) => {
        const { timeZone, day, time } = this.world.schedules.kept.get(of.county) ?? schedule(of.county);
        return Array.from({ length: this.o.months }, (_, months) => ({
          at: dueMoment(timeZone, first.add({ months }), day, time),
          of,
        }));
      })
      .toSorted((a, b) => a.at - b.at);
  }

  /** Ticks as often as three processes tick in a minute, and lets some of these processes die. */
  private async happen(of: readonly LivedCounty[], pause: number): Promise<void> {
    for (const { county } of of) {
      const kills = this.random() < 0.3;
      if (kills) this.armDeath();
      await this.ticks(county);
      armFailpoints(undefined);
      if (this.random() < 0.05) await this.pressTenTimes(county, runCountyTasks);
      if (pause > 0) await this.pressTenTimes(county, prepareCountyRerun);
      if (this.random() < 0.02) this.changeDay(county);
      if (kills || pause > 0) await this.recover(county);
    }
  }

  private async ticks(county: string): Promise<void> {
    const count = 1 + Math.floor(this.random() * 5);
    const runs = this.world.replicas.map((replica) => replica.get(CountyRun));
    await Promise.allSettled(
      Array.from({ length: count }, (_, at) => runs[at % runs.length]?.tick(county) ?? Promise.resolve()),
    );
  }

  private armDeath(): void {
    const place = this.oneOf(deaths);
    let armed = true;
    armFailpoints((name) => {
      if (name !== place || !armed) return undefined;
      armed = false;
      this.died += 1;
      return Promise.reject(new FailpointThrew(`killed at ${name}`));
    });
  }

  /** Lets the lease of a dead process end, so that the next tick continues its work. */
  private async recover(county: string): Promise<void> {
    await this.world.settled();
    this.world.clock.advance(61_000);
    await this.ticks(county);
  }

  private async pressTenTimes(
    county: string,
    button: typeof runCountyTasks | typeof prepareCountyRerun,
  ): Promise<void> {
    const actor = clerk(county, { role: 'TRIMIN' });
    await Promise.all(Array.from({ length: 10 }, () => this.world.rpc.call(button, {}, { actor })));
    await this.world.settled();
  }

  /** Changes the due day as staff may do. After that, no month may be charged twice or be lost. */
  private changeDay(county: string): void {
    const before = this.world.schedules.kept.get(county);
    if (before) this.world.schedules.kept.set(county, { ...before, day: this.oneOf(days) });
  }

  private async end(): Promise<Lived> {
    this.moveTo(this.last());
    for (const { county } of this.counties) {
      await this.ticks(county);
      await this.pressTenTimes(county, prepareCountyRerun);
      await this.recover(county);
    }
    const faults = [...(await this.world.doubles()), ...(await this.miscounted())];
    return { charges: this.counties.length * 3 * this.o.months, deaths: this.died, faults };
  }

  /**
   * Returns a time after all due times of the last month and before those of the next month. The last month must not be
   * February, because this time would then be in March.
   */
  private last(): number {
    const month = Temporal.PlainYearMonth.from(FIRST).add({ months: this.o.months - 1 });
    return dueMoment('UTC', month, 28, '00:00') + 36 * HOUR_MS;
  }

  /** Finds accounts that were not charged exactly once a month, according to their rows or their balances. */
  private async miscounted(): Promise<object[]> {
    const { months } = this.o;
    const faults: object[] = [];
    for (const { county, escrow, flat } of this.counties) {
      for (const [account, tasks] of [
        [escrow, 1],
        [flat, 2],
      ] as const) {
        const rows = await this.world.periods(account);
        const done = rows.filter(({ state }) => state === 'DONE').length;
        if (done !== months * tasks) faults.push({ county, account, done, expected: months * tasks });
      }
      const wanted = { escrow: FUNDS - FEE * months };
      const money = await this.world.balances(escrow);
      if (money.escrow !== wanted.escrow) faults.push({ county, escrow, money, wanted });
      const paid = await this.world.balances(flat);
      if (paid.ar_invoice !== -(FEE + 2_500) * months || paid.images !== 50 * months)
        faults.push({ county, flat, paid });
    }
    return faults;
  }

  /** Moves the clock forward; simulated time never goes back. */
  private moveTo(at: number): void {
    if (at > this.world.clock.now().getTime()) this.world.clock.set(new Date(at).toISOString());
  }

  private oneOf<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.random() * list.length)];
    if (found === undefined) throw new Error('nothing to draw from');
    return found;
  }
}
