import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { openLog } from '@portal/infra/log';
import { AttemptSweeper } from '../attempts/attempt-sweeper.js';
import { WebhookService } from '../attempts/webhook.service.js';
import { CardProvider } from '../cards/card-provider.js';
import type { CardDuty, CardTask, ProviderAnswer } from '../cards/card-task.js';
import { AuthorizationCloser } from '../authorizations/authorization-closer.js';
import { FilingRefunder } from '../filings/filing-refunder.js';
import { Circuit } from './circuit.js';

const log = openLog('payments');
/** Number of parallel calls to one county's provider. */
const LANES = 4;

/** Processes the card work of one county until nothing is due or the provider does not answer. */
@Injectable()
export class CountySweep {
  private readonly circuits = new Map<string, Circuit>();
  private readonly duties: readonly CardDuty[];

  constructor(
    webhooks: WebhookService,
    attempts: AttemptSweeper,
    closer: AuthorizationCloser,
    refunder: FilingRefunder,
    private readonly cards: CardProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.duties = [webhooks, attempts, closer, refunder];
  }

  /** @param isEnding checked before each task: true when the process is about to stop */
  async sweep(county: string, isEnding: () => boolean): Promise<void> {
    const circuit = await this.circuitOf(county);
    for (;;) {
      // one of these calls may make a new task due after the others have stopped, so all of them run again until none
      // finds a task
      const lanes = Array.from({ length: LANES }, () => this.workOff(county, circuit, isEnding));
      const done = await Promise.all(lanes);
      if (done.every((tasks) => tasks === 0)) return;
    }
  }

  /** Returns the circuit breaker for the county's account at the provider; counties that share an account share it. */
  private async circuitOf(county: string): Promise<Circuit> {
    const account = (await this.cards.merchantOf(county)) ?? `none of ${county}`;
    const known = this.circuits.get(account) ?? new Circuit();
    this.circuits.set(account, known);
    return known;
  }

  private async workOff(county: string, circuit: Circuit, isEnding: () => boolean): Promise<number> {
    let tasks = 0;
    for (const duty of this.duties) {
      while (!isEnding() && circuit.enter(this.now())) {
        const task = await this.take(duty, county, circuit);
        if (!task) break;
        tasks += 1;
        circuit.leave(await this.work(task, county), this.now());
      }
    }
    return tasks;
  }

  private async take(duty: CardDuty, county: string, circuit: Circuit): Promise<CardTask | undefined> {
    let task: CardTask | undefined;
    try {
      task = await duty.takeNext(county);
      return task;
    } finally {
      if (!task) circuit.leave('NOT_ASKED', this.now());
    }
  }

  private async work(task: CardTask, county: string): Promise<ProviderAnswer> {
    try {
      return await task();
    } catch (error) {
      log.error({ err: error, county }, 'card work of a county failed; it is tried again');
      return 'NOT_ASKED';
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
