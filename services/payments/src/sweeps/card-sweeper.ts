import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { Turns } from '@portal/infra/clock';
import { openLog } from '@portal/infra/log';
import { CountySweep } from './county-sweep.js';
import { WaitingCounties } from './waiting-counties.js';

const log = openLog('payments');

/**
 * Continues card work that waits: notifications, attempts, authorizations to close and refunds. Every process sweeps,
 * and sweeps each county separately, so that a county with much work, or with a provider that does not answer, does not
 * delay the others.
 */
@Injectable()
export class CardSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns: Turns;
  private readonly sweeping = new Map<string, Promise<void>>();

  constructor(
    private readonly counties: WaitingCounties,
    private readonly county: CountySweep,
    @Inject(CONFIG) config: Pick<Config, 'cardSweepSeconds'>,
  ) {
    this.turns = new Turns({
      everyMs: config.cardSweepSeconds * 1_000,
      work: () => this.begin(),
      onFault: (error) => log.error({ err: error }, 'a run of the card sweeper failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
    await Promise.all(this.sweeping.values());
  }

  /** Sweeps all counties once; a county that fails does not stop the others. */
  async run(): Promise<void> {
    const counties = await this.counties.list();
    await Promise.all(counties.map((county) => this.sweep(county)));
  }

  /** Starts a sweep of each county that is not being swept, without waiting for it. */
  private async begin(): Promise<void> {
    for (const county of await this.counties.list()) {
      if (this.sweeping.has(county)) continue;
      const sweep = this.sweep(county).finally(() => this.sweeping.delete(county));
      this.sweeping.set(county, sweep);
    }
  }

  private async sweep(county: string): Promise<void> {
    await this.county
      .sweep(county, () => this.turns.ending)
      .catch((error: unknown) =>
        log.error({ err: error, county }, 'the card payments of a county were not swept'),
      );
  }
}
