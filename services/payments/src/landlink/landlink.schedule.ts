import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { openLog } from '@portal/infra/log';
import { gauge } from '@portal/infra/metrics';
import { Counties } from '../reconciliation/counties.js';
import { CountyTurns } from '../reconciliation/county-turns.js';
import { LandLinkDays } from './landlink-days.js';
import { LandLinkWriter } from './landlink-writer.js';

const log = openLog('payments');
const EVERY_MS = 30_000;

/** For each county, the time at which its oldest missing file is or was due, as last read from the database. */
const dues = new Map<string, { readonly due: Date | undefined; readonly clock: Clock }>();

// computed when the metric is read, so that a file counts as late even while the settings or the database cannot be
// read
const late = gauge({
  name: 'landlink_late_seconds',
  help: 'Seconds since the due time of the oldest missing file of postings; 0 when none is due',
  labelNames: ['county'],
  collect() {
    for (const [county, { due, clock }] of dues)
      this.set({ county }, due ? Math.max(0, (clock.now().getTime() - due.getTime()) / 1_000) : 0);
  },
});

/**
 * Makes the daily files of all counties. Every process runs this job; locks in the database decide which process makes
 * a file.
 */
@Injectable()
export class LandLinkSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns: CountyTurns;

  constructor(
    counties: Counties,
    private readonly days: LandLinkDays,
    private readonly writer: LandLinkWriter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.turns = new CountyTurns(counties, clock, {
      everyMs: EVERY_MS,
      work: ({ county }) => this.runCounty(county),
      onList: (listed) => this.forgetAllBut(new Set(listed.map(({ county }) => county))),
      faults: {
        list: 'the postings for LandLink could not be listed',
        work: 'the file of postings for LandLink was not made',
      },
    });
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /** Makes the files that are due in all counties. */
  runDue(): Promise<void> {
    return this.turns.run();
  }

  /** @returns when the county's next day is due */
  async runCounty(county: string): Promise<Date | undefined> {
    try {
      return await this.makeFiles(county);
    } finally {
      // a failure to measure must not hide the error that says why the files were not made
      await this.measure(county).catch((error: unknown) =>
        log.debug({ err: error, county }, 'the lateness of files for LandLink was not measured'),
      );
    }
  }

  private async makeFiles(county: string): Promise<Date | undefined> {
    // writes the files of closed days first, because closing the next day may fail, for example when the identity
    // service does not answer
    await this.writer.writeWaiting(county);
    const next = await this.days.closeDue(county);
    await this.writer.writeWaiting(county);
    return next;
  }

  private async measure(county: string): Promise<void> {
    dues.set(county, { due: await this.days.oldestMissing(county), clock: this.clock });
  }

  /** Removes the metric of counties that no longer exist. */
  private forgetAllBut(counties: ReadonlySet<string>): void {
    for (const county of dues.keys()) {
      if (counties.has(county)) continue;
      late.remove({ county });
      dues.delete(county);
    }
  }
}
