import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { openLog } from '@portal/infra/log';
import { CountySchedules } from '../schedule/county-schedules.js';
import { CountyRun } from './county-run.js';

const log = openLog('billing');
const EVERY_MS = 60_000;

/**
 * Runs every minute in every process, and at once for a county with a new event. One query finds the counties that have
 * work; counties without work are checked less often.
 */
@Injectable()
export class Ticker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.tickAll(),
    onFault: (error) => log.warn({ err: error }, 'the monthly tasks could not be looked at'),
  });
  private readonly woken = new Set<string>();
  private working: Promise<void> | undefined;
  private readonly rounds: CountyRounds;

  constructor(
    private readonly schedules: CountySchedules,
    private readonly run: CountyRun,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.rounds = new CountyRounds(schedules, clock);
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
    await this.working;
  }

  /**
   * Does a round for every county; a county without work may be skipped. An error in one county does not delay the
   * others.
   * @throws RpcFailure when the counties cannot be listed
   */
  async tickAll(): Promise<void> {
    const withWork = new Set(await this.run.withWork());
    for (const county of await this.schedules.counties())
      if (!this.turns.ending) await this.tick(county, withWork.has(county));
  }

  /** Requests a round for the county, which begins after the round in progress. */
  wake(county: string): void {
    if (this.turns.ending) return;
    this.woken.add(county);
    this.working ??= this.workOff();
  }

  /** Settles when the rounds that `wake` requested are done. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  private async workOff(): Promise<void> {
    for (;;) {
      const [county] = this.woken;
      if (county === undefined || this.turns.ending) break;
      this.woken.delete(county);
      await this.tick(county, true);
    }
    // cleared here and not in a later callback: if `wake` were called before that callback, it would start no new run,
    // and its county would wait until the next minute
    this.working = undefined;
  }

  private tick(county: string, hasWork: boolean): Promise<void> {
    return this.rounds
      .look(county, () => this.run.tick(county), hasWork)
      .catch((error: unknown) => log.error({ err: error, county }, 'the monthly tasks of a county wait'));
  }
}
