import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, todayIn, Turns, zonedNow, type Clock } from '@portal/infra/clock';
import { openLog } from '@portal/infra/log';
import { Counties } from './counties.js';
import { Reconciler, type CountyZone } from './reconciler.js';

const log = openLog('payments');

/** After the providers' daily batches and long before the office opens (GOAL: classified by 09:00). */
const DAILY_HOUR = 3;
const EVERY_MS = 60_000;

/** Compares each county once a night and once an hour; the row of the period decides which process does it. */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.runDue(),
    onFault: (error) => log.warn({ err: error }, 'the reconciliation could not begin'),
  });

  constructor(
    private readonly counties: Counties,
    private readonly reconciler: Reconciler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
  }

  /** A county that fails does not delay the others. */
  async runDue(): Promise<void> {
    for (const county of await this.counties.list()) {
      await this.runCounty(county).catch((error: unknown) =>
        log.error({ err: error, county: county.county }, 'a county was not reconciled'),
      );
    }
  }

  private async runCounty(county: CountyZone): Promise<void> {
    const { timeZone } = county;
    if (zonedNow(timeZone, this.clock).hour >= DAILY_HOUR)
      await this.reconciler.run(county, 'DAILY', todayIn(timeZone, this.clock));
    await this.reconciler.run(county, 'HOURLY', this.clock.now().toISOString().slice(0, 13));
  }
}
