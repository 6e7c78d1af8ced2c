import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { eachCounty, OnJob } from '@portal/infra/jobs';
import { contentTypeOf, OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import type { ExportFormat } from '@portal/proto/http/search-results';
import type { Output } from '@portal/proto/rpc/contract';
import type { exportSearch } from '@portal/proto/rpc/reports';
import { expired, exportFolder, exportKey } from './export-key.rules.js';

type StoredFile = Output<typeof exportSearch>;

const everyMs = 10 * 60_000;

/** Stores printed and downloaded lists in the object store for an hour. */
@Injectable()
export class ExportFiles {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param name the name of the file to save, without the extension */
  async keep(
    county: string,
    name: string,
    format: ExportFormat,
    content: Buffer | AsyncIterable<Buffer>,
  ): Promise<StoredFile> {
    const extension = format.toLowerCase();
    const objectKey = exportKey(county, this.clock.now(), `${randomUUID()}.${extension}`);
    const contentType = contentTypeOf(objectKey);
    const body = Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false });
    const { size } = await this.objects.put(objectKey, body, { contentType });
    return { objectKey, contentType, fileName: `${name}.${extension}`, size };
  }

  @OnJob('remove-exports', { everyMs })
  async removeOld(): Promise<void> {
    const counties = await this.sections.listCounties();
    await eachCounty(counties, 'counties whose old lists stay', ({ id }) => this.removeOf(id));
  }

  private async removeOf(county: string): Promise<void> {
    const now = this.clock.now();
    for await (const key of this.objects.list(exportFolder(county)))
      if (expired(key, now)) await this.objects.remove(key);
  }
}
