import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { AuthorizationCloser } from '../preauthorization/authorization-closer.js';
import { AttemptSweeper } from './attempt-sweeper.js';
import { WebhookService } from './webhook.service.js';

const log = openLog('payments');
const AT_ONCE = 50;

/** Goes on, in every process, with card payments that wait: notifications, attempts, authorizations to close. */
@Injectable()
export class CardSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly webhooks: WebhookService,
    private readonly attempts: AttemptSweeper,
    private readonly closer: AuthorizationCloser,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cardSweepSeconds'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.run().finally(() => (this.running = undefined));
    }, this.config.cardSweepSeconds * 1_000);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One run; a part that fails does not stop the others. */
  async run(): Promise<void> {
    const parts = [
      () => this.webhooks.workOffDue(AT_ONCE),
      () => this.attempts.sweep(AT_ONCE),
      () => this.closer.closeDue(AT_ONCE),
    ];
    for (const part of parts) {
      await part().catch((error: unknown) => log.error({ err: error }, 'a run of the card sweeper failed'));
    }
  }
}
