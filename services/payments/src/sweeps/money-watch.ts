import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock, Turns } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { gauge } from '@portal/infra/metrics';

const log = openLog('payments');
const LOOK_MS = 15_000;
/** Work that is due more than this many milliseconds from now is not counted, because nothing has to be done yet. */
const SOON_MS = 3_600_000;

/** The groups of holds by age, each with its upper limit in seconds; holds above the last limit are `older`. */
const ages = [
  ['minute', 60],
  ['quarter', 900],
] as const;
type Age = (typeof ages)[number][0] | 'older';

const holds = gauge({
  ...{
    name: 'holds_open',
    help: 'Purchases whose money is held, by how long: up to a minute, a quarter of an hour, older',
  },
  labelNames: ['age'] as const,
});
const oldestHold = gauge({
  name: 'holds_oldest_seconds',
  help: 'How long the oldest purchase has held money',
});
const cards = gauge({
  ...{
    name: 'cards_in_doubt',
    help: 'Card work that waits: payments nobody has reported, notifications, authorizations to close',
  },
  labelNames: ['work'] as const,
});
const late = gauge({
  ...{ name: 'cards_late_seconds', help: 'How long the card work that is due first has been due' },
  labelNames: ['work'] as const,
});

const queues = [
  ['payments', 'payment_attempt', 'next_look_at', 'next_look_at IS NOT NULL'],
  ['notifications', 'webhook_inbox', 'next_try_at', 'next_try_at IS NOT NULL'],
  ['authorizations', 'card_authorization', 'next_try_at', `state IN ('AUTHORIZED', 'CLOSING')`],
] as const;

/** Updates the metrics of held money and of waiting card work, over all counties. Reads only small partial indexes. */
@Injectable()
export class MoneyWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: LOOK_MS,
    work: () => this.look(),
    onFault: (error) => log.debug({ err: error }, 'the money under way was not counted'),
  });

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
  }

  async look(): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const now = this.clock.now();
      await this.lookAtHolds(tx, now);
      for (const queue of queues) await this.lookAtCards(tx, now, queue);
    });
  }

  private async lookAtHolds(tx: Tx, now: Date): Promise<void> {
    const rows = await tx.rows<{ age: number }>(
      `SELECT greatest(0, extract(epoch FROM $1::timestamptz - held_at))::float8 AS age
         FROM download_order WHERE state IN ('HELD', 'RENDERED') AND held_at IS NOT NULL
        ORDER BY lease_until LIMIT 1000`,
      [now],
    );
    const counts: Record<Age, number> = { minute: 0, quarter: 0, older: 0 };
    for (const { age } of rows) counts[ages.find(([, end]) => age <= end)?.[0] ?? 'older'] += 1;
    for (const [age, count] of Object.entries(counts)) holds.set({ age }, count);
    oldestHold.set(Math.max(0, ...rows.map(({ age }) => age)));
  }

  private async lookAtCards(
    tx: Tx,
    now: Date,
    [work, table, due, waits]: (typeof queues)[number],
  ): Promise<void> {
    const row = await tx.row<{ waiting: number; late: number | null }>(
      `SELECT count(*)::int AS waiting, extract(epoch FROM $1::timestamptz - min(at))::float8 AS late
         FROM (SELECT ${due} AS at FROM ${table}
               WHERE ${waits} AND ${due} <= $2 ORDER BY ${due} LIMIT 1000) AS waiting`,
      [now, new Date(now.getTime() + SOON_MS)],
    );
    cards.set({ work }, row?.waiting ?? 0);
    late.set({ work }, Math.max(0, row?.late ?? 0));
  }
}
