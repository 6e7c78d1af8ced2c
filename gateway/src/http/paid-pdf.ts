import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { RpcClient } from '@portal/infra/rpc';
import { OBJECT_STORE, ObjectMissing, type ObjectStore } from '@portal/infra/storage';
import type { ImageStateReference } from '@portal/proto/http/orders';
import type { Output } from '@portal/proto/rpc/contract';
import { openDownload, renewDownload } from '@portal/proto/rpc/payments';
import { refuse } from '../answers/refusal.js';
import { actorOf, type Visit } from '../session/visit.js';

const log = openLog('gateway');

export type PaidDownload = Output<typeof openDownload>;
type PaidObject = NonNullable<PaidDownload['object']>;

/**
 * Opens the PDF of a paid order. Before its first byte is sent, the whole file is compared with the hash of the paid
 * PDF; a damaged or missing file is written again.
 */
@Injectable()
export class PaidPdf {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** @throws Refusal when the order is not paid, or when its PDF can neither be read nor be written again */
  async open(visit: Visit, reference: ImageStateReference): Promise<PaidDownload> {
    const actor = actorOf(visit);
    const opened = await this.rpc.call(openDownload, reference, { actor });
    if (!opened.ok) return refuse(opened.code, opened.params);
    if (!opened.value.object || (await this.isAsPaid(opened.value.object))) return opened.value;
    const renewed = await this.rpc.call(renewDownload, reference, { actor });
    if (!renewed.ok) return refuse(renewed.code, renewed.params);
    const { object } = renewed.value;
    return object && !(await this.isAsPaid(object)) ? refuse('RENDER_FAILED') : renewed.value;
  }

  private async isAsPaid({ objectKey, sha256, size }: PaidObject): Promise<boolean> {
    try {
      const object = await this.store.open(objectKey);
      const hash = createHash('sha256');
      for await (const chunk of object.stream as AsyncIterable<Buffer>) hash.update(chunk);
      if (object.size === size && hash.digest('hex') === sha256) return true;
      log.error({ object: objectKey }, 'a paid PDF is not what its hash says');
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      log.error({ object: objectKey }, 'a paid PDF is missing');
    }
    return false;
  }
}
