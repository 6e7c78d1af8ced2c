import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { CardKeysWriter } from './card-keys.writer.js';
import { MerchantRequestRepository } from './merchant-request.repository.js';

const log = openLog('payments');
const EVERY_MS = 60_000;

/**
 * Ends requests to use the card keys of another merchant if nobody approved them in time, and deletes the keys. Nobody
 * has to open the page of the card keys for this.
 */
@Injectable()
export class OverdueKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.end(),
    onFault: (error) => log.error({ err: error }, 'card keys that waited too long were not deleted'),
  });

  constructor(
    private readonly database: Database,
    private readonly requests: MerchantRequestRepository,
    private readonly writer: CardKeysWriter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /** Ends the overdue keys of all counties. An error in one county does not delay the others. */
  async end(): Promise<void> {
    const now = this.clock.now();
    const counties = await this.database.asWorker((tx) => this.requests.listOverdueCounties(tx, now));
    for (const county of counties)
      await this.writer
        .endOverdue(county)
        .catch((error: unknown) =>
          log.error({ err: error, county }, 'card keys of a county that waited too long were not deleted'),
        );
  }
}
