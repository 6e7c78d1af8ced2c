import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { callContext, openLog } from '@portal/infra/log';
import type { DownloadOrder } from './download-order.entity.js';
import { LONGEST_PURCHASE_MS, TRIES } from './order.states.js';
import { OrderRepository, type DueRow } from './order.repository.js';
import { OrderVoider } from './order-voider.js';
import { isFinal, OrderWorker } from './order-worker.js';
import { VisitService } from './visit.service.js';

const log = openLog('payments');
const EVERY_MS = 5_000;
/** Number of purchases that one process finishes in parallel. */
const LANES = 8;
/** Maximum number of visits with an expired price that are closed in one batch. */
const VISITS_AT_ONCE = 200;

/** A purchase that this process works on until the lease expires; `owner` names the attempt. */
type Claimed = DueRow & { readonly owner: string };

/**
 * Finishes the purchases of dead processes (payments/DESIGN.md#buying-pages step 6): a purchase becomes PAID, or VOIDED
 * after three attempts or 15 minutes. The completer also closes visits whose price has expired. Each process claims
 * purchases until no more are due, so that several processes share a backlog.
 */
@Injectable()
export class Completer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.run(),
    onFault: (error) => log.error({ err: error }, 'completer run failed'),
  });

  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly worker: OrderWorker,
    private readonly voider: OrderVoider,
    private readonly visits: VisitService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /** Finishes the due purchases of all counties, until no more are due. */
  async run(): Promise<void> {
    const first = await this.claim(LANES);
    const lanes = await Promise.allSettled(first.map((claimed) => this.completeFrom(claimed)));
    const failed = lanes.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
    const unclosed = new Set<string>();
    while (!this.turns.ending && (await this.visits.closeExpired(VISITS_AT_ONCE, unclosed)));
  }

  private async claim(limit: number): Promise<Claimed[]> {
    const owner = randomUUID();
    const rows = await this.database.asWorker((tx) => this.orders.claimAbandoned(tx, owner, limit));
    return rows.map((row) => ({ ...row, owner }));
  }

  /** Finishes one purchase after another. Several calls run at once, so a slow PDF does not delay all purchases. */
  private async completeFrom(first: Claimed): Promise<void> {
    for (let next: Claimed | undefined = first; next; [next] = this.turns.ending ? [] : await this.claim(1)) {
      const { id } = next;
      await this.complete(next).catch((error: unknown) =>
        log.error({ err: error, order: id }, 'an abandoned order was not finished'),
      );
    }
  }

  private async complete({ id, countyId, owner }: Claimed): Promise<void> {
    const order = await this.database.withCounty(countyId, (tx) => this.orders.findOrderById(tx, id));
    if (order?.leaseOwner !== owner) return;
    await failpoint('order-taken-over');
    await callContext.run({ correlationId: order.correlationId, county: countyId }, () =>
      this.tryOnce(order, owner),
    );
  }

  private async tryOnce(order: DownloadOrder, owner: string): Promise<void> {
    const age = this.clock.now().getTime() - (order.heldAt?.getTime() ?? 0);
    if (age > LONGEST_PURCHASE_MS) return this.giveUp(order, 'EXPIRED');
    if (order.attempts > TRIES) return this.giveUp(order, 'TOO_MANY_TRIES');
    const done = await this.worker.finish(order, owner);
    if (done.ok) log.info({ order: order.id, attempts: order.attempts }, 'an abandoned order was finished');
    else if (isFinal(done.code) || order.attempts === TRIES) await this.giveUp(order, done.code);
  }

  private async giveUp({ id, countyId }: DownloadOrder, reason: string): Promise<void> {
    const state = await this.database.withCounty(countyId, (tx) => this.voider.voidUnderWay(tx, id, reason));
    log.warn({ order: id, reason, state }, 'an abandoned order was given up');
  }
}
