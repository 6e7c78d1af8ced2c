import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE, ObjectMissing, ObjectTooLarge, type ObjectStore } from '@portal/infra/storage';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { keepPicture } from '@portal/proto/rpc/imaging';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import {
  largestPicture,
  longestSide,
  pictureBounds,
  sitePictureKey,
  uploadKey,
  type SitePictureKind,
} from '@portal/proto/site-pictures';
import { decodeLimited } from './picture-sandbox.js';
import { isPictureFile } from './site-picture.rules.js';
import type { ShownPicture } from './site-picture.js';

type Refused = Extract<ResultOf<typeof keepPicture>, { ok: false }>;

/** Maximum number of pictures that are decoded at a time, because a decoder may need much memory. */
const atOnce = 2;

/** Pictures for a county's pages. An upload is shown only after it was decoded and encoded again. */
@Injectable()
export class SitePictureService {
  private decoding = 0;

  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /**
   * Stores the picture under the hash of its bytes. If the same picture is stored again, the file name stays the same
   * and the file gets a new time, so that the removal of unused pictures keeps the file.
   */
  async keep(
    { county, role }: Actor,
    { kind, upload }: Parsed<typeof keepPicture>,
  ): Promise<ResultOf<typeof keepPicture>> {
    if (role !== 'COUNTY' && role !== 'TRIMIN') return fail('NOT_FOUND');
    const file = await this.read(uploadKey(county, upload));
    if (!file.ok) return file;
    const shown = await this.decode(kind, file.value);
    if (!shown.ok) return shown;
    const { bytes, width, height } = shown.value;
    const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
    await this.store.put(sitePictureKey(county, name), bytes);
    return ok({ name, width, height, size: bytes.length });
  }

  private async read(key: string): Promise<Result<Buffer, 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE'>> {
    const found = await this.store.find(key);
    if (!found) return fail('NOT_FOUND');
    if (found.size > largestPicture) return fail('PAYLOAD_TOO_LARGE');
    try {
      return ok(await this.store.get(key, largestPicture));
    } catch (error) {
      if (error instanceof ObjectMissing) return fail('NOT_FOUND');
      if (error instanceof ObjectTooLarge) return fail('PAYLOAD_TOO_LARGE');
      throw error;
    }
  }

  private async decode(kind: SitePictureKind, file: Buffer): Promise<Result<ShownPicture, Refused['code']>> {
    if (!isPictureFile(file)) return fail('PICTURE_KIND');
    if (this.decoding >= atOnce) return fail('SERVICE_BUSY');
    this.decoding += 1;
    try {
      const { least, most } = pictureBounds[kind];
      const shown = await decodeLimited(file, {
        leastWidth: least.width,
        leastHeight: least.height,
        mostWidth: most.width,
        mostHeight: most.height,
        longest: longestSide,
      });
      if (shown === 'PICTURE_DIMENSIONS') return fail(shown, { ...least, longest: longestSide });
      return typeof shown === 'string' ? fail(shown) : ok(shown);
    } finally {
      this.decoding -= 1;
    }
  }
}
