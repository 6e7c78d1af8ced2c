import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { fail, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { keepPicture } from '@portal/proto/rpc/imaging';
import { uploadKey, type KeptPicture, type SitePictureKind } from '@portal/proto/site-pictures';
import { removeUpload } from './left-upload.js';

/** Passes a picture to the imaging service through the object store, because commands must not carry megabytes. */
@Injectable()
export class PictureUploads {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async keep(actor: Actor, kind: SitePictureKind, file: Buffer): Promise<Result<KeptPicture>> {
    if (file.length === 0) return fail('PICTURE_KIND');
    const upload = randomUUID();
    const key = uploadKey(actor.county, upload);
    await this.store.put(key, file);
    try {
      return await this.rpc.call(keepPicture, { kind, upload }, { actor });
    } finally {
      await removeUpload(this.store, key);
    }
  }
}
