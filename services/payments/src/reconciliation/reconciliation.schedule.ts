import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, todayIn, zonedNow, type Clock } from '@portal/infra/clock';
import { Counties } from './counties.js';
import { CountyTurns } from './county-turns.js';
import { Reconciler, type CountyZone } from './reconciler.js';
import type { RunKind } from './run.repository.js';

/**
 * The hour of the nightly comparison: after the providers' daily batches, and long before 09:00, when the office
 * expects the findings.
 */
const DAILY_HOUR = 3;
const EVERY_MS = 60_000;
const HALF_HOUR_MS = 30 * 60_000;

/**
 * Compares each county's card payments with the provider's records, once a night and once an hour. The database row of
 * the night or hour decides which process makes the comparison.
 */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns: CountyTurns;

  constructor(
    counties: Counties,
    private readonly reconciler: Reconciler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.turns = new CountyTurns(counties, clock, {
      everyMs: EVERY_MS,
      work: (county) => this.runCounty(county),
      faults: { list: 'the reconciliation could not begin', work: 'a county was not reconciled' },
    });
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /**
   * @returns the time of the next check: the next half hour, because a new hour or day may begin then, or the present
   * time if a comparison still has to be made; undefined if the county takes no cards
   */
  private async runCounty(county: CountyZone): Promise<Date | undefined> {
    if (!(await this.reconciler.takesCards(county.county))) return undefined;
    const now = this.clock.now();
    const periods: [RunKind, string][] = [['HOURLY', now.toISOString().slice(0, 13)]];
    if (zonedNow(county.timeZone, this.clock).hour >= DAILY_HOUR)
      periods.unshift(['DAILY', todayIn(county.timeZone, this.clock)]);
    for (const [kind, period] of periods) await this.reconciler.run(county, kind, period);
    const areDone = await this.reconciler.areDone(county.county, periods);
    // in some time zones, hours begin at half past the hours of UTC
    return areDone ? new Date(Math.ceil((now.getTime() + 1) / HALF_HOUR_MS) * HALF_HOUR_MS) : now;
  }
}
