import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { RpcFailure } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output } from '@portal/proto/rpc/contract';
import { renewDownload, type openDownload } from '@portal/proto/rpc/payments';
import { PaymentFacts } from '../payment-facts.js';
import { DocumentIndex } from './document-index.js';
import type { DownloadOrder } from './download-order.entity.js';
import { isPaid } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import { PageRenderer, pdfRequestOf, type RenderFailure } from './page-renderer.js';
import { imageAccess } from '../payers/image-access.rules.js';
import { ANY_DOCUMENT } from '../payers/payer.rules.js';
import { fileNameOf, mayFetch } from './visit.rules.js';

export type Download = Output<typeof openDownload>;
export type DownloadError = ErrorOf<typeof openDownload>;
export type RenewalError = ErrorOf<typeof renewDownload>;

const log = openLog('payments');

const noContent = (fileName: string): Download => ({ preview: true, object: null, fileName });

/**
 * Opens paid downloads (payments/DESIGN.md#buying-pages step 5). It posts nothing, so a second download is free.
 */
@Injectable()
export class DownloadService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly index: DocumentIndex,
    private readonly facts: PaymentFacts,
    private readonly renderer: PageRenderer,
  ) {}

  /** Checks rights and sealing at every download, even of paid pages. */
  async open(actor: Actor, guid: string): Promise<Result<Download, DownloadError>> {
    const order = await this.findOwn(actor, guid);
    if (!order) {
      // an actor who may only preview has no orders and gets no content, whatever the guid
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

  /**
   * Writes the PDF again from the paid pages, with the same checks and the same answer as `open`.
   * @throws RpcFailure when the imaging service does not answer
   */
  async renew(actor: Actor, guid: string): Promise<Result<Download, RenewalError>> {
    const opened = await this.open(actor, guid);
    if (!opened.ok || !opened.value.object) return opened;
    const order = await this.findOwn(actor, guid);
    if (!order) return fail('ORDER_NOT_FOUND');
    const pdf = await this.renderer.render({ ...pdfRequestOf(order), again: true });
    log.error(
      { order: order.id, object: opened.value.object.objectKey, renewed: pdf.ok },
      'a paid PDF was damaged or gone',
    );
    if (!pdf.ok) return fail(renewalError(pdf.code));
    const { objectKey, sha256, size } = pdf.value;
    await this.database.withCounty(order.countyId, (tx) => this.orders.keepObject(tx, order.id, pdf.value));
    return ok({ ...opened.value, object: { objectKey, sha256, size } });
  }

  private findOwn(actor: Actor, guid: string): Promise<DownloadOrder | undefined> {
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = await this.orders.findImageState(tx, guid);
      return visit && mayFetch(visit, actor) ? this.orders.findOrder(tx, guid) : undefined;
    });
  }

  private async markDelivered(order: DownloadOrder): Promise<void> {
    await this.database.withCounty(order.countyId, async (tx) => {
      const first = await this.orders.moveOrder(tx, order.id, { from: 'PAID', to: 'DELIVERED' });
      if (first) await this.facts.orderDelivered(tx, order);
    });
  }
}

function renewalError(failure: RenderFailure): RenewalError {
  if (failure === 'SERVICE_UNAVAILABLE') throw new RpcFailure(renewDownload.name, fail(failure));
  // the imaging service should still have the paid pages; if a page is missing, the PDF cannot be written
  return failure === 'NO_SUCH_PAGE' ? 'RENDER_FAILED' : failure;
}
