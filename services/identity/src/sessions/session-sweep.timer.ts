import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { SessionSweep } from './session.sweep.js';

const EVERY_MS = 60_000;

const log = openLog('identity');

/** Sweeps once a minute in every process; two at once end each session once. */
@Injectable()
export class SessionSweepTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  constructor(private readonly sweep: SessionSweep) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.sweep
        .run()
        .catch((error: unknown) => log.error({ err: error }, 'idle sessions were not ended'))
        .finally(() => (this.running = undefined));
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
