import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import type { openDownload } from '@portal/proto/rpc/payments';
import { PaymentFacts } from '../payment-facts.js';
import { DocumentIndex } from './document-index.js';
import type { DownloadOrder } from './download-order.entity.js';
import { isPaid } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import { imageAccess } from './payer.rules.js';
import { fileNameOf, mayFetch } from './visit.rules.js';

export type Download = Output<typeof openDownload>;
export type DownloadError = ErrorOf<typeof openDownload>;

const ANY_DOCUMENT = 'A';
const noContent = (fileName: string): Download => ({ preview: true, object: null, fileName });

/** Opens paid downloads (1.5 step 5). Posts nothing, ever: a second download is free. */
@Injectable()
export class DownloadService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly index: DocumentIndex,
    private readonly facts: PaymentFacts,
  ) {}

  /** Rights and the seal are looked at again at every download, whatever was paid. */
  async open(actor: Actor, guid: string): Promise<Result<Download, DownloadError>> {
    const order = await this.findOwn(actor, guid);
    if (!order) {
      // who may only preview has no orders: there is no content to show, whatever the guid
      const previewOnly = imageAccess(actor, ANY_DOCUMENT) === 'PREVIEW';
      return previewOnly ? ok(noContent('image.pdf')) : fail('ORDER_NOT_FOUND');
    }
    const access = imageAccess(actor, order.document.documentType);
    if (access === 'NONE') return fail('DOWNLOAD_NOT_ALLOWED');
    if (access === 'PREVIEW') return ok(noContent(fileNameOf(order)));
    const { objectKey, objectSha256, objectSize } = order;
    if (!isPaid(order.state) || !objectKey || !objectSha256 || objectSize === null)
      return fail('ORDER_NOT_PAID');
    if (!(await this.index.find(actor.county, order.documentKey))) return fail('DOCUMENT_SEALED');
    if (order.state === 'PAID') await this.markDelivered(order);
    const object = { objectKey, sha256: objectSha256, size: Number(objectSize) };
    return ok({ preview: false, object, fileName: fileNameOf(order) });
  }

  private findOwn(actor: Actor, guid: string): Promise<DownloadOrder | undefined> {
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = await this.orders.findImageState(tx, guid);
      return visit && mayFetch(visit, actor) ? this.orders.findOrder(tx, guid) : undefined;
    });
  }

  private async markDelivered(order: DownloadOrder): Promise<void> {
    await this.database.withCounty(order.countyId, async (tx) => {
      const first = await this.orders.moveOrder(tx, order.id, 'PAID', 'DELIVERED');
      if (first) await this.facts.orderDelivered(tx, order);
    });
  }
}
