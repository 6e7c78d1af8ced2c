import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { contentTypeOf } from '@portal/infra/storage';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import {
  landLinkFilesAtOnce,
  type listLandLinkFiles,
  type openLandLinkFile,
} from '@portal/proto/rpc/landlink';
import { standingOf } from '../payers/standing.rules.js';
import { LandLinkFileRepository } from './landlink-file.repository.js';
import { fileNameOf } from './landlink.rules.js';

/** Lists and opens the daily files for the county's staff. */
@Injectable()
export class LandLinkService {
  constructor(
    private readonly database: Database,
    private readonly files: LandLinkFileRepository,
  ) {}

  async list(actor: Actor, page: number): Promise<Result<Output<typeof listLandLinkFiles>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    return ok(
      await this.database.withCounty(actor.county, (tx) => this.files.list(tx, page, landLinkFilesAtOnce)),
    );
  }

  async open(actor: Actor, day: string): Promise<Result<Output<typeof openLandLinkFile>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const file = await this.database.withCounty(actor.county, (tx) => this.files.find(tx, day));
    if (!file) return fail('NOT_FOUND');
    return ok({ ...file, contentType: contentTypeOf(file.objectKey), fileName: fileNameOf(day) });
  }
}
