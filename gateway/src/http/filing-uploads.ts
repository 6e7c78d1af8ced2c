import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { filingUploadKey } from '@portal/proto/efile';
import { efileImageRequest } from '@portal/proto/http/efile';
import { fail, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import { takeFiling } from '@portal/proto/rpc/efile';
import type { FastifyRequest } from 'fastify';
import { parseInput, Refusal } from '../answers/refusal.js';
import { readFiling, type UploadedDocument } from '../edge/filing-body.js';
import { removeUpload } from './left-upload.js';

/** The number of documents that may arrive at the same time in this process, and from one user. */
const atOnce = { all: 24, ofUser: 2 } as const;

/**
 * Passes documents to the imaging service through the object store while they arrive, because commands must not carry
 * megabytes.
 */
@Injectable()
export class FilingUploads {
  private readonly arriving = new Map<string, number>();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async take(actor: Actor, request: FastifyRequest): Promise<Result<Output<typeof takeFiling>>> {
    // frees the slot, because slots are for requests that keep the process busy, and a slow upload may wait for minutes
    request.place?.leave();
    const leave = this.enter(actor.user ?? actor.username);
    const upload = randomUUID();
    const key = filingUploadKey(actor.county, upload);
    try {
      const read = await readFiling(request, (document) => this.keep(key, document));
      const form = parseInput(efileImageRequest, read.form);
      const { fileName, contentType: declared } = read.kept;
      return await this.rpc.call(takeFiling, { upload, declared, fileName, form }, { actor });
    } finally {
      leave();
      await removeUpload(this.store, key);
    }
  }

  private async keep(key: string, { body }: UploadedDocument): Promise<void> {
    await this.store.put(key, Readable.from(body), { contentType: 'application/octet-stream' });
  }

  private enter(user: string): () => void {
    const mine = this.arriving.get(user) ?? 0;
    const all = [...this.arriving.values()].reduce((sum, count) => sum + count, 0);
    if (mine >= atOnce.ofUser || all >= atOnce.all) throw new Refusal(fail('SERVICE_BUSY'));
    this.arriving.set(user, mine + 1);
    return () => {
      const left = (this.arriving.get(user) ?? 1) - 1;
      if (left === 0) this.arriving.delete(user);
      else this.arriving.set(user, left);
    };
  }
}
