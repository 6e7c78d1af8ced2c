import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { afterCommit, Database, type Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { Jobs, OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { FilingPruner } from './filing-pruner.js';
import { FilingSteps } from './filing-steps.js';
import { FilingWithdrawal } from './filing-withdrawal.js';
import { FilingRepository, type Filing } from './filing.repository.js';
import { FilingSettler } from './filing-settler.js';
import { FilingService } from './filing.service.js';
import { ASK_AGAIN_MS } from './filing.states.js';

const log = openLog('imaging');
const FILINGS_JOB = 'filings';

/** The classes that continue unfinished work. */
@Injectable()
export class FilingWorkers {
  constructor(
    readonly steps: FilingSteps,
    readonly withdrawal: FilingWithdrawal,
    readonly settler: FilingSettler,
    readonly pruner: FilingPruner,
  ) {}
}

/**
 * Finishes filings that a dead process left between two states. Also submits filings that are paid by card, even if the
 * browser is gone.
 */
@Injectable()
export class FilingCompleter {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly service: FilingService,
    private readonly work: FilingWorkers,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sends a filing whose fee was paid by card. The form was stored with the document, so the browser is no longer
   * needed.
   */
  @OnEvent('payments.filing-paid.v1', { consumer: 'paid-filings' })
  async onPaid({ county, payload }: EventOf<'payments.filing-paid.v1'>, tx: Tx): Promise<void> {
    await this.work.steps.beginPaid(tx, payload.filing);
    afterCommit(tx, () => void this.jobs.wake(FILINGS_JOB, { county }));
  }

  /** An error in one county does not delay the other counties. */
  @OnJob(FILINGS_JOB, { everyMs: ASK_AGAIN_MS })
  async run({ county }: Wake): Promise<void> {
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) => this.filings.listCountiesWithDue(tx, this.clock.now()));
    for (const each of counties)
      await this.completeAll(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'the filings of a county were not finished'),
      );
  }

  private async completeAll(county: string): Promise<void> {
    for (let due = await this.take(county); due; due = await this.take(county))
      await this.complete(county, due);
  }

  private take(county: string): Promise<Filing | undefined> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + ASK_AGAIN_MS);
    return this.database.withCounty(county, (tx) => this.filings.claimDue(tx, now, again));
  }

  /** Completes a filing. A filing that fails does not stop the others and is due again soon. */
  private async complete(county: string, { id, state }: Filing): Promise<void> {
    try {
      if (state === 'SUBMITTING') await this.service.resume(county, id);
      if (state === 'RECORDING' || state === 'REJECTING') await this.work.settler.settle(county, id);
      if (state === 'RECORDED') await this.work.settler.confirm(county, id);
      if (state === 'WITHDRAWING') await this.work.withdrawal.finish(county, id);
      if (state === 'DISCARDING') await this.work.pruner.discard(county, id);
    } catch (error) {
      log.warn({ err: error, filing: id, state }, 'a filing between two states was not finished yet');
    }
  }
}
