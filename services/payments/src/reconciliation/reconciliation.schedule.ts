import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, todayIn, Turns, zonedNow, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import { Counties } from './counties.js';
import { Reconciler, type CountyZone } from './reconciler.js';
import type { RunKind } from './run.repository.js';

const log = openLog('payments');

/**
 * The hour of the nightly comparison: after the providers' daily batches, and long before 09:00, when the office
 * expects the findings.
 */
const DAILY_HOUR = 3;
const EVERY_MS = 60_000;
const HALF_HOUR_MS = 30 * 60_000;

/** Compares each county once a night and once an hour; the row of the period decides which process does it. */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.runDue(),
    onFault: (error) => log.warn({ err: error }, 'the reconciliation could not begin'),
  });

  private readonly rounds: CountyRounds;

  constructor(
    private readonly counties: Counties,
    private readonly reconciler: Reconciler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rounds = new CountyRounds(counties, clock);
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
  }

  /** A county that fails does not delay the others. */
  async runDue(): Promise<void> {
    for (const county of await this.counties.list()) {
      const looked = this.rounds.look(county.county, () => this.runCounty(county));
      await looked.catch((error: unknown) =>
        log.error({ err: error, county: county.county }, 'a county was not reconciled'),
      );
    }
  }

  /** @returns the next half hour, because hours and days begin then; the present time while a comparison is not done */
  private async runCounty(county: CountyZone): Promise<Date | undefined> {
    if (!(await this.reconciler.takesCards(county.county))) return undefined;
    const now = this.clock.now();
    const periods: [RunKind, string][] = [['HOURLY', now.toISOString().slice(0, 13)]];
    if (zonedNow(county.timeZone, this.clock).hour >= DAILY_HOUR)
      periods.unshift(['DAILY', todayIn(county.timeZone, this.clock)]);
    for (const [kind, period] of periods) await this.reconciler.run(county, kind, period);
    const areDone = await this.reconciler.areDone(county.county, periods);
    // some time zones are half an hour off
    return areDone ? new Date(Math.ceil((now.getTime() + 1) / HALF_HOUR_MS) * HALF_HOUR_MS) : now;
  }
}
