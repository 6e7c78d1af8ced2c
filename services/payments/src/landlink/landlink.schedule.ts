import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import { Counties } from '../reconciliation/counties.js';
import { LandLinkDays } from './landlink-days.js';
import { LandLinkWriter } from './landlink-writer.js';

const log = openLog('payments');
const EVERY_MS = 30_000;

/** Makes the daily files of all counties. Every process runs it; rows decide which one does the work. */
@Injectable()
export class LandLinkSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.runDue(),
    onFault: (error) => log.warn({ err: error }, 'the postings for LandLink could not be listed'),
  });

  private readonly rounds: CountyRounds;

  constructor(
    private readonly counties: Counties,
    private readonly days: LandLinkDays,
    private readonly writer: LandLinkWriter,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.rounds = new CountyRounds(counties, clock);
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
  }

  /** A county that fails does not delay the others, and is tried again in the next round. */
  async runDue(): Promise<void> {
    for (const { county } of await this.counties.list()) {
      const looked = this.rounds.look(county, () => this.runCounty(county));
      await looked.catch((error: unknown) =>
        log.error({ err: error, county }, 'the file of postings for LandLink was not made'),
      );
    }
  }

  /** @returns when the county's next day is due */
  async runCounty(county: string): Promise<Date | undefined> {
    // writes the files of closed days first, because closing the next day may fail, for example when identity does not
    // answer
    await this.writer.writeWaiting(county);
    const next = await this.days.closeDue(county);
    await this.writer.writeWaiting(county);
    return next;
  }
}
