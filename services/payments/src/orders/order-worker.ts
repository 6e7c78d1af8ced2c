import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { fail, ok, type Result } from '@portal/proto/result';
import type { DownloadOrder } from './download-order.entity.js';
import { isPaid, LEASE_MS, LONGEST_TRY_MS } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import { OrderSettler, type Settled } from './order-settler.js';
import { PageRenderer, pdfRequestOf, type RenderFailure } from './page-renderer.js';

const log = openLog('payments');

export type WorkFailure = RenderFailure | 'ORDER_CLOSED';

/** Failures that another attempt cannot solve. */
const final: readonly WorkFailure[] = [
  'DOCUMENT_SEALED',
  'PAGE_IMAGE_MISSING',
  'NO_SUCH_PAGE',
  'ORDER_CLOSED',
];
export const isFinal = (failure: WorkFailure): boolean => final.includes(failure);

/** Runs steps 3 and 4 of a purchase: first the PDF, then the charge. Both steps can be repeated without harm. */
@Injectable()
export class OrderWorker {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly settler: OrderSettler,
    private readonly renderer: PageRenderer,
  ) {}

  /**
   * Brings a held order to PAID and keeps the lease meanwhile. After a failure, the order is unchanged, and the caller
   * decides whether to try again or to void the order.
   */
  async finish(order: DownloadOrder, owner: string): Promise<Result<Settled, WorkFailure>> {
    const endLease = this.keepLease(order, owner);
    try {
      await failpoint('order-rendering');
      const pdf = await this.renderer.render(pdfRequestOf(order));
      if (!pdf.ok) return pdf;
      await failpoint('order-rendered');
      const settled = await this.settler.settle(order, pdf.value);
      await failpoint('order-settled');
      return isPaid(settled.state) ? ok(settled) : fail('ORDER_CLOSED');
    } finally {
      endLease();
    }
  }

  /**
   * Renews the lease of an attempt. A dead process stops renewing; a process that hangs loses the lease after the
   * longest time that an attempt may take.
   */
  private keepLease({ countyId, id }: DownloadOrder, owner: string): () => void {
    const end = performance.now() + LONGEST_TRY_MS;
    const timer = setInterval(() => {
      if (performance.now() > end) clearInterval(timer);
      this.database
        .withCounty(countyId, (tx) => this.orders.renewLease(tx, id, owner))
        .catch((error: unknown) => log.warn({ err: error, order: id }, 'lease not renewed'));
    }, LEASE_MS / 3);
    timer.unref();
    return () => clearInterval(timer);
  }
}
