import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Turns } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { gauge } from '@portal/infra/metrics';
import { reconciliationClass } from '@portal/proto/rpc/payments';
import { Counties } from './counties.js';
import { ReconciledRepository } from './reconciled.repository.js';

const log = openLog('payments');
const LOOK_MS = 60_000;
const classes = reconciliationClass.options.filter((each) => each !== 'MATCHED');

const unmatched = gauge({
  name: 'recon_unmatched',
  help: 'Open findings of the reconciliation',
  labelNames: ['county', 'class'],
});

/**
 * Counts the open findings of all counties in every process, because any process may compare a county or resolve a
 * finding.
 */
@Injectable()
export class FindingsWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: LOOK_MS,
    work: () => this.look(),
    onFault: (error) => log.debug({ err: error }, 'the open findings were not counted'),
  });

  constructor(
    private readonly database: Database,
    private readonly counties: Counties,
    private readonly reconciled: ReconciledRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
  }

  async look(): Promise<void> {
    const counties = await this.counties.list();
    const found = await this.database.asWorker((tx) => this.reconciled.countOpenOfAll(tx));
    // removes the metric of counties that no longer exist
    unmatched.reset();
    for (const { county } of counties) for (const each of classes) unmatched.set({ county, class: each }, 0);
    for (const { county, class: each, open } of found) unmatched.set({ county, class: each }, open);
  }
}
