import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Turns } from '@portal/infra/clock';
import { openLog } from '@portal/infra/log';
import { SessionSweep } from './session.sweep.js';

const EVERY_MS = 60_000;

const log = openLog('identity');

/** Starts a sweep every minute in every process; concurrent sweeps never end a session twice. */
@Injectable()
export class SessionSweepTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.sweep.run(),
    onFault: (error) => log.error({ err: error }, 'idle sessions were not ended'),
  });

  constructor(private readonly sweep: SessionSweep) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }
}
