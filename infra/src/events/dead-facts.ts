import type { Database } from '../db/index.js';
import type { Log } from '../log/index.js';
import type { EventConsumer } from './event-consumer.js';

export interface DeadFactsOptions {
  readonly database: Database;
  readonly log: Log;
}

interface DeadFact {
  readonly county_id: string;
  readonly consumer: string;
  readonly event_id: string;
}

const LOOK_MS = 5_000;
const AT_ONCE = 100;

/** Applies dead facts again that an operator has marked (`npm run facts -- again`), in the service that reads them. */
export class DeadFacts {
  private readonly consumers = new Map<string, EventConsumer[]>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(private readonly o: DeadFactsOptions) {}

  /** A consumer that reads several topics is added once for each. */
  add(name: string, consumer: EventConsumer): void {
    this.consumers.set(name, [...(this.consumers.get(name) ?? []), consumer]);
  }

  start(): void {
    if (this.consumers.size === 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.run()
        .catch((error: unknown) => this.o.log.debug({ err: error }, 'dead facts cannot be looked for'))
        .finally(() => (this.running = undefined));
    }, LOOK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** One round. A fact that fails again stays dead, with the new reason. */
  async run(): Promise<void> {
    const marked = await this.o.database.asWorker((tx) =>
      tx.rows<DeadFact>(
        `SELECT county_id, consumer, event_id FROM dead_event
          WHERE again AND consumer = ANY($1) ORDER BY died_at LIMIT ${AT_ONCE}`,
        [[...this.consumers.keys()]],
      ),
    );
    for (const fact of marked) if (!this.stopping) await this.runOne(fact);
  }

  private async runOne({ county_id: county, consumer, event_id: event }: DeadFact): Promise<void> {
    const { database, log } = this.o;
    try {
      for (const one of this.consumers.get(consumer) ?? []) {
        if (await one.runAgain(county, event)) log.info({ consumer, event }, 'a dead fact was applied');
      }
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log.error({ consumer, event, err: error }, 'a dead fact failed again');
      await database.withCounty(county, (tx) =>
        tx.run(`UPDATE dead_event SET again = false, reason = $3 WHERE consumer = $1 AND event_id = $2`, [
          ...[consumer, event, reason],
        ]),
      );
    }
  }
}
